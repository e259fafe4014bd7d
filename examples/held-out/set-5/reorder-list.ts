import { codec, defineAnswer, int, listOf, type ParamsOf, parseIntegers, record, whole } from 'pawl/tasks';

const params = {
  items: int(1, 32, 'articles on the list'),
  most: int(4, 500, 'highest stock of an article'),
};

interface Item {
  readonly stock: number;
  readonly coming: number;
  readonly point: number;
  readonly target: number;
}
interface Shelf {
  readonly most: number;
  readonly items: readonly Item[];
}

const right = ({ items }: Shelf, action: readonly number[]) =>
  items.filter(({ stock, coming, point, target }, i) => {
    const have = stock + coming;
    return have < point ? have + (action[i] ?? -1) === target : action[i] === 0;
  }).length;

/** How much of each article to order: up to its target if what is there and coming is below the reorder point, else nothing. */
export default defineAnswer<ParamsOf<typeof params>, Shelf, readonly Item[], readonly number[]>({
  name: 'REORDER_LIST',
  family: 'set-5',
  domain: 'agentic',
  tags: ['stock'],
  says: 'Order each article up to its target if stock and deliveries are below its reorder point, else nothing.',
  params,
  levels: [
    { items: 1, most: 12 },
    { items: 2, most: 20 },
    { items: 4, most: 30 },
    { items: 6, most: 50 },
    { items: 9, most: 80 },
  ],
  difficulty: ({ items, most }) => items * most,
  generate: ({ items, most }, rng) => ({
    most,
    items: Array.from({ length: items }, () => {
      const target = rng.int(Math.floor(most / 2), most);
      const point = rng.int(Math.floor(most / 4), target);
      const have = rng.chance(0.7) ? rng.int(0, point - 1) : rng.int(point, target);
      const coming = rng.chance(0.5) ? rng.int(0, have) : 0;
      return { stock: have - coming, coming, point, target };
    }),
  }),
  observe: ({ items }) => items,
  answer: ({ items }) =>
    items.map(({ stock, coming, point, target }) => (stock + coming < point ? target - stock - coming : 0)),
  same: (a, b) => a.length === b.length && a.every((x, i) => x === b[i]),
  reward: (shelf, action) => right(shelf, action) / shelf.items.length,
  check: (shelf, action) => {
    let good = 0;
    shelf.items.forEach((item, i) => {
      const gap = item.point - item.stock - item.coming;
      const want = gap > 0 ? item.target - item.point + gap : 0;
      if (action[i] === want) good += 1;
    });
    return { ok: good === shelf.items.length, reward: good / shelf.items.length };
  },
  randomAction: (_, rng, { items, most }) => Array.from({ length: items }, () => rng.int(0, most)),
  randomReturn: ({ most }) => 1 / (most + 1),
  baselines: [
    {
      predictor: 'constant',
      levels: [1, 2],
      score: 0.35,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'constant',
      levels: [3],
      score: 0.4,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'constant',
      levels: [4, 5],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'by step',
      levels: [1, 2],
      score: 0.35,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'by step',
      levels: [3],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'by step',
      levels: [4, 5],
      score: 0.25,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'single feature',
      levels: [1, 2, 5],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'single feature',
      levels: [3, 4],
      score: 0.35,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'small tree',
      levels: [1],
      score: 0.55,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'small tree',
      levels: [2],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'linear',
      levels: [1],
      score: 0.6,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'linear',
      levels: [2],
      score: 0.35,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'linear',
      levels: [3],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'linear',
      levels: [4, 5],
      score: 0.25,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'nearest',
      levels: [1],
      score: 0.65,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
    {
      predictor: 'nearest',
      levels: [2],
      score: 0.3,
      why: 'three numbers in ten are 0, and every number that is right is paid',
    },
  ],
  text: {
    rules: ({ items }) =>
      `You are given ${items} articles, each with its stock, what is coming, a reorder point and a target. If stock and coming together are below the reorder point, order what is missing to the target, else order 0. Reply with one number per article, such as "answer: ${Array.from({ length: items }, (_, i) => i).join(' ')}". You earn the share of the numbers that are right.`,
    observation: (items) =>
      items.map((x) => `stock ${x.stock}, coming ${x.coming}, point ${x.point}, target ${x.target}`).join('; '),
    action: (action) => action.join(' '),
    parse: (reply, { items, most }) => parseIntegers(reply, items, 0, most),
  },
  bits: ({ items, most }) => ({
    observation: codec(
      listOf(
        items,
        record<Item>({ stock: whole(0, most), coming: whole(0, most), point: whole(0, most), target: whole(0, most) }),
      ),
    ),
    action: codec(listOf(items, whole(0, most))),
  }),
});
