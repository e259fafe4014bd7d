import { statSync } from 'node:fs';
import type { Connection } from './connection.ts';
import { numberOf } from './row.ts';

const sumOfTables = `
  SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::int8 AS bytes
  FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_setting('search_path'))`;

/** Bytes that a store takes on disk: its file and log, or its tables with their indexes. */
export function bytesOfStore(connection: Connection): number {
  return connection.dialect === 'sqlite'
    ? bytesOfFile(connection.path)
    : numberOf(connection.get(sumOfTables) ?? {}, 'bytes');
}

export function bytesOfFile(path: string): number {
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
