import {
  type AliasedRawBuilder,
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { invariant } from '#foundation/kernel';
import type { Statement } from '../../src/world/store/statement.ts';
import type { Tables } from './tables.ts';

/** What a query is written with. */
export interface QueryParts {
  readonly db: Kysely<Tables>;
  /** A value that the caller gives, by its name. */
  readonly number: (name: string) => number;
  readonly text: (name: string) => string;
  readonly bytes: (name: string) => Uint8Array;
  /** Columns of texts, as `textOf` reads them: SQLite's driver ends the whole process over a text that is not UTF-8, so it gives bytes. */
  readonly texts: <Names extends string>(...columns: readonly Names[]) => AliasedRawBuilder<unknown, Names>[];
  /** A text column under another name. */
  readonly textAs: <Name extends string>(column: string, name: Name) => AliasedRawBuilder<unknown, Name>;
  /** The texts of a JSON list, as rows. */
  readonly listed: (name: string) => RawBuilder<string>;
}

export type QueryBuilder = (parts: QueryParts) => Compilable;

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Stands in a query for a value that comes later. */
class Gap {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The compiler only carries values from the query to the list of parameters: it never looks at one. */
function gap(name: string): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return new Gap(name) as never;
}

function partsOf(dialect: keyof typeof dialects): QueryParts {
  const column = (name: string): RawBuilder<unknown> =>
    dialect === 'sqlite' ? sql`CAST(${sql.ref(name)} AS BLOB)` : sql`${sql.ref(name)}`;
  return {
    db: new Kysely<Tables>({ dialect: dialects[dialect] }),
    number: gap,
    text: gap,
    bytes: gap,
    texts: (...columns) => columns.map((name) => column(name).as(name)),
    textAs: (name, alias) => column(name).as(alias),
    listed: (name) =>
      dialect === 'sqlite'
        ? sql<string>`(SELECT value FROM json_each(${gap(name)}))`
        : sql<string>`(SELECT json_array_elements_text(${gap(name)}::json))`,
  };
}

function compileFor(dialect: keyof typeof dialects, build: QueryBuilder): { text: string; params: string[] } {
  const { sql: text, parameters } = build(partsOf(dialect)).compile();
  const params = parameters.map((parameter) => {
    invariant(parameter instanceof Gap, `a constant of a query is written with sql.lit: ${text}`);
    return parameter.name;
  });
  return { text, params };
}

/** Every query as each database reads it. Both number parameters in the order in which they stand. */
export function compileQueries(queries: Readonly<Record<string, QueryBuilder>>): Record<string, Statement> {
  const named = Object.entries(queries).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const compiled = named.map(([name, build]): [string, Statement] => {
    const sqlite = compileFor('sqlite', build);
    const postgres = compileFor('postgres', build);
    invariant(sqlite.params.join() === postgres.params.join(), `${name} has the same parameters in both`);
    return [name, { sqlite: sqlite.text, postgres: postgres.text, params: sqlite.params }];
  });
  return Object.fromEntries(compiled);
}

/** The module `statements.ts`. */
export function statementsText(statements: Readonly<Record<string, Statement>>): string {
  return [
    '// Written by `npm run queries` from scripts/queries; scripts/queries/queries.test.ts compares.',
    '',
    '/** Every query of the store, compiled by Kysely: to load it costs more time than to run most commands. */',
    `export const statements = ${JSON.stringify(statements, null, 2)} as const;`,
    '',
  ].join('\n');
}
