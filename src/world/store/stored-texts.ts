import type { Hash } from '#foundation/kernel';
import { select, selectOne } from './ask.ts';
import type { Connection, Row } from './connection.ts';
import { effectsOf } from './effects.ts';
import type { EffectEntry } from './ledger.ts';
import { numberOf, optionalTextOf, textOf } from './row.ts';
import { statements } from './statements.ts';

/** A run as the tables hold it: texts that nobody has read yet. What is long is fetched only when it is asked for. */
export interface StoredTexts {
  readonly id: string;
  /** Characters of the longest text of each kind, and of all certificates together. */
  readonly longest: {
    readonly config: number;
    readonly summary: number;
    readonly event: number;
    readonly certificate: number;
    readonly certificates: number;
  };
  head(): StoredHead;
  /** In order, so many at once. */
  events(atOnce: number): Iterable<{ readonly seq: number; readonly type: string; readonly text: string }>;
  /** In the order they were issued. */
  certificates(): { readonly hash: Hash; readonly text: string }[];
  /** In order of their keys. */
  effects(): EffectEntry[];
}

/** The row of a run. */
export interface StoredHead {
  readonly loop: string;
  readonly seed: unknown;
  readonly status: string;
  readonly config: string;
  readonly summary?: string;
  readonly hash?: string;
  readonly steps?: string;
}

export function textsOf(connection: Connection, run: string): StoredTexts {
  const size = (row: Row | undefined, column = 'size'): number => numberOf(row ?? {}, column);
  const heads = selectOne(connection, statements.longestHead, { run });
  return {
    id: run,
    longest: {
      config: size(heads, 'config'),
      summary: size(heads, 'summary'),
      event: size(selectOne(connection, statements.longestEvent, { run })),
      certificate: size(selectOne(connection, statements.longestCertificate, { run })),
      certificates: size(selectOne(connection, statements.sizeOfCertificates, { run })),
    },
    head: () => headOf(selectOne(connection, statements.getRun, { id: run }) ?? {}),
    events: (atOnce) => eventTexts(connection, run, atOnce),
    certificates: () =>
      select(connection, statements.certificatesOf, { run }).map((row) => ({
        hash: textOf(row, 'hash'),
        text: textOf(row, 'content'),
      })),
    effects: () => [...effectsOf(connection, run)],
  };
}

function headOf(row: Row): StoredHead {
  return {
    loop: textOf(row, 'loop'),
    seed: row['seed'],
    status: textOf(row, 'status'),
    config: textOf(row, 'config'),
    ...optionalTextOf(row, 'summary'),
    ...optionalTextOf(row, 'hash'),
    ...optionalTextOf(row, 'steps'),
  };
}

function* eventTexts(connection: Connection, run: string, atOnce: number): ReturnType<StoredTexts['events']> {
  for (let from = 0; ;) {
    const rows = select(connection, statements.eventsFrom, { run, from, limit: atOnce });
    for (const row of rows) {
      const seq = numberOf(row, 'seq');
      yield { seq, type: textOf(row, 'type'), text: textOf(row, 'data') };
      from = seq + 1;
    }
    if (rows.length < atOnce) return;
  }
}
