import { Fault, type FaultCode } from '#kernel';

const codes: readonly (readonly [prefix: string, code: FaultCode])[] = [
  ['SQLITE_FULL', 'store/disk-full'],
  ['SQLITE_CORRUPT', 'store/corrupt'],
  ['SQLITE_NOTADB', 'store/corrupt'],
  ['SQLITE_BUSY', 'store/busy'],
  ['SQLITE_LOCKED', 'store/busy'],
  ['SQLITE_READONLY', 'store/unwritable'],
  ['SQLITE_CANTOPEN', 'store/unwritable'],
  ['SQLITE_IOERR', 'store/unwritable'],
];

/** SQLITE_IOERR_SHMSIZE: the shared memory of the WAL could not grow, which a full disk causes. */
const shmSize = 10 | (19 << 8);

/** Turns what the driver throws into a fault with a hint; anything that is not the driver's passes through. */
export function databaseFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const failedToOpen = error.message.startsWith('ConnectionFailed');
  if (!code.startsWith('SQLITE_') && !failedToOpen) return error;
  const raw = 'rawCode' in error && typeof error.rawCode === 'number' ? error.rawCode : undefined;
  const known = raw === shmSize ? 'store/disk-full' : codes.find(([prefix]) => code.startsWith(prefix))?.[1];
  return new Fault(known ?? (failedToOpen ? 'store/unwritable' : 'store/broken'), `${path}: ${error.message}`, {
    details: { path, sqlite: code, raw },
    cause: error,
  });
}
