import type { Run } from '#foundation/contracts';
import { isRecord } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { pairsOf, type RunFold } from '#app/server/views';
import type { StoreReader } from '#world/store';

/** What a run scored on each task that it names: of eval all, elsewhere those of the last trial that was accepted. */
export function taskScores(store: StoreReader, run: Run, fold: RunFold): ReadonlyMap<string, number> {
  return run.loop === 'eval' ? evaluated(fold) : tried(store, run, fold);
}

function evaluated({ headline }: RunFold): Map<string, number> {
  const rows: unknown = isRecord(headline) ? headline['byTask'] : [];
  const scores = new Map<string, number>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const facts: unknown = row;
    if (!isRecord(facts) || !Array.isArray(facts['scores'])) continue;
    const own: unknown = facts['scores'][0];
    if (typeof own === 'number') scores.set(String(facts['id']), own);
  }
  return scores;
}

function tried(store: StoreReader, { id }: Run, { decisions }: RunFold): Map<string, number> {
  const last = decisions.findLast(({ verdict, certificate }) => verdict === 'accepted' && certificate !== null);
  const stored = store.certificatesOf(id).find(({ hash }) => hash === last?.certificate);
  const all = new Map<string, number[]>();
  for (const { task, candidate } of (stored === undefined ? null : pairsOf(stored)) ?? [])
    all.set(task, [...(all.get(task) ?? []), candidate]);
  return new Map([...all].map(([task, scores]) => [task, mean(scores)]));
}
