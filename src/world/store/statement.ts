/** What the databases store. */
export type Value = null | number | string | Uint8Array;

/** One query in the words of each database; `params` are the names of its values, in order. */
export interface Statement {
  readonly sqlite: string;
  readonly postgres: string;
  readonly params: readonly string[];
}

/** The values that a statement needs. */
export type ValuesOf<S extends Statement> = Readonly<Record<S['params'][number], Value>>;
