import { type Json, Run, type RunEvent } from '#foundation/contracts';
import { Certificate, OldCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { Fault, type Hash } from '#foundation/kernel';
import { select, selectOne } from './ask.ts';
import { readBlob } from './blobs.ts';
import type { Connection, Row } from './connection.ts';
import { sizeOfRun } from './delete-run.ts';
import { effectsOf } from './effects.ts';
import { exportRun } from './export-run.ts';
import type { EffectEntry } from './ledger.ts';
import type { Mask } from './masking/mask.ts';
import { bytesOfStore } from './store-bytes.ts';
import { thisProcess } from './owner.ts';
import { jsonOf, numberOf, optionalTextOf, textOf } from './row.ts';
import { readHolder } from './run-lock.ts';
import { statements } from './statements.ts';
import { type StoredTexts, textsOf } from './stored-texts.ts';

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
  /** Bytes that the whole store takes on disk. */
  bytes(): number;
  /** In the order they were issued. */
  certificatesOf(run: string): StoredCertificate[];
  /** The steps whose results are recorded, in order of their keys. */
  effectsOf(run: string): EffectEntry[];
  /** The same as texts that nobody has read yet, for an audit. */
  textsOf(run: string): StoredTexts;
  /** Bytes of a blob; nothing where there is none. */
  blobSize(hash: Hash): number;
  /** What people noted of the runs that have a note, by their ids. */
  notesOfRuns(): ReadonlyMap<string, Json>;
  /** What people noted of recorded calls of a run, by their keys. */
  notesOfCalls(run: string): ReadonlyMap<string, Json>;
  /** Ids of all runs, oldest first, whatever else of them can be read. */
  runIds(): string[];
  /** A run as JSON lines, for other programs. */
  exportRun(id: string): Iterable<string>;
  close(): void;
}

const pageSize = 1024;

/**
 * What changes with every commit. A snapshot of PostgreSQL is the number of the next transaction and those below it under way: the others
 * below it have ended, so each end counts one up.
 *
 * @source PostgreSQL 15, 9.83 Snapshot Components
 */
const versions = {
  sqlite: 'SELECT data_version AS version FROM pragma_data_version',
  postgres: `
    SELECT pg_snapshot_xmax(now)::text::int8 - (SELECT count(*) FROM pg_snapshot_xip(now)) AS version
    FROM pg_current_snapshot() AS now`,
};

export function createReader(connection: Connection, mask: Mask | undefined): StoreReader {
  const reader: StoreReader = {
    listRuns: () => select(connection, statements.listRuns, {}).map(runOf),
    getRun(id) {
      const row = selectOne(connection, statements.getRun, { id });
      return row === undefined ? undefined : runOf(row);
    },
    eventsOf: (run, filter = {}) => eventsOf(connection, run, filter),
    lengthOf(run) {
      const row = selectOne(connection, statements.lastEvent, { run });
      return typeof row?.['last'] === 'number' ? row['last'] + 1 : 0;
    },
    holderOf: (run) => readHolder(connection, run, thisProcess(), connection.clock.now()),
    attemptsOf: (run) =>
      select(connection, statements.attemptsOf, { run }).flatMap((row) => textOf(row, 'keys').match(/.{32}/gu) ?? []),
    sizeOf: (run) => sizeOfRun(connection, run),
    version: () => numberOf(connection.get(versions[connection.dialect]) ?? {}, 'version'),
    bytes: () => bytesOfStore(connection),
    certificatesOf: (run) => select(connection, statements.certificatesOf, { run }).map(certificateOf),
    effectsOf: (run) => [...effectsOf(connection, run)],
    getBlob: (hash) => readBlob(connection, hash),
    textsOf: (run) => textsOf(connection, run),
    blobSize: (hash) => numberOf(selectOne(connection, statements.sizeOfBlob, { hash }) ?? {}, 'size'),
    notesOfRuns: () => notesBy(select(connection, statements.notesOfRuns, {}), 'run'),
    notesOfCalls(run) {
      const notes = notesBy(select(connection, statements.notesOf, { run }), 'about');
      notes.delete('');
      return notes;
    },
    runIds: () => select(connection, statements.runIds, {}).map((row) => textOf(row, 'id')),
    exportRun: (id) => exportRun(reader, id, mask),
    close: () => connection.close(),
  };
  return reader;
}

function* eventsOf(connection: Connection, run: string, filter: EventFilter): Iterable<RunEvent> {
  const types = filter.types === undefined ? undefined : JSON.stringify(filter.types);
  const page = (from: number, limit: number): Row[] =>
    types === undefined
      ? select(connection, statements.eventsFrom, { run, from, limit })
      : select(connection, statements.eventsOfTypes, { run, from, types, limit });
  let left = filter.limit ?? Infinity;
  for (let from = filter.from ?? 0; left > 0;) {
    const rows = page(from, Math.min(pageSize, left));
    left -= rows.length;
    for (const row of rows) {
      const seq = numberOf(row, 'seq');
      yield { v: 1, run, seq, type: textOf(row, 'type'), data: jsonOf(textOf(row, 'data')) };
      from = seq + 1;
    }
    if (rows.length < pageSize) return;
  }
}

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

function notesBy(rows: readonly Row[], column: string): Map<string, Json> {
  return new Map(rows.map((row) => [textOf(row, column), jsonOf(textOf(row, 'content'))]));
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
