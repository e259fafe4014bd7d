import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '#foundation/kernel';
import { isPostgres, readAddress } from './postgres/address.ts';

/** The database file of a workspace. */
export function storePath(workspace: string): string {
  return join(workspace, 'pawl.db');
}

/** A store's place as people are told: the workspace, or the address without its password. */
export function showPlace(place: string): string {
  return isPostgres(place) ? readAddress(place).shown : place;
}

/** Whether there may be runs: a file that is not there has none; a database is asked when it is opened. */
export function mayHoldRuns(place: string): boolean {
  return isPostgres(place) || existsSync(storePath(place));
}

/** Where a store lies: at an address of PostgreSQL, told directly or by a variable (`env:NAME`). */
export function storeAt(said: string, env: Readonly<Record<string, string | undefined>>): string {
  const variable = /^env:(\w+)$/.exec(said)?.[1];
  const place = variable === undefined ? said : (env[variable] ?? '');
  if (isPostgres(place)) {
    readAddress(place);
    return place;
  }
  const what = variable === undefined ? 'it is no address of PostgreSQL' : `${variable} holds no address of PostgreSQL`;
  throw new Fault('store/bad-address', `the store cannot be used: ${what}`);
}
