import { codec, defineAnswer, int, listOf, type ParamsOf, parseIntegers, record, whole } from 'pawl/tasks';

const params = {
  products: int(2, 16, 'products in the store'),
  orders: int(1, 64, 'orders of the morning'),
};

const MOST = 9; // pieces of an order
const STOCK = 14; // pieces of a product at most

interface Order {
  readonly product: number;
  readonly pieces: number;
}

interface Morning {
  readonly stock: readonly number[];
  readonly orders: readonly Order[];
}

/** First come, first served: how many pieces does each order get? */
export default defineAnswer<ParamsOf<typeof params>, Morning, Morning, readonly number[]>({
  name: 'SHORT_STOCK',
  family: 'warehouse',
  domain: 'code',
  tags: ['orders'],
  says: 'Serve orders from short stock, first come, first served: the pieces shipped for each.',
  params,
  levels: [
    { products: 2, orders: 3 },
    { products: 2, orders: 5 },
    { products: 3, orders: 8 },
    { products: 4, orders: 12 },
    { products: 5, orders: 16 },
  ],
  difficulty: ({ products, orders }) => products * orders,
  generate: ({ products, orders }, rng) => ({
    stock: Array.from({ length: products }, () => rng.int(2, STOCK)),
    orders: Array.from({ length: orders }, () => ({ product: rng.below(products), pieces: rng.int(1, MOST) })),
  }),
  observe: (morning) => morning,
  answer: ({ stock, orders }) => {
    const left = [...stock];
    return orders.map(({ product, pieces }) => {
      const shipped = Math.min(pieces, left[product] ?? 0);
      left[product] = (left[product] ?? 0) - shipped;
      return shipped;
    });
  },
  same: (a, b) => a.length === b.length && a.every((pieces, i) => pieces === b[i]),
  check: ({ stock, orders }, action) => {
    // By what was asked of the same product before, not by what is left.
    const wrong = orders.findIndex(({ product, pieces }, i) => {
      const before = orders.slice(0, i).reduce((sum, o) => (o.product === product ? sum + o.pieces : sum), 0);
      const room = (stock[product] ?? 0) - before;
      return action[i] !== (room <= 0 ? 0 : room < pieces ? room : pieces);
    });
    if (wrong < 0 && action.length === orders.length) return { ok: true, reward: 1 };
    return { ok: false, reward: 0, why: `order ${wrong + 1} is not served right` };
  },
  baselines: [{ predictor: 'small tree', levels: [1], score: 0.32, why: 'of three orders often none is cut' }],
  randomAction: (_, rng, { orders }) => Array.from({ length: orders }, () => rng.int(0, MOST)),
  randomReturn: ({ orders }) => (MOST + 1) ** -orders.length,
  text: {
    rules: ({ products, orders }) =>
      `A store has ${products} products, numbered from 0, and there are ${orders} orders. Orders are served in turn: each gets the pieces that it asks for, or what is left of its product if that is less, or 0 if nothing is left. Reply with the pieces shipped for each order, in turn, such as "answer: 4 0 7". All right earns 1.`,
    observation: ({ stock, orders }) =>
      [
        ...stock.map((pieces, i) => `product ${i}: ${pieces} in stock`),
        ...orders.map(({ product, pieces }, i) => `order ${i + 1}: ${pieces} of product ${product}`),
      ].join('\n'),
    action: (action) => action.join(' '),
    parse: (reply, { orders }) => parseIntegers(reply, orders, 0, MOST),
  },
  bits: ({ products, orders }) => ({
    observation: codec(
      record<Morning>({
        stock: listOf(products, whole(0, STOCK)),
        orders: listOf(orders, record<Order>({ product: whole(0, products - 1), pieces: whole(1, MOST) })),
      }),
    ),
    action: codec(listOf(orders, whole(0, MOST))),
  }),
});
