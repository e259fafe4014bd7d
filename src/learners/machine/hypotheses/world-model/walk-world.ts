import { askTree } from '../word-tree.ts';
import { features, type WorldHypothesis, type WorldView } from './world-hypothesis.ts';

/** Waves beyond those that any task seen needed. */
const SPARE = 1.3;
const LEAST_WAVES = 4;

/** How many waves the farthest of some tasks needs, with some to spare. Tours go to the nearest place each time: an upper bound of the shortest. */
export function farthest(hypothesis: WorldHypothesis, view: WorldView, observations: readonly Uint8Array[]): number {
  const most = observations.reduce((high, bits) => Math.max(high, tourOf(hypothesis, view, bits)), 0);
  const tries = hypothesis.seeks ? Math.max(most, Math.sqrt(view.count) * 3) : most;
  return Math.max(
    LEAST_WAVES,
    Math.min(Math.ceil(tries * SPARE) + 1, hypothesis.slots === 0 ? view.count : 4 * view.count),
  );
}

function tourOf(hypothesis: WorldHypothesis, view: WorldView, bits: Uint8Array): number {
  const { slots, becomes } = hypothesis;
  const values = Array.from({ length: view.count }, (_, place) => view.value(bits, place));
  let at = view.at(bits);
  if (at >= view.count) return 0;
  if (slots === 0) return walk(hypothesis, values, at, (place) => earnsAt(hypothesis, values, at, place)).steps;
  let steps = 0;
  for (;;) {
    const leg = walk(hypothesis, values, at, (place) => becomes[values[place]!] !== values[place]);
    if (leg.end < 0) return steps;
    steps += leg.steps;
    at = leg.end;
    values[at] = becomes[values[at]!]!;
  }
}

function earnsAt({ earns }: WorldHypothesis, values: readonly number[], from: number, place: number): boolean {
  const words: number[] = [];
  words[features.leads] = 1;
  words[features.there] = values[place]!;
  words[features.here] = values[from]!;
  return askTree(earns, words) === 1;
}

/** Breadth first to the nearest place that is wanted. */
function walk(
  { leads, moves }: WorldHypothesis,
  values: readonly number[],
  from: number,
  isWanted: (place: number) => boolean,
): { readonly steps: number; readonly end: number } {
  const seen = new Set([from]);
  let front = [from];
  for (let steps = 1; front.length > 0; steps += 1) {
    const next: number[] = [];
    for (const place of front) {
      for (const row of leads) {
        const to = row[place]!;
        if (to < 0 || seen.has(to)) continue;
        if (isWanted(to)) return { steps, end: to };
        if (askTree(moves, [1, values[to]!, values[place]!]) !== 1) continue;
        seen.add(to);
        next.push(to);
      }
    }
    front = next;
  }
  return { steps: 0, end: -1 };
}
