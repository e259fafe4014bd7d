import { codec, defineTemplate, int, oneOf, type ParamsOf, parseInteger, whole } from 'pawl/tasks';

const EVENTS = ['one', 'two', 'three', 'cancel'] as const;
type Event = (typeof EVENTS)[number];
const WORTH: Readonly<Record<Event, number>> = { one: 1, two: 2, three: 3, cancel: 0 };
interface Sale {
  readonly price: number;
  readonly events: readonly Event[];
}

const params = { price: int(2, 31, 'price of an article'), steps: int(1, 64, 'number of events') };

/** What the display shows after each event: what is still missing; 0 when the article drops, and then it begins anew (too much is paid back). */
const displays = ({ price, events }: Sale): number[] => {
  let paid = 0;
  return events.map((event) => {
    if (paid >= price) paid = 0;
    paid = event === 'cancel' ? 0 : paid + WORTH[event];
    return Math.max(0, price - paid);
  });
};

/** The display of a vending machine: coins drop one by one, someone may cancel, and the amount still missing must be shown after each event. */
export default defineTemplate<ParamsOf<typeof params>, Sale, Event, number>({
  name: 'VENDING_DISPLAY',
  family: 'strangers',
  domain: 'agentic',
  tags: ['controller'],
  says: 'Show what is still to be paid, coin after coin.',
  shape: 'episode',
  params,
  levels: [
    { price: 6, steps: 5 },
    { price: 9, steps: 12 },
    { price: 11, steps: 14 },
    { price: 13, steps: 16 },
    { price: 17, steps: 24 },
  ],
  metrics: [],
  difficulty: ({ price, steps }) => price * steps,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ steps }) => steps,
  generate: ({ price, steps }, rng) => ({
    price,
    events: Array.from({ length: steps }, () => EVENTS[rng.weighted([0.32, 0.31, 0.31, 0.06])] ?? 'one'),
  }),
  start: (sale) => {
    let at = 0;
    let missing = sale.price;
    return {
      observe: () => sale.events[at] ?? 'cancel',
      step: (action) => {
        const event = sale.events[at] ?? 'cancel';
        if (missing === 0 || event === 'cancel') missing = sale.price;
        missing = Math.max(0, missing - WORTH[event]);
        at++;
        return { reward: action === missing ? 1 / sale.events.length : 0, done: at === sale.events.length };
      },
    };
  },
  oracle: (sale) => {
    const shown = displays(sale).values();
    return { act: () => shown.next().value ?? 0 };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { price }) => rng.int(0, price),
  randomReturn: ({ price }) => 1 / (price + 1),
  verify: (sale, actions) => {
    const right = displays(sale).filter((shown, at) => actions[at] === shown).length;
    const reward = right / sale.events.length;
    return right === sale.events.length
      ? { ok: true, reward }
      : { ok: false, reward, why: `${right} of ${sale.events.length} displays are right` };
  },
  measure: () => ({}),
  text: {
    rules: ({ price, steps }) =>
      `You are the display of a vending machine whose article costs ${price}. In each of ${steps} steps a coin of 1, 2 or 3 drops or someone presses cancel, which pays everything back. Reply with what is still missing after that, such as "answer: 3": 0 when the price is reached; the article then drops, what is too much is paid back, and the next coin counts towards a new article. Each right display earns 1/${steps}.`,
    observation: (event) => (event === 'cancel' ? 'cancel' : `coin: ${WORTH[event]}`),
    action: (action) => String(action),
    parse: (reply, { price }) => parseInteger(reply, 0, price),
  },
  bits: ({ price }) => ({ observation: codec(oneOf(EVENTS)), action: codec(whole(0, price)) }),
});
