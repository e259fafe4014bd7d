import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = {
  events: int(3, 60, 'vehicles at the barrier'),
  places: int(3, 40, 'most places of the car park'),
};

const ACTIONS = ['open', 'refuse'] as const;
type Action = (typeof ACTIONS)[number];

/** Places that a vehicle takes at most: a motorcycle 1, a car 2, a van 3. */
const MOST = 3;

interface Vehicle {
  readonly way: 'in' | 'out';
  readonly size: number;
}

interface Day {
  readonly places: number;
  readonly events: readonly Vehicle[];
}

interface Seen extends Vehicle {
  readonly places: number;
}

/** The car park: the attendant sees the vehicle at the barrier, and must keep in mind how full it is inside. */
export default defineTemplate<ParamsOf<typeof params>, Day, Seen, Action>({
  name: 'PARKING_BARRIER',
  family: 'own',
  domain: 'agentic',
  tags: ['transport', 'partial view', 'running total'],
  says: 'Open the barrier for what leaves and what still fits, though only the vehicle at the barrier is seen.',
  shape: 'episode',
  params,
  levels: [
    { events: 5, places: 5 },
    { events: 8, places: 8 },
    { events: 12, places: 12 },
    { events: 18, places: 16 },
  ],
  metrics: [{ name: 'right', better: 'higher', says: 'vehicles treated rightly' }],
  difficulty: ({ events, places }) => events * places,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ events }) => events,

  generate: ({ events: count, places: high }, rng) => {
    const places = rng.int(3, high);
    // The day as it goes under a good attendant: only what was let in can leave.
    const parked: number[] = [];
    let taken = 0;
    const events = Array.from({ length: count }, (): Vehicle => {
      if (parked.length > 0 && rng.chance(0.25)) {
        const [size = 1] = parked.splice(rng.below(parked.length), 1);
        taken -= size;
        return { way: 'out', size };
      }
      const size = rng.int(1, MOST);
      if (taken + size <= places) {
        parked.push(size);
        taken += size;
      }
      return { way: 'in', size };
    });
    return { places, events };
  },
  start: ({ places, events }) => {
    let taken = 0;
    let turn = 0;
    return {
      observe: () => ({ ...(events[Math.min(turn, events.length - 1)] ?? { way: 'in', size: 1 }), places }),
      step(action) {
        const vehicle = events[turn];
        if (vehicle === undefined) return { reward: 0, done: true };
        turn += 1;
        let isRight = false;
        if (vehicle.way === 'out') {
          isRight = action === 'open';
          if (isRight) taken = Math.max(0, taken - vehicle.size);
        } else {
          const fits = taken + vehicle.size <= places;
          isRight = action === (fits ? 'open' : 'refuse');
          if (fits && action === 'open') taken += vehicle.size; // what does not fit backs out again
        }
        return { reward: isRight ? 1 / events.length : 0, done: turn === events.length };
      },
    };
  },
  oracle: () => {
    let free: number | undefined;
    return {
      act: ({ way, size, places }) => {
        free ??= places;
        if (way === 'out') {
          free += size;
          return 'open';
        }
        if (size > free) return 'refuse';
        free -= size;
        return 'open';
      },
    };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTIONS),
  randomReturn: () => 1 / 2,
  verify: ({ places, events }, actions) => {
    let free = places;
    let wrong = 0;
    events.forEach(({ way, size }, i) => {
      const action = actions[i];
      if (way === 'out') {
        if (action !== 'open') wrong += 1;
        else free = Math.min(places, free + size);
      } else if (free < size) {
        if (action !== 'refuse') wrong += 1;
      } else if (action === 'open') free -= size;
      else wrong += 1;
    });
    if (wrong === 0) return { ok: true, reward: 1 };
    return {
      ok: false,
      reward: (events.length - wrong) / events.length,
      why: `${wrong} vehicles were treated wrongly`,
    };
  },
  measure: ({ events }, { total }) => ({ right: Math.round(total * events.length) }),
  text: {
    rules: ({ events }) =>
      `You mind the barrier of a car park that is empty in the morning. You see how many places it has, and the vehicle at the barrier: its way, in or out, and the places it takes. You do not see how many places are taken. "open" for each that wants out; what wants in gets "open" if it still fits and "refuse" if it does not. A vehicle that is refused does not come in; one that does not fit backs out again. Each of the ${events} vehicles that is treated rightly earns 1/${events}. Reply "answer: open" or "answer: refuse".`,
    observation: ({ way, size, places }) => `${places} places; a vehicle wants ${way} and takes ${size}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, ACTIONS),
  },
  bits: ({ places }) => ({
    observation: codec(
      record<Seen>({ way: oneOf(['in', 'out'] as const), size: whole(1, MOST), places: whole(3, places) }),
    ),
    action: codec(oneOf(ACTIONS)),
  }),
});
