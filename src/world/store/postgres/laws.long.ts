// The laws of every store, on a PostgreSQL server of their own.
import { expect, it } from 'vitest';
import { hasPostgres, places } from '../fixtures/places.ts';
import '../crash.test.ts';
import '../ledger-journal.test.ts';
import '../open-store.test.ts';
import '../run-lock.test.ts';

it.runIf(hasPostgres)('run in PostgreSQL (needs initdb and postgres)', () => {
  expect(places.name).toBe('PostgreSQL');
});
