import { codec, defineTemplate, int, listOf, oneOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = { orders: int(2, 32, 'orders of an evening') };

const STATES = ['cooking', 'ready', 'gone'] as const;

/** The share of tips that are forgotten although the dish was on time. */
const FORGOTTEN = 0.05;
/** A dish is ready at most so many steps before its turn, and due at most so many after it. */
const EARLY = 3;
const LATE = 2;

interface Order {
  readonly ready: number;
  readonly due: number;
}

interface Evening {
  readonly orders: readonly Order[];
  /** By step: the tip of this step is forgotten. */
  readonly forgotten: readonly boolean[];
}

interface Ticket {
  readonly state: (typeof STATES)[number];
  /** Steps until it is due; 0 is the last chance, after which the guest has left. */
  readonly left: number;
}

/** The pass of a kitchen, with noise: serve what is ready and due first. */
export default defineTemplate<ParamsOf<typeof params>, Evening, readonly Ticket[], number>({
  name: 'ORDER_COUNTER',
  family: 'own',
  domain: 'meta',
  tags: ['kitchen', 'noise', 'order'],
  says: 'Serve of the dishes that are ready the one that is due first; now and then the tip is forgotten.',
  shape: 'episode',
  params,
  levels: [{ orders: 3 }, { orders: 4 }, { orders: 6 }, { orders: 9 }],
  metrics: [{ name: 'tips', better: 'higher', says: 'dishes that were paid with a tip' }],
  difficulty: ({ orders }) => orders,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ orders }) => orders,

  generate: ({ orders: count }, rng) => {
    const orders = Array.from({ length: count }, (_, turn) => ({
      ready: Math.max(0, turn - rng.int(0, EARLY)),
      due: Math.min(count - 1, turn + rng.int(0, LATE)),
    }));
    rng.shuffle(orders);
    return { orders, forgotten: Array.from({ length: count }, () => rng.chance(FORGOTTEN)) };
  },
  start: ({ orders, forgotten }) => {
    const served = new Set<number>();
    let now = 0;
    return {
      observe: () =>
        orders.map(({ ready, due }, i) => {
          if (served.has(i) || now > due) return { state: 'gone', left: 0 };
          return { state: now >= ready ? 'ready' : 'cooking', left: due - now };
        }),
      step(index) {
        if (now === orders.length) return { reward: 0, done: true };
        const order = index === undefined ? undefined : orders[index];
        let reward = 0;
        if (
          index !== undefined &&
          order !== undefined &&
          !served.has(index) &&
          order.ready <= now &&
          now <= order.due
        ) {
          served.add(index);
          if (!forgotten[now]) reward = 1 / orders.length;
        }
        now += 1;
        return { reward, done: now === orders.length };
      },
    };
  },
  oracle: () => ({
    act: (tickets) => {
      let best = 0;
      let least = Infinity;
      for (const [i, { state, left }] of tickets.entries()) {
        if (state === 'ready' && left < least) {
          best = i;
          least = left;
        }
      }
      return best;
    },
  }),
  // Each step serves one dish at most, so the tips that nobody forgets are all there is.
  optimum: ({ orders, forgotten }) => ({
    kind: 'exact',
    reward: forgotten.filter((isLost) => !isLost).length / orders.length,
  }),
  randomAction: (tickets, rng) => rng.below(tickets.length),
  verify: ({ orders, forgotten }, actions) => {
    let onTime = 0;
    let tips = 0;
    orders.forEach(({ ready, due }, i) => {
      // A dish leaves the pass the first time that it is asked for between ready and due.
      const when = actions.findIndex((index, step) => index === i && step >= ready && step <= due);
      if (when < 0) return;
      onTime += 1;
      if (!forgotten[when]) tips += 1;
    });
    const reward = tips / orders.length;
    if (onTime === orders.length) return { ok: true, reward };
    return { ok: false, reward, why: `${orders.length - onTime} dishes were not served in time` };
  },
  measure: ({ orders }, { total }) => ({ tips: Math.round(total * orders.length) }),
  text: {
    rules: ({ orders }) =>
      `You see ${orders} orders at the pass of a kitchen, counted from 0: each is cooking, ready or gone (served, or the guest has left), and has so many steps left until it is due (0: now or never). In each step serve one that is ready; asking for one that is not is a step lost. A dish that is served in time earns 1/${orders}, but about ${FORGOTTEN * 100} of 100 tips are forgotten. Reply with the number of the order, such as "answer: 0".`,
    observation: (tickets) => tickets.map(({ state, left }, i) => `${i}: ${state}, ${left} left`).join('\n'),
    action: (index) => String(index),
    parse: (reply, { orders }) => parseInteger(reply, 0, orders - 1),
  },
  bits: ({ orders }) => ({
    observation: codec(listOf(orders, record<Ticket>({ state: oneOf(STATES), left: whole(0, orders) }))),
    action: codec(whole(0, orders - 1)),
  }),
});
