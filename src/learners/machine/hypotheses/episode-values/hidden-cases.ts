import type { Rng } from '#foundation/kernel';

/** How often each choice pays in each of some hidden cases, of which every episode is one. */
export interface HiddenCases {
  /** By case, how common it is. */
  readonly shares: readonly number[];
  /** By case and choice. */
  readonly pays: readonly (readonly number[])[];
}

/** Counts of what was heard in an episode, and the number of episodes that have these counts. */
export interface Tally {
  readonly counts: Uint16Array;
  episodes: number;
}

/** Numbers of cases that are tried; more only while the length falls. */
const CASES = [2, 3, 4, 6, 8, 12] as const;
/** Tallies that are fitted at most, the commonest first. */
const MOST_TALLIES = 4000;
const STEPS = 40;
const RESTARTS = 2;
/** Episodes that a case begins with, half of them paying as all do: nothing is impossible. */
const BEFORE = 1;
const SPREAD = 0.5;

/** Episodes with the same tallies are one. */
export function tallied(heard: readonly (readonly number[])[], choices: number): Tally[] {
  const found = new Map<string, Tally>();
  for (const one of heard) {
    if (one.length === 0) continue;
    const counts = new Uint16Array(2 * choices);
    for (const what of one) counts[what]! += 1;
    const key = counts.join();
    const tally = found.get(key);
    if (tally === undefined) found.set(key, { counts, episodes: 1 });
    else tally.episodes += 1;
  }
  return [...found.values()];
}

interface Fitting {
  readonly rng: Rng;
  readonly spend: (effort: number) => void;
}

/** As many cases as make the shortest description; nothing where one would do. */
export function* fitAnyCases(all: readonly Tally[], how: Fitting): Generator<undefined, HiddenCases | undefined, void> {
  if (all.length === 0) return undefined;
  const tallies = [...all].sort((a, b) => b.episodes - a.episodes).slice(0, MOST_TALLIES);
  let best = yield* fitCases(tallies, 1, how);
  let found: HiddenCases | undefined;
  for (const cases of CASES) {
    const next = yield* fitCases(tallies, cases, how);
    if (next.length >= best.length) return found;
    [best, found] = [next, next.model];
  }
  return found;
}

/**
 * So many cases, fitted by expectation and maximisation from several starts; the likeliest of them, with its length in nats.
 *
 * @source Dempster, Laird & Rubin 1977, §4.3 (finite mixtures); Schwarz 1978 for the length
 */
function* fitCases(
  tallies: readonly Tally[],
  cases: number,
  { rng, spend }: Fitting,
): Generator<undefined, { readonly model: HiddenCases; readonly length: number }, void> {
  const choices = tallies[0]!.counts.length / 2;
  const episodes = tallies.reduce((sum, tally) => sum + tally.episodes, 0);
  const common = paysOfAll(tallies, choices);
  let best: { readonly model: HiddenCases; readonly length: number } | undefined;
  for (let restart = 0; restart < (cases === 1 ? 1 : RESTARTS); restart += 1) {
    let model: HiddenCases = {
      shares: new Array<number>(cases).fill(1 / cases),
      pays: Array.from({ length: cases }, () =>
        common.map((pay) => Math.min(0.95, Math.max(0.05, pay + SPREAD * (rng.float() - 0.5)))),
      ),
    };
    let likelihood = -Infinity;
    for (let step = 0; step < STEPS; step += 1) {
      const next = improved(model, tallies, common);
      spend((tallies.length * cases * choices) / 2);
      [model, likelihood] = [next.model, next.likelihood];
      if (step % 8 === 7) yield undefined;
    }
    const length = 0.5 * (cases * (choices + 1) - 1) * Math.log(episodes) - likelihood;
    if (best === undefined || length < best.length) best = { model, length };
  }
  return best!;
}

function paysOfAll(tallies: readonly Tally[], choices: number): number[] {
  return Array.from({ length: choices }, (_, choice) => {
    let [paid, all] = [1, 2];
    for (const { counts, episodes } of tallies) {
      paid += counts[2 * choice + 1]! * episodes;
      all += (counts[2 * choice]! + counts[2 * choice + 1]!) * episodes;
    }
    return paid / all;
  });
}

function improved(
  { shares, pays }: HiddenCases,
  tallies: readonly Tally[],
  common: readonly number[],
): { readonly model: HiddenCases; readonly likelihood: number } {
  const cases = shares.length;
  const logs = pays.map((row) => row.flatMap((pay) => [Math.log(1 - pay), Math.log(pay)]));
  const weight = new Float64Array(cases);
  const held = new Float64Array(cases);
  const paid = pays.map(() => common.map((pay) => BEFORE * pay));
  const all = pays.map(() => common.map(() => BEFORE));
  let likelihood = 0;
  for (const { counts, episodes } of tallies) {
    let highest = -Infinity;
    for (let z = 0; z < cases; z += 1) {
      let sum = Math.log(shares[z]!);
      for (let what = 0; what < counts.length; what += 1) sum += counts[what]! * logs[z]![what]!;
      weight[z] = sum;
      highest = Math.max(highest, sum);
    }
    let total = 0;
    for (let z = 0; z < cases; z += 1) total += weight[z] = Math.exp(weight[z]! - highest);
    likelihood += episodes * (highest + Math.log(total));
    for (let z = 0; z < cases; z += 1) {
      const share = (episodes * weight[z]!) / total;
      held[z]! += share;
      for (let choice = 0; choice < common.length; choice += 1) {
        paid[z]![choice]! += share * counts[2 * choice + 1]!;
        all[z]![choice]! += share * (counts[2 * choice]! + counts[2 * choice + 1]!);
      }
    }
  }
  const sum = held.reduce((a, b) => a + b, 0) + cases;
  return {
    likelihood,
    model: {
      shares: Array.from(held, (one) => (one + 1) / sum),
      pays: paid.map((row, z) => row.map((one, choice) => one / all[z]![choice]!)),
    },
  };
}
