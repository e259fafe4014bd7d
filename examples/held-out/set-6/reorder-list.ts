import { codec, defineAnswer, int, listOf, parseIntegers, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  articles: int(1, 24, 'articles on the shelf'),
  full: int(8, 200, 'most that a shelf holds of one article'),
};

interface Article {
  readonly stock: number;
  readonly coming: number;
  readonly least: number;
  readonly target: number;
}

/** The shop: what is ordered of each article tonight? */
export default defineAnswer<
  ParamsOf<typeof params>,
  { readonly shelf: readonly Article[]; readonly full: number },
  readonly Article[],
  readonly number[]
>({
  name: 'REORDER_LIST',
  family: 'own',
  domain: 'code',
  tags: ['shop', 'list'],
  says: 'Order each article that falls below its least stock up to its target, and nothing of the others.',
  params,
  levels: [
    { articles: 2, full: 12 },
    { articles: 3, full: 20 },
    { articles: 5, full: 31 },
    { articles: 8, full: 63 },
  ],
  difficulty: ({ articles, full }) => articles * full,
  generate: ({ articles, full }, rng) => ({
    full,
    shelf: Array.from({ length: articles }, () => {
      const target = rng.int(4, full);
      const least = rng.int(2, target);
      const there = rng.chance(0.7) ? rng.below(least) : rng.int(least, target);
      const coming = rng.int(0, there);
      return { stock: there - coming, coming, least, target };
    }),
  }),
  observe: ({ shelf }) => shelf,
  answer: ({ shelf }) =>
    shelf.map(({ stock, coming, least, target }) => (stock + coming < least ? target - stock - coming : 0)),
  same: (a, b) => a.length === b.length && a.every((amount, i) => amount === b[i]),
  reward: ({ shelf }, action) => {
    let right = 0;
    shelf.forEach(({ stock, coming, least, target }, i) => {
      const there = stock + coming;
      if (action[i] === (there >= least ? 0 : target - there)) right += 1;
    });
    return right / shelf.length;
  },
  check: ({ shelf }, action) => {
    const wrong = shelf.filter(({ stock, coming, least, target }, i) => {
      const ordered = action[i] ?? -1;
      const isShort = least - coming > stock;
      return isShort ? ordered + stock + coming !== target : ordered !== 0;
    }).length;
    if (wrong === 0) return { ok: true, reward: 1 };
    return { ok: false, reward: (shelf.length - wrong) / shelf.length, why: `${wrong} articles are ordered wrongly` };
  },
  randomAction: (shelf, rng, { full }) => shelf.map(() => rng.int(0, full)),
  randomReturn: ({ full }) => 1 / (full + 1),
  text: {
    rules: ({ articles, full }) =>
      `You see ${articles} articles of a shop: the stock, what is coming already, the least and the target. If stock and coming together are below the least, order what is missing to the target, else order 0. Reply with ${articles} numbers from 0 to ${full} in the order of the articles, such as "answer: ${Array.from({ length: articles }, (_, i) => i).join(' ')}". Each right number earns 1/${articles}.`,
    observation: (shelf) =>
      shelf.map((a) => `stock ${a.stock}, coming ${a.coming}, least ${a.least}, target ${a.target}`).join('\n'),
    action: (action) => action.join(' '),
    parse: (reply, { articles, full }) => parseIntegers(reply, articles, 0, full),
  },
  bits: ({ articles, full }) => ({
    observation: codec(
      listOf(
        articles,
        record<Article>({
          stock: whole(0, full),
          coming: whole(0, full),
          least: whole(2, full),
          target: whole(4, full),
        }),
      ),
    ),
    action: codec(listOf(articles, whole(0, full))),
  }),
});
