import { Fault, type FaultCode } from '#foundation/kernel';

/** By primary result code, the low byte of what SQLite says; the driver has no names for some of the finer codes. */
const codes: ReadonlyMap<number, FaultCode> = new Map([
  [5, 'store/busy'], // SQLITE_BUSY
  [6, 'store/busy'], // SQLITE_LOCKED
  [8, 'store/unwritable'], // SQLITE_READONLY
  [10, 'store/unwritable'], // SQLITE_IOERR
  [11, 'store/corrupt'], // SQLITE_CORRUPT
  [13, 'store/disk-full'], // SQLITE_FULL
  [14, 'store/unwritable'], // SQLITE_CANTOPEN
  [26, 'store/corrupt'], // SQLITE_NOTADB
]);

/** SQLITE_IOERR_SHMSIZE: the shared memory of the WAL could not grow, which a full disk causes. */
const shmSize = 10 | (19 << 8);

/** Turns what the driver throws into a fault with a hint; anything that is not the driver's passes through. */
export function databaseFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const failedToOpen = error.message.startsWith('ConnectionFailed');
  if (!code.includes('SQLITE_') && !failedToOpen) return error;
  const raw = 'rawCode' in error && typeof error.rawCode === 'number' ? error.rawCode : undefined;
  const known = raw === shmSize ? 'store/disk-full' : codes.get((raw ?? 0) & 0xff);
  return new Fault(known ?? (failedToOpen ? 'store/unwritable' : 'store/broken'), `${path}: ${error.message}`, {
    details: { path, sqlite: code, raw },
    cause: error,
  });
}
