import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { type Feature, featureReader } from './feature.ts';

/** Standard deviations of χ² past its mean from which two columns are taken to depend on each other. */
const SURE = 4;
/** Steps with a next one below which nothing is called noise. */
const FEWEST_STEPS = 400;
/** Steps that are looked at. */
const MOST_STEPS = 3000;
/** Features kept at most: their pairs are what a value sums. */
const MOST_KEPT = 18;
/** Rewards are told apart up to so many kinds. */
const MOST_KINDS = 8;

/** One column against another, in groups that are compared apart. */
interface Pair {
  readonly x: number;
  readonly y: number;
  readonly group: string;
}

/**
 * Features without those that are noise as far as practice tells: drawn anew whatever was before, whatever was done, and of no bearing on the reward of any
 * action. A feature that depends on one of the three stays.
 */
export function withoutNoise(
  features: readonly Feature[],
  face: FacePorts,
  episodes: readonly BitEpisode[],
): { readonly features: readonly Feature[]; readonly effort: number } {
  const reader = featureReader(features, face);
  const kinds = rewardKinds(episodes);
  const columns = features.map((): Record<'self' | 'action' | 'reward', Pair[]> => ({
    self: [],
    action: [],
    reward: [],
  }));
  const numbers = new Map<string, number>();
  let transitions = 0;
  for (const { steps } of episodes) {
    if (transitions > MOST_STEPS) break;
    const read = steps.map(({ observation }) => reader(observation));
    for (const [t, { action, reward }] of steps.entries()) {
      const key = action.join('');
      const done = numbers.get(key) ?? numbers.size;
      numbers.set(key, done);
      const next = read[t + 1];
      if (next !== undefined) transitions += 1;
      for (const [i, column] of columns.entries()) {
        const x = read[t]![i]!;
        column.reward.push({ x, y: kinds(reward), group: key });
        if (next === undefined) continue;
        column.self.push({ x, y: next[i]!, group: '' });
        column.action.push({ x: done, y: next[i]!, group: '' });
      }
    }
  }
  if (transitions < FEWEST_STEPS) return { features, effort: 0 };
  const isMoved = columns.map(({ action, reward }) => depends(action) || depends(reward));
  const isKept = columns.map(({ self }, i) => isMoved[i]! || depends(self));
  const kept = [...features.keys()].filter((i) => isKept[i] && !pointsAtNoise(features[i]!, features, isKept));
  // What actions change or rewards depend on comes first; what only stays is left out where there is too much.
  const chosen = [...kept.filter((i) => isMoved[i]), ...kept.filter((i) => !isMoved[i])].slice(0, MOST_KEPT);
  return { features: chosen.map((i) => features[i]!), effort: 3 * transitions * features.length };
}

/** A word pointed at tells where the pointer is; in a list of noise it tells nothing else. */
function pointsAtNoise(feature: Feature, features: readonly Feature[], isKept: readonly boolean[]): boolean {
  if (feature.kind !== 'pointed') return false;
  const items = features.flatMap((other, i) => (other.kind === 'word' && other.port === feature.port ? [i] : []));
  return items.length > 0 && items.every((i) => !isKept[i]);
}

function rewardKinds(episodes: readonly BitEpisode[]): (reward: number) => number {
  const all = [...new Set(episodes.flatMap(({ steps }) => steps.map(({ reward }) => reward)))].sort((a, b) => a - b);
  const step = Math.max(1, all.length / MOST_KINDS);
  return (reward) => Math.floor(all.indexOf(reward) / step);
}

/**
 * Whether two columns depend on each other, by the likelihood ratio summed over groups:
 *
 *     G = 2 Σ O ln(O / E) > df + 4 √(2 df)
 *
 * @source Sokal and Rohlf 1981, the G-test
 */
function depends(pairs: readonly Pair[]): boolean {
  const groups = new Map<
    string,
    { both: Map<number, number>; x: Map<number, number>; y: Map<number, number>; n: number }
  >();
  for (const { x, y, group } of pairs) {
    let tables = groups.get(group);
    if (tables === undefined) groups.set(group, (tables = { both: new Map(), x: new Map(), y: new Map(), n: 0 }));
    tables.n += 1;
    count(tables.both, x * 4096 + y);
    count(tables.x, x);
    count(tables.y, y);
  }
  let [g, freedom] = [0, 0];
  for (const { both, x, y, n } of groups.values()) {
    freedom += (x.size - 1) * (y.size - 1);
    for (const [key, seen] of both) {
      g += 2 * seen * Math.log((seen * n) / (x.get(Math.floor(key / 4096))! * y.get(key % 4096)!));
    }
  }
  return freedom > 0 && g > freedom + SURE * Math.sqrt(2 * freedom);
}

function count(table: Map<number, number>, key: number): void {
  table.set(key, (table.get(key) ?? 0) + 1);
}
