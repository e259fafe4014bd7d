import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const ACTIONS = ['LOAD', 'NEXT'] as const;
type Action = (typeof ACTIONS)[number];

const params = {
  parcels: int(1, 64, 'parcels on the belt'),
  hold: int(4, 256, 'the highest load of a van'),
};

/** What is seen: the parcel on the belt, and what any van may carry. What is in the van is not shown. */
interface Belt {
  readonly weight: number;
  readonly hold: number;
}

interface Morning {
  readonly weights: readonly number[];
  readonly hold: number;
}

/** Load parcels in their order; the next van comes only when the parcel does not fit into this one. */
export default defineTemplate<ParamsOf<typeof params>, Morning, Belt, Action>({
  name: 'LOAD_VANS',
  family: 'strangers',
  domain: 'agentic',
  tags: ['resource', 'memory'],
  says: 'Put parcels into vans in their order with as few vans as can be, until the first mistake.',
  shape: 'episode',
  params,
  levels: [
    { parcels: 8, hold: 15 },
    { parcels: 16, hold: 20 },
    { parcels: 20, hold: 31 },
    { parcels: 24, hold: 45 },
    { parcels: 32, hold: 63 },
  ],
  metrics: [{ name: 'parcels', better: 'higher', says: 'parcels before the first mistake' }],
  difficulty: ({ parcels, hold }) => parcels * hold,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ parcels }) => parcels,

  generate: ({ parcels, hold }, rng) => ({
    weights: Array.from({ length: parcels }, () => rng.int(1, Math.floor(hold / 2))),
    hold: hold - rng.below(Math.floor(hold / 4)),
  }),
  start: ({ weights, hold }) => {
    let turn = 0;
    let load = 0;
    let isOver = false;
    return {
      observe: () => ({ weight: weights[Math.min(turn, weights.length - 1)] ?? 0, hold }),
      step(action) {
        const weight = weights[turn];
        if (isOver || weight === undefined) return { reward: 0, done: true };
        const fits = load + weight <= hold;
        const isRight = action === (fits ? 'LOAD' : 'NEXT');
        load = fits ? load + weight : weight;
        turn += 1;
        isOver = !isRight || turn === weights.length;
        return { reward: isRight ? 1 / weights.length : 0, done: isOver };
      },
    };
  },
  oracle: () => {
    let left: number | undefined;
    return {
      act: ({ weight, hold }) => {
        left ??= hold;
        const fits = weight <= left;
        left = (fits ? left : hold) - weight;
        return fits ? 'LOAD' : 'NEXT';
      },
    };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTIONS),
  // By chance the first k calls are all right with a chance of 1 / 2^k.
  randomReturn: ({ weights }) => (1 - 2 ** -weights.length) / weights.length,
  verify: ({ weights, hold }, actions) => {
    let first = 0;
    for (let i = 0; i < weights.length; i += 1) {
      const together = weights.slice(first, i + 1).reduce((sum, weight) => sum + weight, 0);
      const isFull = together > hold;
      if (isFull) first = i;
      if (actions[i] !== (isFull ? 'NEXT' : 'LOAD')) {
        return { ok: false, reward: i / weights.length, why: `parcel ${i + 1} went into the wrong van` };
      }
    }
    return { ok: true, reward: 1 };
  },
  baselines: [
    {
      predictor: 'constant',
      levels: [1],
      score: 0.45,
      why: 'the first parcels always fit, and there are few at level 1',
    },
    {
      predictor: 'by step',
      levels: [1],
      score: 0.45,
      why: 'the first parcels always fit, and there are few at level 1',
    },
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.45,
      why: 'the first parcels always fit, and there are few at level 1',
    },
    {
      predictor: 'small tree',
      levels: [1],
      score: 0.45,
      why: 'the first parcels always fit, and there are few at level 1',
    },
    {
      predictor: 'linear',
      levels: [1],
      score: 0.45,
      why: 'the first parcels always fit, and there are few at level 1',
    },
    {
      predictor: 'nearest',
      levels: [1],
      score: 0.4,
      why: 'the first parcels always fit, and there are few at level 1',
    },
  ],
  measure: ({ weights }, { total }) => ({ parcels: Math.round(total * weights.length) }),
  text: {
    rules: ({ parcels }) =>
      `${parcels} parcels come along a belt, one after the other. You see the weight of the parcel and the highest load of a van; all vans are alike, and the first is empty. Reply "answer: LOAD" if the parcel still fits into the van that stands there, and "answer: NEXT" if it does not: then the van leaves, and the parcel goes into the next, empty one. Each right answer earns 1/${parcels}; the first wrong one ends the task.`,
    observation: ({ weight, hold }) => `parcel ${weight}, a van holds ${hold}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, ACTIONS),
  },
  bits: ({ hold }) => ({
    observation: codec(record<Belt>({ weight: whole(0, hold), hold: whole(0, hold) })),
    action: codec(oneOf(ACTIONS)),
  }),
});
