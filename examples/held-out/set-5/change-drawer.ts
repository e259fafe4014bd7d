import { codec, defineTemplate, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  kinds: int(2, 6, 'kinds of coins'),
  owed: int(5, 400, 'highest change that is owed'),
};

const COINS = [50, 20, 10, 5, 2, 1];
const ONES = 15;
const FEW = 3;
const LONGEST = 12;

interface Pile {
  readonly worth: number;
  readonly count: number;
}
interface Seen {
  readonly owed: number;
  readonly drawer: readonly Pile[];
}
interface Till extends Seen {
  /** The piles that the rule takes from, coin by coin. */
  readonly way: readonly number[];
}

function giveOut(owed: number, drawer: readonly Pile[]): number[] | undefined {
  const way: number[] = [];
  let rest = owed;
  drawer.forEach(({ worth, count }, pile) => {
    const n = Math.min(count, Math.floor(rest / worth));
    rest -= n * worth;
    for (let i = 0; i < n; i += 1) way.push(pile);
  });
  return rest === 0 ? way : undefined;
}

/** Give change from a drawer that runs short: always the biggest coin that fits and is there. */
export default defineTemplate<ParamsOf<typeof params>, Till, Seen, number>({
  name: 'CHANGE_DRAWER',
  family: 'set-5',
  domain: 'agentic',
  tags: ['till'],
  says: 'Give change coin by coin: always the biggest that is no more than what is owed and still in the drawer.',
  shape: 'episode',
  params,
  levels: [
    { kinds: 2, owed: 6 },
    { kinds: 3, owed: 12 },
    { kinds: 4, owed: 45 },
    { kinds: 5, owed: 60 },
    { kinds: 6, owed: 150 },
  ],
  metrics: [{ name: 'coins', better: 'higher', says: 'right coins before the first mistake' }],
  difficulty: ({ owed }) => owed,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: () => LONGEST,
  generate: ({ kinds, owed }, rng) => {
    for (let i = 0; i < 1000; i += 1) {
      const drawer = COINS.slice(-kinds).map((worth) => ({
        worth,
        count: worth === 1 ? rng.int(4, ONES) : rng.bit() * rng.int(1, FEW),
      }));
      const due = rng.int(1, owed);
      const way = giveOut(due, drawer);
      if (way !== undefined && way.length <= LONGEST) return { owed: due, drawer, way };
    }
    const drawer = COINS.slice(-kinds).map((worth) => ({ worth, count: worth === 1 ? 4 : 0 }));
    return { owed: 1, drawer, way: [kinds - 1] };
  },
  start: ({ owed, drawer, way }) => {
    let rest = owed;
    const counts = drawer.map(({ count }) => count);
    let isOver = false;
    return {
      observe: () => ({ owed: rest, drawer: drawer.map(({ worth }, i) => ({ worth, count: counts[i] ?? 0 })) }),
      step(pile) {
        if (isOver) return { reward: 0, done: true };
        const right = drawer.findIndex(({ worth }, i) => worth <= rest && (counts[i] ?? 0) > 0);
        if (pile !== right) {
          isOver = true;
          return { reward: 0, done: true };
        }
        rest -= drawer[right]?.worth ?? 0;
        counts[right] = (counts[right] ?? 1) - 1;
        isOver = rest === 0;
        return { reward: 1 / way.length, done: isOver };
      },
    };
  },
  oracle: () => ({ act: ({ owed, drawer }) => drawer.findIndex(({ worth, count }) => worth <= owed && count > 0) }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { kinds }) => rng.below(kinds),
  // By chance the first k coins are all right with a chance of 1 / kinds^k.
  randomReturn: ({ drawer, way }) => way.reduce((sum, _, i) => sum + drawer.length ** -(i + 1), 0) / way.length,
  verify: ({ way }, actions) => {
    const mistake = way.findIndex((pile, i) => actions[i] !== pile);
    if (mistake < 0) return { ok: true, reward: 1 };
    return { ok: false, reward: mistake / way.length, why: `coin ${mistake + 1} is not the biggest that fits` };
  },
  baselines: [
    { predictor: 'constant', levels: [1], score: 0.45, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'constant', levels: [2], score: 0.3, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'by step', levels: [1], score: 0.45, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'copy', levels: [1], score: 0.45, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'copy', levels: [2], score: 0.3, why: 'few piles, and the smallest is often the right one' },
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.95,
      why: 'few piles, and the smallest is often the right one',
    },
    { predictor: 'single feature', levels: [2], score: 0.6, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'single feature', levels: [3], score: 0.5, why: 'few piles, and the smallest is often the right one' },
    {
      predictor: 'single feature',
      levels: [4],
      score: 0.35,
      why: 'few piles, and the smallest is often the right one',
    },
    {
      predictor: 'single feature',
      levels: [5],
      score: 0.25,
      why: 'few piles, and the smallest is often the right one',
    },
    {
      predictor: 'small tree',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'the rule is a row of comparisons of the seen piles with what is owed',
      isDefinition: true,
    },
    {
      predictor: 'linear',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'the rule is a row of comparisons of the seen piles with what is owed',
      isDefinition: true,
    },
    { predictor: 'nearest', levels: [1], score: 1, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'nearest', levels: [2], score: 0.9, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'nearest', levels: [3, 4], score: 0.5, why: 'few piles, and the smallest is often the right one' },
    { predictor: 'nearest', levels: [5], score: 0.45, why: 'few piles, and the smallest is often the right one' },
  ],
  measure: ({ way }, { total }) => ({ coins: Math.round(total * way.length) }),
  text: {
    rules: ({ kinds }) =>
      `You give change, coin by coin, from a drawer of ${kinds} piles, numbered from 0. Always give the biggest coin that is no more than what is still owed and still in the drawer. Reply with the number of its pile, such as "answer: 1". Each right coin earns an equal share of 1; the first wrong one ends the task.`,
    observation: ({ owed, drawer }) =>
      `owed ${owed}; drawer: ${drawer.map(({ worth, count }) => `${count} of ${worth}`).join(', ')}`,
    action: (pile) => String(pile),
    parse: (reply, { kinds }) => parseInteger(reply, 0, kinds - 1),
  },
  bits: ({ kinds, owed }) => ({
    observation: codec(
      record<Seen>({
        owed: whole(0, owed),
        drawer: listOf(kinds, record<Pile>({ worth: whole(1, 50), count: whole(0, ONES) })),
      }),
    ),
    action: codec(whole(0, kinds - 1)),
  }),
});
