import { codec, defineTemplate, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  lorries: int(2, 16, 'lorries in the yard'),
  parcels: int(1, 64, 'parcels of a day'),
  capacity: int(4, 500, 'most that a lorry may hold'),
};

interface Seen {
  readonly capacity: number;
  readonly parcel: number;
  readonly loads: readonly number[];
}
interface Yard {
  readonly capacity: number;
  readonly loads: readonly number[];
  readonly parcels: readonly number[];
}

/** The lorry that the rule takes: the fullest with room, of several the first; the fullest of all if none has room. */
function chosen({ capacity, parcel, loads }: Seen): number {
  let best = -1;
  loads.forEach((load, i) => {
    if (load + parcel <= capacity && (best < 0 || load > (loads[best] ?? 0))) best = i;
  });
  return best < 0 ? loads.indexOf(Math.max(...loads)) : best;
}

/** Load parcel after parcel; a lorry without room for it leaves and comes back empty. */
export default defineTemplate<ParamsOf<typeof params>, Yard, Seen, number>({
  name: 'LORRY_LOAD',
  family: 'set-5',
  domain: 'agentic',
  tags: ['loading'],
  says: 'Put each parcel on the fullest lorry with room for it; if none has room, the fullest leaves and is loaded anew.',
  shape: 'episode',
  params,
  levels: [
    { lorries: 2, parcels: 3, capacity: 10 },
    { lorries: 3, parcels: 5, capacity: 15 },
    { lorries: 4, parcels: 7, capacity: 25 },
    { lorries: 5, parcels: 9, capacity: 40 },
    { lorries: 7, parcels: 12, capacity: 80 },
  ],
  metrics: [{ name: 'loaded', better: 'higher', says: 'parcels before the first mistake' }],
  difficulty: ({ lorries, parcels, capacity }) => lorries * parcels * capacity,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ parcels }) => parcels,
  generate: ({ lorries, parcels, capacity }, rng) => {
    const cap = rng.int(Math.ceil((2 * capacity) / 3), capacity);
    return {
      capacity: cap,
      loads: Array.from({ length: lorries }, () => rng.int(0, cap)),
      parcels: Array.from({ length: parcels }, () => rng.int(1, Math.ceil(cap / 2))),
    };
  },
  start: ({ capacity, loads, parcels }) => {
    const now = [...loads];
    let turn = 0;
    let isOver = false;
    const seen = (): Seen => ({ capacity, parcel: parcels[Math.min(turn, parcels.length - 1)] ?? 1, loads: [...now] });
    return {
      observe: seen,
      step(lorry) {
        if (isOver) return { reward: 0, done: true };
        const state = seen();
        if (lorry === undefined || lorry !== chosen(state)) {
          isOver = true;
          return { reward: 0, done: true };
        }
        const sum = (now[lorry] ?? 0) + state.parcel;
        now[lorry] = sum > capacity ? state.parcel : sum;
        turn += 1;
        isOver = turn === parcels.length;
        return { reward: 1 / parcels.length, done: isOver };
      },
    };
  },
  oracle: () => ({ act: chosen }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { lorries }) => rng.below(lorries),
  randomReturn: ({ loads, parcels }) =>
    parcels.reduce((sum, _, i) => sum + loads.length ** -(i + 1), 0) / parcels.length,
  verify: ({ capacity, loads, parcels }, actions) => {
    let state = loads.map((load, index) => ({ load, index }));
    for (const [turn, parcel] of parcels.entries()) {
      const byLoad = [...state].sort((a, b) => b.load - a.load || a.index - b.index);
      const fits = byLoad.find(({ load }) => load <= capacity - parcel);
      const want = (fits ?? byLoad[0])?.index;
      if (actions[turn] === undefined || actions[turn] !== want) {
        return { ok: false, reward: turn / parcels.length, why: `parcel ${turn + 1} is on the wrong lorry` };
      }
      state = state.map(({ load, index }) => ({
        index,
        load: index === want ? parcel + (fits === undefined ? 0 : load) : load,
      }));
    }
    return { ok: true, reward: 1 };
  },
  baselines: [
    { predictor: 'single feature', levels: [1], score: 0.3, why: 'with few lorries and parcels there are few cases' },
    { predictor: 'small tree', levels: [1], score: 0.55, why: 'with few lorries and parcels there are few cases' },
    { predictor: 'small tree', levels: [2], score: 0.3, why: 'with few lorries and parcels there are few cases' },
    { predictor: 'linear', levels: [1], score: 0.5, why: 'with few lorries and parcels there are few cases' },
    { predictor: 'nearest', levels: [1], score: 0.6, why: 'with few lorries and parcels there are few cases' },
    { predictor: 'nearest', levels: [2], score: 0.25, why: 'with few lorries and parcels there are few cases' },
  ],
  measure: ({ parcels }, { total }) => ({ loaded: Math.round(total * parcels.length) }),
  text: {
    rules: ({ lorries, parcels }) =>
      `You load ${parcels} parcels, one after the other, on ${lorries} lorries, numbered from 0. Put each on the fullest lorry that still has room for it, of equally full ones the first. If none has room, name the fullest: it leaves, and an empty one in its place takes the parcel. Reply with the number, such as "answer: 0". Each right parcel earns 1/${parcels}; the first mistake ends the task.`,
    observation: ({ capacity, parcel, loads }) => `capacity ${capacity}, parcel ${parcel}, loads: ${loads.join(' ')}`,
    action: (lorry) => String(lorry),
    parse: (reply, { lorries }) => parseInteger(reply, 0, lorries - 1),
  },
  bits: ({ lorries, capacity }) => ({
    observation: codec(
      record<Seen>({
        capacity: whole(0, capacity),
        parcel: whole(0, capacity),
        loads: listOf(lorries, whole(0, capacity)),
      }),
    ),
    action: codec(whole(0, lorries - 1)),
  }),
});
