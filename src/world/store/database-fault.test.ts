import { describe, expect, it } from 'vitest';
import { Fault } from '#foundation/kernel';
import { databaseFault } from './database-fault.ts';

function driverError(code: string, rawCode: number): Error {
  return Object.assign(new Error('as SQLite says it'), { code, rawCode });
}

describe('databaseFault', () => {
  it.each([
    ['SQLITE_FULL', 13, 'store/disk-full'],
    ['SQLITE_IOERR_SHMSIZE', 4874, 'store/disk-full'],
    ['SQLITE_IOERR', 4874, 'store/disk-full'],
    ['SQLITE_CORRUPT', 11, 'store/corrupt'],
    ['SQLITE_NOTADB', 26, 'store/corrupt'],
    ['SQLITE_BUSY', 5, 'store/busy'],
    ['SQLITE_BUSY_SNAPSHOT', 517, 'store/busy'],
    ['SQLITE_READONLY', 8, 'store/unwritable'],
    ['SQLITE_IOERR_WRITE', 778, 'store/unwritable'],
    ['UNKNOWN_SQLITE_ERROR_1544', 1544, 'store/unwritable'],
    ['SQLITE_ERROR', 1, 'store/broken'],
  ])('turns %s (%i) into %s', (code, raw, expected) => {
    const error = driverError(code, raw);
    const fault = databaseFault(error, '/there/pawl.db');
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: expected, message: '/there/pawl.db: as SQLite says it', cause: error });
  });

  it('lets errors pass that are not the driver’s', () => {
    const bug = new TypeError('x is not a function');
    expect(databaseFault(bug, 'p')).toBe(bug);
    expect(databaseFault('text', 'p')).toBe('text');
  });
});
