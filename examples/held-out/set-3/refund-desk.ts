import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord } from 'pawl/tasks';

const HEARD = ['next', 'yes', 'no'] as const;
type Heard = (typeof HEARD)[number];

/** Three questions (is there a receipt, was it paid by card, was it worn) and three ways to end. */
const ACTIONS = ['RECEIPT', 'CARD', 'WORN', 'REFUND', 'VOUCHER', 'REFUSE'] as const;
type Action = (typeof ACTIONS)[number];

const params = { customers: int(1, 32, 'customers in the queue') };

interface Customer {
  readonly receipt: boolean;
  readonly card: boolean;
  readonly worn: boolean;
}

interface Shift {
  readonly customers: readonly Customer[];
}

/** What the book of the desk asks for, customer by customer. */
function byTheBook({ receipt, card, worn }: Customer): readonly Action[] {
  if (receipt) return ['RECEIPT', 'WORN', worn ? 'VOUCHER' : 'REFUND'];
  if (!card) return ['RECEIPT', 'CARD', 'REFUSE'];
  return ['RECEIPT', 'CARD', 'WORN', worn ? 'REFUSE' : 'VOUCHER'];
}

function reply({ receipt, card, worn }: Customer, action: Action): Heard {
  if (action === 'RECEIPT') return receipt ? 'yes' : 'no';
  if (action === 'CARD') return card ? 'yes' : 'no';
  if (action === 'WORN') return worn ? 'yes' : 'no';
  return 'next';
}

const stepsOf = ({ customers }: Shift): readonly Action[] => customers.flatMap(byTheBook);

/** Serve customers who bring something back, question by question, as the book says. */
export default defineTemplate<ParamsOf<typeof params>, Shift, Heard, Action>({
  name: 'REFUND_DESK',
  family: 'strangers',
  domain: 'agentic',
  tags: ['protocol'],
  says: 'Ask and decide by the book for each customer, until the first mistake.',
  shape: 'episode',
  params,
  levels: [{ customers: 2 }, { customers: 5 }, { customers: 7 }, { customers: 10 }, { customers: 14 }],
  metrics: [{ name: 'steps', better: 'higher', says: 'steps by the book before the first mistake' }],
  difficulty: ({ customers }) => customers,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ customers }) => 4 * customers,

  generate: ({ customers }, rng) => ({
    customers: Array.from({ length: customers }, () => ({
      receipt: rng.chance(0.5),
      card: rng.chance(0.6),
      worn: rng.chance(0.5),
    })),
  }),
  start: (shift) => {
    const all = stepsOf(shift).length;
    let served = 0;
    let asked = 0;
    let heard: Heard = 'next';
    let isOver = false;
    return {
      observe: () => heard,
      step(action) {
        const customer = shift.customers[served];
        if (isOver || customer === undefined) return { reward: 0, done: true };
        const book = byTheBook(customer);
        if (action === undefined || action !== book[asked]) {
          isOver = true;
          return { reward: 0, done: true };
        }
        heard = reply(customer, action);
        asked += 1;
        if (asked === book.length) {
          served += 1;
          asked = 0;
        }
        isOver = served === shift.customers.length;
        return { reward: 1 / all, done: isOver };
      },
    };
  },
  oracle: (shift) => {
    const steps = stepsOf(shift);
    let turn = 0;
    return { act: () => steps[turn++] ?? 'REFUSE' };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTIONS),
  // By chance the first k steps are all right with a chance of 1 / 6^k.
  randomReturn: (shift) => {
    const all = stepsOf(shift).length;
    let sum = 0;
    for (let k = 1; k <= all; k += 1) sum += ACTIONS.length ** -k;
    return sum / all;
  },
  verify: ({ customers }, actions) => {
    const book: Action[] = [];
    for (const { receipt, card, worn } of customers) {
      book.push('RECEIPT');
      if (!receipt) book.push('CARD');
      const isKnown = receipt || card;
      if (isKnown) book.push('WORN');
      const points = (receipt ? 2 : 1) - (worn ? 1 : 0);
      book.push(!isKnown || points === 0 ? 'REFUSE' : points === 1 ? 'VOUCHER' : 'REFUND');
    }
    const mistake = book.findIndex((action, i) => actions[i] !== action);
    if (mistake < 0) return { ok: true, reward: 1 };
    return { ok: false, reward: mistake / book.length, why: `step ${mistake + 1} is not by the book` };
  },
  baselines: [
    {
      predictor: 'by step',
      levels: [1],
      score: 0.4,
      why: 'two customers at level 1, and the first question is always the same',
    },
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.3,
      why: 'two customers at level 1, and the first question is always the same',
    },
    {
      predictor: 'small tree',
      levels: [1],
      score: 0.4,
      why: 'two customers at level 1, and the first question is always the same',
    },
    {
      predictor: 'linear',
      levels: [1],
      score: 0.4,
      why: 'two customers at level 1, and the first question is always the same',
    },
    {
      predictor: 'nearest',
      levels: [1],
      score: 0.3,
      why: 'two customers at level 1, and the first question is always the same',
    },
  ],
  measure: (shift, { total }) => ({ steps: Math.round(total * stepsOf(shift).length) }),
  text: {
    rules: ({ customers }) =>
      `You serve ${customers} customers who bring clothes back. For each, ask RECEIPT first. With a receipt ask WORN, then give REFUND if it was not worn and VOUCHER if it was. Without a receipt ask CARD: if it was not paid by card, REFUSE; if it was, ask WORN, then give VOUCHER if it was not worn and REFUSE if it was. You hear "yes" or "no" after a question, and "next" when a new customer stands there. Reply with one step at a time, such as "answer: RECEIPT". Each right step earns the same part of 1; the first wrong one ends the shift.`,
    observation: (heard) => heard,
    action: (action) => action,
    parse: (text) => parseWord(text, ACTIONS),
  },
  bits: () => ({ observation: codec(oneOf(HEARD)), action: codec(oneOf(ACTIONS)) }),
});
