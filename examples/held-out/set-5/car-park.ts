import { codec, defineTemplate, int, maybe, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = {
  cars: int(2, 128, 'cars that come to the barrier'),
  places: int(4, 500, 'most places of the car park'),
};

const KINDS = ['visitor', 'subscriber'] as const;
type Kind = (typeof KINDS)[number];
const ACTS = ['open', 'refuse'] as const;
type Act = (typeof ACTS)[number];

interface Car {
  readonly car: Kind;
  /** How many cars have left since the one before. */
  readonly left: number;
}
interface Seen extends Car {
  readonly places: number;
  readonly kept: number;
  /** How many cars are inside: told at the first car only. */
  readonly inside: number | null;
}
interface Day {
  readonly places: number;
  readonly kept: number;
  readonly inside: number;
  readonly cars: readonly Car[];
}

const MOST_LEFT = 6;
const isLetIn = (car: Kind, free: number, kept: number) => (car === 'subscriber' ? free > 0 : free > kept);

/** Mind a barrier: how full the car park is is told once, and must be counted from then on. */
export default defineTemplate<ParamsOf<typeof params>, Day, Seen, Act>({
  name: 'CAR_PARK',
  family: 'set-5',
  domain: 'agentic',
  tags: ['memory', 'barrier'],
  says: 'Let cars in while there is room, visitors not on the last places; how many are inside is told once only.',
  shape: 'episode',
  params,
  levels: [
    { cars: 4, places: 6 },
    { cars: 8, places: 10 },
    { cars: 14, places: 20 },
    { cars: 24, places: 40 },
    { cars: 40, places: 90 },
  ],
  metrics: [{ name: 'right', better: 'higher', says: 'cars that were treated right' }],
  difficulty: ({ cars, places }) => cars * places,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ cars }) => cars,
  generate: ({ cars, places: most }, rng) => {
    const places = rng.int(Math.ceil((2 * most) / 3), most);
    const kept = rng.int(1, Math.min(4, Math.floor(places / 2)));
    const inside = places - rng.int(0, Math.min(places - 1, kept + 3));
    const list: Car[] = [];
    let now = inside;
    for (let i = 0; i < cars; i += 1) {
      const car = rng.chance(0.6) ? 'visitor' : 'subscriber';
      const left = i === 0 ? 0 : Math.min(now, rng.chance(0.2) ? rng.int(1, MOST_LEFT) : 0);
      now -= left;
      if (isLetIn(car, places - now, kept)) now += 1;
      list.push({ car, left });
    }
    return { places, kept, inside, cars: list };
  },
  start: ({ places, kept, inside, cars }) => {
    let now = inside;
    let turn = 0;
    return {
      observe: () => {
        const { car, left } = cars[Math.min(turn, cars.length - 1)] ?? { car: 'visitor', left: 0 };
        return { car, left, places, kept, inside: turn === 0 ? inside : null };
      },
      step(act) {
        const next = cars[turn];
        if (next === undefined) return { reward: 0, done: true };
        turn += 1;
        now = Math.max(0, now - next.left);
        const right = isLetIn(next.car, places - now, kept) ? 'open' : 'refuse';
        // What the barrier does, right or wrong: a car goes in where it is opened, and into a full car park none fits.
        if (act === 'open') now = Math.min(places, now + 1);
        return { reward: act === right ? 1 / cars.length : 0, done: turn === cars.length };
      },
    };
  },
  oracle: () => {
    let count = 0;
    return {
      act: ({ car, left, places, kept, inside }) => {
        count = inside ?? count - left;
        if (!isLetIn(car, places - count, kept)) return 'refuse';
        count += 1;
        return 'open';
      },
    };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTS),
  // At each car one of the two acts is right, whatever came before.
  randomReturn: () => 0.5,
  verify: ({ places, kept, inside, cars }, actions) => {
    let free = places - inside;
    let right = 0;
    cars.forEach(({ car, left }, i) => {
      const act = i < actions.length ? actions[i] : undefined;
      free = Math.min(places, free + left);
      const needed = { visitor: kept + 1, subscriber: 1 }[car];
      if (act === (free >= needed ? 'open' : 'refuse')) right += 1;
      if (act === 'open' && free > 0) free -= 1;
    });
    const reward = right / cars.length;
    return right === cars.length
      ? { ok: true, reward }
      : { ok: false, reward, why: `${right} cars were treated right` };
  },
  baselines: [
    {
      predictor: 'small tree',
      levels: [1],
      score: 0.65,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'small tree',
      levels: [2],
      score: 0.55,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'small tree',
      levels: [3, 4],
      score: 0.4,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'small tree',
      levels: [5],
      score: 0.3,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'linear',
      levels: [1],
      score: 0.65,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'linear',
      levels: [2],
      score: 0.6,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'linear',
      levels: [3],
      score: 0.45,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'linear',
      levels: [4],
      score: 0.5,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'linear',
      levels: [5],
      score: 0.3,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'nearest',
      levels: [1],
      score: 0.65,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'nearest',
      levels: [2],
      score: 0.4,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'nearest',
      levels: [3],
      score: 0.25,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'single feature',
      levels: [2],
      score: 0.3,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
    {
      predictor: 'by step',
      levels: [5],
      score: 0.3,
      why: 'the start is told, and most cars left, or none, says much without a count',
    },
  ],
  measure: ({ cars }, { total }) => ({ right: Math.round(total * cars.length) }),
  text: {
    rules: ({ cars }) =>
      `You mind the barrier of a car park for ${cars} cars. You see what comes, and how many cars have left since the car before. A subscriber is let in while a place is free; a visitor only while more places are free than are kept for subscribers. How many cars are inside you are told with the first car only; with places free a car goes in whenever you open. Reply "answer: open" or "answer: refuse". Each car that is treated right earns 1/${cars}.`,
    observation: ({ car, left, places, kept, inside }) =>
      `${car}; ${left} left since; ${places} places, ${kept} kept${inside === null ? '' : `, ${inside} cars inside`}`,
    action: (act) => act,
    parse: (reply) => parseWord(reply, ACTS),
  },
  bits: ({ places }) => ({
    observation: codec(
      record<Seen>({
        car: oneOf(KINDS),
        left: whole(0, MOST_LEFT),
        places: whole(0, places),
        kept: whole(0, 4),
        inside: maybe(whole(0, places)),
      }),
    ),
    action: codec(oneOf(ACTS)),
  }),
});
