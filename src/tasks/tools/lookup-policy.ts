import { rememberOf } from '#foundation/kernel';
import { bestMaxGuess, isPlanExact, type LookupPlan, lookupPlan, type LookupSetting } from './lookup-value.ts';

/** A row as read: its value and the key it links to; `null` where the key has none. */
export type Row = { readonly value: number; readonly link: number } | null;

export interface LookupSeen {
  /** The keys the question names; the first of a chain for `hop`. */
  readonly keys: readonly number[];
  readonly readings: readonly { readonly key: number; readonly row: Row }[];
  readonly calls_left: number;
}

export type LookupAction =
  | { readonly kind: 'QUERY'; readonly key: number }
  | { readonly kind: 'ANSWER'; readonly value: number | null };

/** The plan of a setting. */
export const planOf: (setting: LookupSetting) => LookupPlan = rememberOf(lookupPlan);

/** Values of one key read so far, most frequent first. */
function tally(seen: LookupSeen, key: number): { counts: number[]; value: number } {
  const counts = new Map<number, number>();
  for (const reading of seen.readings) {
    if (reading.key === key && reading.row !== null) {
      counts.set(reading.row.value, (counts.get(reading.row.value) ?? 0) + 1);
    }
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { counts: ranked.map(([, count]) => count), value: ranked[0]?.[0] ?? 0 };
}

/** Best play from what is seen; where no exact plan is known, each row is read until one value leads by two. */
export function lookupMove(setting: LookupSetting, seen: LookupSeen): LookupAction {
  if (seen.readings.some(({ row }) => row === null)) return { kind: 'ANSWER', value: null };
  const { path, next } = pathOf(setting, seen);
  const unread = setting.complexity - path.length;
  const tallies = path.map((key) => tally(seen, key));
  const top = Math.max(-1, ...tallies.map(({ value }) => value));
  if (next !== undefined && seen.calls_left > 0) {
    if (!isPlanExact(setting) || planOf(setting).readsOn(unread, top)) return { kind: 'QUERY', key: next };
    return { kind: 'ANSWER', value: guess(setting, unread, top) };
  }
  const doubtful = isPlanExact(setting)
    ? path.slice(-1).filter(() => setting.noise_kind === 'call' && rereadsLast(setting, seen, tallies.at(-1)!.counts))
    : path.filter((_, i) => setting.noise_kind === 'call' && lead(tallies[i]!.counts) < 2 && seen.calls_left > 0);
  const [again] = doubtful;
  if (again !== undefined) return { kind: 'QUERY', key: again };
  const values = tallies.map(({ value }) => value);
  if (setting.query === 'sum')
    return { kind: 'ANSWER', value: values.reduce((sum, value) => sum + value, 0) % setting.n_values };
  return { kind: 'ANSWER', value: setting.query === 'max' ? top : values.at(-1)! };
}

function rereadsLast(setting: LookupSetting, seen: LookupSeen, counts: readonly number[]): boolean {
  return planOf(setting).rereads(counts, seen.calls_left);
}

function lead([first = 0, second = 0]: readonly number[]): number {
  return first - second;
}

function guess({ query, n_values, missing_rate }: LookupSetting, unread: number, top: number): number | null {
  if (query === 'max') return bestMaxGuess(unread, top, n_values, missing_rate).guess;
  const present = (1 - missing_rate) ** unread;
  return present / n_values >= 1 - present ? 0 : null;
}

/** The rows read so far in the order of the problem, and the next one. */
function pathOf(
  { query, complexity }: LookupSetting,
  { keys, readings }: LookupSeen,
): { path: number[]; next: number | undefined } {
  const rows = new Map(readings.map(({ key, row }) => [key, row]));
  if (query !== 'hop') {
    return { path: keys.filter((key) => rows.has(key)), next: keys.find((key) => !rows.has(key)) };
  }
  const path: number[] = [];
  let [next] = keys;
  while (next !== undefined && rows.has(next)) {
    path.push(next);
    next = path.length === complexity ? undefined : rows.get(next)?.link;
  }
  return { path, next };
}
