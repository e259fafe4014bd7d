// Makes the store at the path that it is given one of the version before: without the hash over steps.
import Database from 'libsql';

const database = new Database(process.argv[2]);
database.exec('ALTER TABLE runs DROP COLUMN steps');
database.exec('PRAGMA user_version = 3');
database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
database.close();
