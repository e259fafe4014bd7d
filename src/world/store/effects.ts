import { select } from './ask.ts';
import type { Connection } from './connection.ts';
import type { EffectEntry } from './ledger.ts';
import { textOf } from './row.ts';
import { statements } from './statements.ts';

const pageSize = 1024;

/** The recorded steps of a run in the order of their keys; in pages, for each is held whole. */
export function* effectsOf(connection: Connection, run: string): Iterable<EffectEntry> {
  for (let after = ''; ;) {
    const rows = select(connection, statements.effectsAfter, { run, after, limit: pageSize });
    for (const row of rows) {
      after = textOf(row, 'key');
      yield { key: after, name: textOf(row, 'name'), result: textOf(row, 'result') };
    }
    if (rows.length < pageSize) return;
  }
}
