/**
 * Bit histories in one byte: how many zeros and ones a context has seen, and which came last. Counts are bounded so that
 * 255 states suffice, and the smaller the rarer bit, the higher the count of the other may go. When a bit comes that
 * contradicts a long run, most of the run is forgotten:
 *
 *     n_bit ← n_bit + 1,    n_other ← ⌊log₂ n_other⌋ + 1 where n_other > 2
 *
 * State 0 has seen nothing. A table of adaptive counters then learns what each history means.
 *
 * @source Mahoney 2005, Adaptive weighing of context models (nonstationary states); the bounds are our own
 */
interface History {
  readonly zeros: number;
  readonly ones: number;
  readonly last: 0 | 1;
}

/** Highest count of the commoner bit when the rarer one was seen 0, 1, 2, … times. */
const bounds = [41, 30, 9, 5] as const;

/** Next states: entry 2·state + bit. */
export function historyTransitions(): Uint8Array {
  const states = allHistories();
  const numberOf = new Map(states.map((state, i) => [nameOf(state), i]));
  const next = new Uint8Array(512);
  for (const [i, state] of states.entries()) {
    for (const bit of [0, 1] as const) next[2 * i + bit] = numberOf.get(nameOf(step(state, bit)))!;
  }
  return next;
}

/** The share of ones each state begins with in a table of counters: (ones + 0.4) / (zeros + ones + 0.8). */
export function historyPriors(): Float64Array {
  const priors = new Float64Array(256).fill(0.5);
  for (const [i, { zeros, ones }] of allHistories().entries()) priors[i] = (ones + 0.4) / (zeros + ones + 0.8);
  return priors;
}

function allHistories(): readonly History[] {
  const states: History[] = [];
  for (let zeros = 0; zeros <= bounds[0]; zeros += 1) {
    for (let ones = 0; ones <= bounds[0]; ones += 1) {
      if (!isAllowed(zeros, ones)) continue;
      for (const last of lastBits(zeros, ones)) states.push({ zeros, ones, last });
    }
  }
  return states;
}

function isAllowed(zeros: number, ones: number): boolean {
  return Math.max(zeros, ones) <= (bounds[Math.min(zeros, ones)] ?? 0);
}

/** Which bit may have come last; of an empty or one-sided history that is no question. */
function lastBits(zeros: number, ones: number): readonly (0 | 1)[] {
  if (zeros === 0) return [1];
  return ones === 0 ? [0] : [0, 1];
}

function nameOf({ zeros, ones, last }: History): string {
  return `${zeros},${ones},${last}`;
}

function step(from: History, bit: 0 | 1): History {
  const forget = (n: number): number => (n > 2 ? Math.floor(Math.log2(n)) + 1 : n);
  let zeros = bit === 0 ? from.zeros + 1 : forget(from.zeros);
  let ones = bit === 1 ? from.ones + 1 : forget(from.ones);
  // The bit that just came keeps its count as long as the other can give way.
  while (!isAllowed(zeros, ones)) {
    const isRun = Math.min(zeros, ones) === 0 || Math.max(zeros, ones) > bounds[1];
    if (isRun ? zeros > ones : zeros <= ones) zeros -= 1;
    else ones -= 1;
  }
  return { zeros, ones, last: zeros === 0 ? 1 : ones === 0 ? 0 : bit };
}
