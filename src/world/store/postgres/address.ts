import { Fault } from '#foundation/kernel';

/** Where the tables lie, unless the address says otherwise. */
const usualSchema = 'pawl';

/** Whether a store's place is a PostgreSQL database and no folder. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** A store in PostgreSQL. */
export interface PostgresAddress {
  /** What the driver connects to; it may hold a password. */
  readonly url: string;
  /** The schema of the database that holds the tables: `?schema=NAME`. */
  readonly schema: string;
  /** As people are told: user, host, port and database, and nothing that could be secret. */
  readonly shown: string;
}

/** Reads `postgres://user:password@host:port/database?schema=NAME&sslmode=…`. */
export function readAddress(place: string): PostgresAddress {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  const schema = url?.searchParams.get('schema') ?? usualSchema;
  if (url === undefined || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Fault('store/bad-address', 'the address of the store cannot be read');
  }
  url.searchParams.delete('schema');
  const user = url.username === '' ? '' : `${url.username}@`;
  const more = schema === usualSchema ? '' : `?schema=${schema}`;
  return { url: url.href, schema, shown: `postgres://${user}${url.host}${url.pathname}${more}` };
}
