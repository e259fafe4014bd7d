import { codec, defineTemplate, int, listOf, number, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  pallets: int(1, 64, 'pallets that are counted'),
  clerks: int(2, 9, 'clerks who count each pallet'),
  most: int(3, 1000, 'most boxes on a pallet'),
  error: number(0, 0.5, 'how often a clerk writes down another number'),
};

interface Seen {
  readonly book: number;
  readonly counts: readonly number[];
}
interface Pallet extends Seen {
  readonly truth: number;
}
interface Recount {
  readonly most: number;
  readonly error: number;
  readonly pallets: readonly Pallet[];
}

const times = (counts: readonly number[], value: number) => counts.filter((c) => c === value).length;

/** The number that most clerks wrote down; of several, the one that was written first. */
function agreed(counts: readonly number[]): number {
  let best = counts[0] ?? 0;
  for (const count of counts) if (times(counts, count) > times(counts, best)) best = count;
  return best;
}

/** How likely the best guess is to be true. Every number was as likely beforehand, and a wrong one is any other number. */
function chanceOfBest(counts: readonly number[], most: number, error: number): number {
  let sum = 0;
  let best = 0;
  for (let value = 0; value <= most; value += 1) {
    const n = times(counts, value);
    const weight = (1 - error) ** n * (error / most) ** (counts.length - n);
    sum += weight;
    best = Math.max(best, weight);
  }
  return best / sum;
}

/** Correct the books after a count in which clerks err at a stated rate. */
export default defineTemplate<ParamsOf<typeof params>, Recount, Seen, number>({
  name: 'RECOUNT',
  family: 'set-5',
  domain: 'math',
  tags: ['noise', 'stocktaking'],
  says: 'Correct the book by the number on which most clerks agree; each of them errs at a stated rate.',
  shape: 'episode',
  params,
  levels: [
    { pallets: 2, clerks: 3, most: 6, error: 0.1 },
    { pallets: 3, clerks: 3, most: 12, error: 0.1 },
    { pallets: 5, clerks: 4, most: 30, error: 0.15 },
    { pallets: 8, clerks: 5, most: 60, error: 0.2 },
  ],
  metrics: [{ name: 'right', better: 'higher', says: 'pallets whose correction was right' }],
  difficulty: ({ pallets, most }) => pallets * most,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ pallets }) => pallets,
  generate: ({ pallets, clerks, most, error }, rng) => ({
    most,
    error,
    pallets: Array.from({ length: pallets }, () => {
      const truth = rng.int(0, most);
      const counts = Array.from({ length: clerks }, () =>
        rng.chance(error) ? (truth + rng.int(1, most)) % (most + 1) : truth,
      );
      return { truth, book: rng.int(0, most), counts };
    }),
  }),
  start: ({ pallets }) => {
    let turn = 0;
    return {
      observe: () => {
        const { book, counts } = pallets[Math.min(turn, pallets.length - 1)] ?? { book: 0, counts: [] };
        return { book, counts };
      },
      step(correction) {
        const pallet = pallets[turn];
        if (pallet === undefined) return { reward: 0, done: true };
        turn += 1;
        const isRight = correction !== undefined && pallet.book + correction === pallet.truth;
        return { reward: isRight ? 1 / pallets.length : 0, done: turn === pallets.length };
      },
    };
  },
  oracle: () => ({ act: ({ book, counts }) => agreed(counts) - book }),
  optimum: ({ pallets, most, error }) => {
    const mean = pallets.reduce((sum, { counts }) => sum + chanceOfBest(counts, most, error), 0) / pallets.length;
    return { kind: 'expected', reward: mean, low: mean, high: mean };
  },
  randomAction: (_, rng, { most }) => rng.int(-most, most),
  randomReturn: ({ most }) => 1 / (2 * most + 1),
  verify: ({ pallets }, actions) => {
    const right = pallets.filter(({ truth, book }, i) => actions[i] === truth - book).length;
    const reward = right / pallets.length;
    return right === pallets.length
      ? { ok: true, reward }
      : { ok: false, reward, why: `${right} corrections were right` };
  },
  baselines: [
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.25,
      why: 'few pairs of numbers, and one clerk alone is mostly right',
    },
    {
      predictor: 'small tree',
      levels: [1],
      score: 0.6,
      why: 'few pairs of numbers, and one clerk alone is mostly right',
    },
    {
      predictor: 'small tree',
      levels: [2],
      score: 0.35,
      why: 'few pairs of numbers, and one clerk alone is mostly right',
    },
    { predictor: 'linear', levels: [1], score: 0.6, why: 'few pairs of numbers, and one clerk alone is mostly right' },
    { predictor: 'linear', levels: [2], score: 0.35, why: 'few pairs of numbers, and one clerk alone is mostly right' },
    {
      predictor: 'nearest',
      levels: [1, 2],
      score: 1,
      why: 'few pairs of numbers, and one clerk alone is mostly right',
    },
    { predictor: 'nearest', levels: [3], score: 0.4, why: 'few pairs of numbers, and one clerk alone is mostly right' },
  ],
  measure: ({ pallets }, { total }) => ({ right: Math.round(total * pallets.length) }),
  text: {
    rules: ({ pallets, clerks, most, error }) =>
      `You correct the books for ${pallets} pallets of 0 to ${most} boxes. You see what the book says and what ${clerks} clerks counted; each of them, with a chance of ${error}, wrote down some other number. Reply with the correction, the true number minus the book, such as "answer: -3". Take the number on which most clerks agree, of several the one that was written first. Each right correction earns 1/${pallets}.`,
    observation: ({ book, counts }) => `book ${book}, counts: ${counts.join(' ')}`,
    action: (correction) => String(correction),
    parse: (reply, { most }) => parseInteger(reply, -most, most),
  },
  bits: ({ clerks, most }) => ({
    observation: codec(record<Seen>({ book: whole(0, most), counts: listOf(clerks, whole(0, most)) })),
    action: codec(whole(-most, most)),
  }),
});
