import { Run, type RunEvent } from '#contracts';
import { Certificate, OldCertificate } from '#contracts/certificates';
import type { Blobs } from '#contracts/ports';
import { Fault, type Hash } from '#kernel';
import { readBlob } from './blobs.ts';
import type { Connection, Row } from './connection.ts';
import { sizeOfRun } from './delete-run.ts';
import { exportRun } from './export-run.ts';
import type { EffectEntry } from './ledger.ts';
import type { Mask } from './masking/mask.ts';
import { thisProcess } from './owner.ts';
import { asBytes, jsonOf, numberOf, optionalTextOf, textOf } from './row.ts';
import { readHolder } from './run-lock.ts';

/** Which events of a run. */
export interface EventFilter {
  /** First position. */
  readonly from?: number;
  readonly types?: readonly string[];
  /** Most events wanted. */
  readonly limit?: number;
}

/** Who has a run open for writing. */
export interface RunHolder {
  readonly pid: number;
  /** False where the process is known to be gone, or its lease ran out. */
  readonly isAlive: boolean;
  /** Whether `pid` is a process of this machine, so that it can be sent a signal. */
  readonly isHere: boolean;
}

/** A certificate under its hash. */
export interface StoredCertificate {
  readonly hash: Hash;
  readonly certificate: Certificate | OldCertificate;
}

/** What anybody may ask of a store, while others write it. */
export interface StoreReader extends Blobs {
  /** Oldest first. */
  listRuns(): Run[];
  getRun(id: string): Run | undefined;
  /** In order; read in pages, so a long iteration sees what is committed meanwhile and holds nobody up. */
  eventsOf(run: string, filter?: EventFilter): Iterable<RunEvent>;
  /** How many events are committed. */
  lengthOf(run: string): number;
  /** The writer that has the run open; nobody where it ended, or was killed and noticed. */
  holderOf(run: string): RunHolder | undefined;
  /** Keys of the calls in the order they began, each cut to 32 digits. */
  attemptsOf(run: string): readonly string[];
  /** Bytes that a run takes. */
  sizeOf(run: string): number;
  /** A number that changes when another process commits. */
  version(): number;
  /** In the order they were issued. */
  certificatesOf(run: string): StoredCertificate[];
  /** The steps whose results are recorded, in order of their keys. */
  effectsOf(run: string): EffectEntry[];
  /** A run as JSON lines, for other programs. */
  exportRun(id: string): Iterable<string>;
  close(): void;
}

const pageSize = 1024;

export function createReader(connection: Connection, mask: Mask | undefined): StoreReader {
  const reader: StoreReader = {
    listRuns: () => connection.all(`${selectRuns} ORDER BY rowid`).map(runOf),
    getRun(id) {
      const row = connection.get(`${selectRuns} WHERE id = ?`, [id]);
      return row === undefined ? undefined : runOf(row);
    },
    eventsOf: (run, filter = {}) => eventsOf(connection, run, filter),
    lengthOf(run) {
      const row = connection.get('SELECT max(seq) AS last FROM events WHERE run = ?', [run]);
      return typeof row?.['last'] === 'number' ? row['last'] + 1 : 0;
    },
    holderOf: (run) => readHolder(connection, run, thisProcess(), Date.now()),
    attemptsOf: (run) =>
      connection
        .all(`SELECT ${asBytes('keys')} FROM attempts WHERE run = ? ORDER BY id`, [run])
        .flatMap((row) => textOf(row, 'keys').match(/.{32}/gu) ?? []),
    sizeOf: (run) => sizeOfRun(connection, run),
    version: () => numberOf(connection.get('PRAGMA data_version') ?? {}, 'data_version'),
    certificatesOf: (run) =>
      connection
        .all(`SELECT ${asBytes('hash', 'content')} FROM certificates WHERE run = ? ORDER BY id`, [run])
        .map(certificateOf),
    effectsOf: (run) =>
      connection
        .all(`SELECT ${asBytes('key', 'name', 'result')} FROM effects WHERE run = ? ORDER BY effects.key`, [run])
        .map((row) => ({ key: textOf(row, 'key'), name: textOf(row, 'name'), result: textOf(row, 'result') })),
    getBlob: (hash) => readBlob(connection, hash),
    exportRun: (id) => exportRun(reader, id, mask),
    close: () => connection.close(),
  };
  return reader;
}

function* eventsOf(connection: Connection, run: string, filter: EventFilter): Iterable<RunEvent> {
  const types = filter.types ?? [];
  const among = filter.types === undefined ? '' : `AND type IN (${types.map(() => '?').join(', ')})`;
  const sql = `SELECT seq, ${asBytes('type', 'data')} FROM events WHERE run = ? AND seq >= ? ${among} ORDER BY seq LIMIT ?`;
  let left = filter.limit ?? Infinity;
  for (let from = filter.from ?? 0; left > 0;) {
    const rows = connection.all(sql, [run, from, ...types, Math.min(pageSize, left)]);
    left -= rows.length;
    for (const row of rows) {
      const seq = numberOf(row, 'seq');
      yield { v: 1, run, seq, type: textOf(row, 'type'), data: jsonOf(textOf(row, 'data')) };
      from = seq + 1;
    }
    if (rows.length < pageSize) return;
  }
}

/** In the order in which runs were begun: a clock that is set back does not change it. */
export const selectRuns = `SELECT seed, started_at, ended_at, ${asBytes('id', 'loop', 'config', 'status', 'hash', 'summary', 'steps')} FROM runs`;

/** A row of `runs` as the contract has it. */
export function runOf(row: Row): Run {
  const run = Run.safeParse({
    v: 1,
    id: textOf(row, 'id'),
    loop: textOf(row, 'loop'),
    seed: row['seed'],
    config: jsonOf(textOf(row, 'config')),
    status: textOf(row, 'status'),
    startedAt: row['started_at'],
    ...(row['ended_at'] === null ? {} : { endedAt: row['ended_at'] }),
    ...optionalTextOf(row, 'hash'),
    ...(row['summary'] === null ? {} : { summary: jsonOf(textOf(row, 'summary')) }),
    ...optionalTextOf(row, 'steps'),
  });
  if (!run.success)
    throw new Fault('store/corrupt', `a run cannot be read: ${run.error.message}`, { cause: run.error });
  return run.data;
}

function certificateOf(row: Row): StoredCertificate {
  const content = jsonOf(textOf(row, 'content'));
  const old = OldCertificate.safeParse(content);
  if (old.success) return { hash: textOf(row, 'hash'), certificate: old.data };
  const certificate = Certificate.safeParse(content);
  if (certificate.success) return { hash: textOf(row, 'hash'), certificate: certificate.data };
  throw new Fault('store/corrupt', `a certificate cannot be read: ${certificate.error.message}`, {
    cause: certificate.error,
  });
}
