import type { Connection, Row } from './connection.ts';
import type { Statement, Value, ValuesOf } from './statement.ts';

/** The rows that a statement finds. */
export function select<S extends Statement>(connection: Connection, statement: S, values: ValuesOf<S>): Row[] {
  return connection.all(statement[connection.dialect], bind(statement, values));
}

/** The first row that a statement finds. */
export function selectOne<S extends Statement>(
  connection: Connection,
  statement: S,
  values: ValuesOf<S>,
): Row | undefined {
  return connection.get(statement[connection.dialect], bind(statement, values));
}

/** Runs a statement and returns how many rows it changed. */
export function change<S extends Statement>(connection: Connection, statement: S, values: ValuesOf<S>): number {
  return connection.run(statement[connection.dialect], bind(statement, values));
}

/** The same for many lists of values; returns how many rows changed in all. */
export function changeEach<S extends Statement>(
  connection: Connection,
  statement: S,
  all: readonly ValuesOf<S>[],
): number {
  return connection.runEach(
    statement[connection.dialect],
    all.map((values) => bind(statement, values)),
  );
}

/** Runs a statement by the end of the transaction. */
export function write<S extends Statement>(connection: Connection, statement: S, values: ValuesOf<S>): void {
  connection.write(statement[connection.dialect], bind(statement, values));
}

function bind(statement: Statement, values: Readonly<Record<string, Value>>): Value[] {
  return statement.params.map((name) => values[name] ?? null);
}
