import { Fault } from '#foundation/kernel';
import type { Connection } from '../connection.ts';
import type { Header } from '../header.ts';
import { numberOf } from '../row.ts';

/** Of the schema that the session looks into, which need not be there yet. */
const tables = `
  SELECT count(*) AS tables, count(*) FILTER (WHERE relname = 'header') AS headers,
    coalesce(bool_and(has_schema_privilege(relnamespace, 'USAGE')), true) AS open
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'm') AND nspname = trim(both '"' from current_setting('search_path'))`;

/** What a file keeps in its header is a row here. */
export function readPostgresHeader(connection: Connection): Header {
  const found = connection.get(tables) ?? {};
  const none = { version: 0, owner: 0, tables: numberOf(found, 'tables') };
  if (found['open'] !== true) {
    throw new Fault('store/not-permitted', `${connection.path}: this user may not look into the schema`);
  }
  if (numberOf(found, 'headers') === 0) return none;
  const row = connection.get('SELECT application, version FROM header');
  if (row === undefined) return none;
  return { ...none, version: numberOf(row, 'version'), owner: numberOf(row, 'application') };
}

export function writePostgresHeader(connection: Connection, application: number, version: number): void {
  connection.exec('DELETE FROM header');
  connection.run('INSERT INTO header (application, version) VALUES ($1, $2)', [application, version]);
}
