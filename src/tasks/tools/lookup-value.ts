/** What a lookup problem costs and how unsure its readings are. */
export interface LookupSetting {
  readonly query: 'get' | 'sum' | 'max' | 'hop';
  readonly complexity: number;
  readonly n_values: number;
  readonly noise_rate: number;
  readonly noise_kind: 'call' | 'key';
  readonly missing_rate: number;
  readonly call_cost: number;
  readonly call_budget: number;
}

/** The exact value of best play: `value`, and what it is worth to go on or to stop at each point. */
export interface LookupPlan {
  readonly value: number;
  /** With `unread` rows to go and `top` the largest value read (−1 if none), is reading on best? */
  readsOn(unread: number, top: number): boolean;
  /** With all rows read and these counts of readings of the last one, largest first, is another reading best? */
  rereads(counts: readonly number[], callsLeft: number): boolean;
}

/** Whether best play is known exactly: not for several rows whose readings are noisy, unless only their sum counts and asking again is vain. */
export function isPlanExact({ query, complexity, noise_rate, noise_kind }: LookupSetting): boolean {
  if (noise_rate === 0 || complexity === 1 || query === 'hop' || query === 'get') return true;
  return query === 'sum' && noise_kind === 'key';
}

/**
 * Best play where rows are read one by one, a missing row settles the answer, and values are uniform:
 *
 *     F(0) = T,  F(j) = max((1 − m)^j / V, 1 − (1 − m)^j, −c + m + (1 − m) F(j − 1))
 *
 * j rows unread, m the missing rate, V the number of values, c the cost of a call; the first two are guesses: a value, or that a row is missing.
 * T is the worth of having read all: 1 without noise; with noise fixed per key the chance that k errors cancel in the sum,
 *
 *     T = (1 + (V − 1) ρ^k) / V,  ρ = 1 − noise · V / (V − 1)
 *
 * and with noise fresh in every call the worth of rereading the last row: see `rereading`. The largest of several values
 * needs the largest read so far as well.
 */
export function lookupPlan(setting: LookupSetting): LookupPlan {
  const { complexity: k, n_values: V, call_budget } = setting;
  const again = rereading(setting);
  const terminal = terminalWorth(setting, () => again.worth([1], call_budget - k));
  const table = setting.query === 'max' && k > 1 ? maxTable(setting) : chainTable(setting, terminal);
  const reads = (unread: number, top: number): boolean => table.reads[unread]![top + 1]!;
  return {
    value: table.values[k]![0]!,
    readsOn: (unread, top) => (table.reads[unread]!.length === V + 1 ? reads(unread, top) : table.reads[unread]![0]!),
    rereads: (counts, callsLeft) => again.rereads(counts, callsLeft),
  };
}

interface Table {
  /** By rows unread, then by the largest value read plus one; the latter has one place only where it does not matter. */
  readonly values: number[][];
  readonly reads: boolean[][];
}

function terminalWorth(setting: LookupSetting, rereadingWorth: () => number): number {
  const { query, complexity, n_values: V, noise_rate, noise_kind } = setting;
  if (noise_rate === 0) return 1;
  if (noise_kind === 'call') return rereadingWorth();
  const read = query === 'sum' ? complexity : 1;
  const rho = 1 - (noise_rate * V) / (V - 1);
  return (1 + (V - 1) * rho ** read) / V;
}

function chainTable({ complexity, n_values, missing_rate: m, call_cost }: LookupSetting, terminal: number): Table {
  const values = [[terminal]];
  const reads = [[false]];
  for (let j = 1; j <= complexity; j += 1) {
    const present = (1 - m) ** j;
    const guess = Math.max(present / n_values, 1 - present);
    const on = -call_cost + m + (1 - m) * values[j - 1]![0]!;
    values.push([Math.max(guess, on)]);
    reads.push([on >= guess]);
  }
  return { values, reads };
}

function maxTable({ complexity, n_values: V, missing_rate: m, call_cost }: LookupSetting): Table {
  const values = [new Array<number>(V + 1).fill(1)];
  const reads = [new Array<boolean>(V + 1).fill(false)];
  for (let j = 1; j <= complexity; j += 1) {
    const row: number[] = [];
    const readsRow: boolean[] = [];
    for (let top = -1; top < V; top += 1) {
      const guess = bestMaxGuess(j, top, V, m).worth;
      let on = 0;
      for (let value = 0; value < V; value += 1) on += values[j - 1]![Math.max(top, value) + 1]! / V;
      on = -call_cost + m + (1 - m) * on;
      row.push(Math.max(guess, on));
      readsRow.push(on >= guess);
    }
    values.push(row);
    reads.push(readsRow);
  }
  return { values, reads };
}

/** The likeliest largest value with `unread` rows to go, or `null`: that one of them is missing. */
export function bestMaxGuess(
  unread: number,
  top: number,
  V: number,
  m: number,
): { readonly worth: number; readonly guess: number | null } {
  const present = (1 - m) ** unread;
  let best: { worth: number; guess: number | null } = { worth: 1 - present, guess: null };
  for (let value = Math.max(0, top); value < V; value += 1) {
    const below = value === top ? 0 : (value / V) ** unread;
    const worth = present * (((value + 1) / V) ** unread - below);
    if (worth > best.worth) best = { worth, guess: value };
  }
  return best;
}

/**
 * Reading one row again and again, each reading wrong with probability `noise` and then any wrong value: a value read n times is
 * α^n times as likely as one never read, α = (1 − noise)(V − 1) / noise. What is known is the counts, largest first.
 */
function rereading({ n_values: V, noise_rate: noise, call_cost }: LookupSetting): {
  worth(counts: readonly number[], callsLeft: number): number;
  rereads(counts: readonly number[], callsLeft: number): boolean;
} {
  const memo = new Map<string, { worth: number; again: boolean }>();
  const alpha = ((1 - noise) * (V - 1)) / noise;
  const solve = (counts: readonly number[], left: number): { worth: number; again: boolean } => {
    const key = `${counts.join()}/${left}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const weights = counts.map((count) => alpha ** count);
    const total = weights.reduce((sum, weight) => sum + weight, 0) + V - counts.length;
    const stop = Math.max(weights[0] ?? 1, 1) / total;
    let again = -Infinity;
    if (left > 0) {
      again = -call_cost;
      const slots = counts.length < V ? [...counts, 0] : counts;
      for (const [i, count] of slots.entries()) {
        const alike = count === 0 ? V - counts.length : 1;
        const likely = (weights[i] ?? 1) / total;
        const seen = likely * (1 - noise) + ((1 - likely) * noise) / (V - 1);
        const next = slots.map((other, place) => (place === i ? other + 1 : other)).filter((other) => other > 0);
        again +=
          alike *
          seen *
          solve(
            next.sort((a, b) => b - a),
            left - 1,
          ).worth;
      }
    }
    const found = { worth: Math.max(stop, again), again: again > stop + 1e-12 };
    memo.set(key, found);
    return found;
  };
  return {
    worth: (counts, left) => solve(counts, left).worth,
    rereads: (counts, left) => noise > 0 && solve(counts, left).again,
  };
}
