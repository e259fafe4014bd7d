import type { Connection, ConnectionOptions } from './connection.ts';
import { isPostgres } from './postgres/address.ts';
import { connectPostgres } from './postgres/postgres-connection.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** Opens a database: a file, created unless `readOnly`, or the address of one in PostgreSQL. */
export function connect(place: string, options: ConnectionOptions = {}): Connection {
  return isPostgres(place) ? connectPostgres(place, options) : connectSqlite(place, options);
}
