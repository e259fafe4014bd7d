import { codec, defineAnswer, int, listOf, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  goods: int(1, 12, 'ingredients of the recipe'),
  need: int(1, 20, 'most that a tray needs of one ingredient'),
  trays: int(4, 40, 'most trays'),
};

interface Good {
  readonly stock: number;
  readonly need: number;
}

interface Larder {
  readonly ordered: number;
  readonly goods: readonly Good[];
}

/** The kitchen: how many trays can be baked? */
export default defineAnswer<ParamsOf<typeof params>, Larder, Larder, number>({
  name: 'BATCHES_FROM_STOCK',
  family: 'own',
  domain: 'math',
  tags: ['kitchen', 'least'],
  says: 'How many trays can be baked from the stock, and no more than were ordered?',
  params,
  levels: [
    { goods: 2, need: 3, trays: 7 },
    { goods: 3, need: 4, trays: 9 },
    { goods: 4, need: 5, trays: 12 },
    { goods: 6, need: 7, trays: 15 },
  ],
  difficulty: ({ goods, need, trays }) => goods * need * trays,
  generate: ({ goods, need, trays }, rng) => {
    const baked = rng.int(0, trays);
    // What holds the kitchen up: an ingredient, or (the last) the order.
    const tight = rng.below(goods + 1);
    const enough = (i: number) => (i === tight ? baked : rng.int(baked, trays));
    return {
      ordered: enough(goods),
      goods: Array.from({ length: goods }, (_, i) => {
        const per = rng.int(1, need);
        return { stock: per * enough(i) + rng.below(per), need: per };
      }),
    };
  },
  observe: (larder) => larder,
  answer: ({ ordered, goods }) => Math.min(ordered, ...goods.map(({ stock, need }) => Math.floor(stock / need))),
  check: ({ ordered, goods }, action) => {
    const can = (trays: number) => trays <= ordered && goods.every(({ stock, need }) => trays * need <= stock);
    if (!can(action)) return { ok: false, reward: 0, why: `${action} trays are too many` };
    return can(action + 1) ? { ok: false, reward: 0, why: 'one tray more can be baked' } : { ok: true, reward: 1 };
  },
  randomAction: (_, rng, { trays }) => rng.int(0, trays),
  text: {
    rules: ({ goods, trays }) =>
      `A recipe has ${goods} ingredients. You see how many trays were ordered, and of each ingredient what is in stock and what one tray needs. Reply with the number of whole trays that can be baked, no more than ordered, from 0 to ${trays}, such as "answer: 4". A right answer earns 1.`,
    observation: ({ ordered, goods }) =>
      `ordered ${ordered}; ${goods.map(({ stock, need }) => `stock ${stock}, a tray needs ${need}`).join('; ')}`,
    action: (action) => String(action),
    parse: (reply, { trays }) => parseInteger(reply, 0, trays),
  },
  bits: ({ goods, need, trays }) => ({
    observation: codec(
      record<Larder>({
        ordered: whole(0, trays),
        goods: listOf(goods, record<Good>({ stock: whole(0, need * trays + need - 1), need: whole(1, need) })),
      }),
    ),
    action: codec(whole(0, trays)),
  }),
});
