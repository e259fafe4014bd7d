import { codec, defineTemplate, int, listOf, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = { stops: int(2, 40, 'stops along the road') };

const ACTIONS = ['left', 'right', 'drop'] as const;
type Action = (typeof ACTIONS)[number];

/** Most parcels for one stop. */
const MOST = 3;

interface Tour {
  readonly at: number;
  readonly parcels: readonly number[];
  readonly steps: number;
}

interface Seen {
  readonly at: number;
  readonly parcels: readonly number[];
  readonly stepsLeft: number;
}

/** The ends of what is still to be brought, as distances from where the van is; 0 where nothing lies on that side. */
function reach(at: number, parcels: readonly number[]): { readonly left: number; readonly right: number } {
  const first = parcels.findIndex((count) => count > 0);
  if (first < 0) return { left: 0, right: 0 };
  const last = parcels.findLastIndex((count) => count > 0);
  return { left: Math.max(0, at - first), right: Math.max(0, last - at) };
}

/** The delivery van on a straight road: the nearer end first. */
export default defineTemplate<ParamsOf<typeof params>, Tour, Seen, Action>({
  name: 'VAN_LINE',
  family: 'own',
  domain: 'agentic',
  tags: ['transport', 'route'],
  says: 'Bring parcels to the stops along a road in as few steps as can be: the nearer end first.',
  shape: 'episode',
  params,
  levels: [{ stops: 4 }, { stops: 6 }, { stops: 8 }, { stops: 12 }],
  metrics: [{ name: 'brought', better: 'higher', says: 'parcels brought' }],
  difficulty: ({ stops }) => stops,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ stops }) => 3 * stops,

  generate: ({ stops }, rng) => {
    const parcels = Array.from({ length: stops }, () => (rng.chance(0.5) ? rng.int(1, MOST) : 0));
    if (!parcels.some((count) => count > 0)) parcels[rng.below(stops)] = rng.int(1, MOST);
    const at = rng.below(stops);
    const { left, right } = reach(at, parcels);
    const steps = left + right + Math.min(left, right) + parcels.filter((count) => count > 0).length;
    return { at, parcels, steps };
  },
  start: ({ at: from, parcels: load, steps }) => {
    const total = load.reduce((sum, count) => sum + count, 0);
    const parcels = [...load];
    let at = from;
    let stepsLeft = steps;
    let isOver = false;
    return {
      observe: () => ({ at, parcels: [...parcels], stepsLeft }),
      step(action) {
        if (isOver) return { reward: 0, done: true };
        let brought = 0;
        if (action === 'left') at = Math.max(0, at - 1);
        if (action === 'right') at = Math.min(parcels.length - 1, at + 1);
        if (action === 'drop') {
          brought = parcels[at] ?? 0;
          parcels[at] = 0;
        }
        stepsLeft -= 1;
        isOver = stepsLeft === 0 || parcels.every((count) => count === 0);
        return { reward: brought / total, done: isOver };
      },
    };
  },
  oracle: () => ({
    act: ({ at, parcels }) => {
      if ((parcels[at] ?? 0) > 0) return 'drop';
      const { left, right } = reach(at, parcels);
      if (left === 0) return 'right';
      return right === 0 || left <= right ? 'left' : 'right';
    },
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(ACTIONS),
  verify: ({ at, parcels, steps }, actions) => {
    // Where the van is after each step, and which stops had a drop.
    const served = new Set<number>();
    let place = at;
    for (const action of actions.slice(0, steps)) {
      if (action === 'drop') served.add(place);
      else if (action === 'left' && place > 0) place -= 1;
      else if (action === 'right' && place < parcels.length - 1) place += 1;
    }
    const total = parcels.reduce((sum, count) => sum + count, 0);
    const missed = parcels.reduce((sum, count, stop) => sum + (served.has(stop) ? 0 : count), 0);
    if (missed === 0) return { ok: true, reward: 1 };
    return { ok: false, reward: (total - missed) / total, why: `${missed} parcels are still in the van` };
  },
  measure: ({ parcels }, { total }) => ({
    brought: Math.round(total * parcels.reduce((sum, count) => sum + count, 0)),
  }),
  text: {
    rules: ({ stops }) =>
      `You drive a van along a road with ${stops} stops, counted from 0 on the left. You see where you are, how many parcels there are for each stop, and how many steps are left: just enough for the best way. "left" and "right" drive one stop on, "drop" brings all parcels of the stop where you are; each takes one step. Each parcel earns its share of 1. Reply "answer: left", "answer: right" or "answer: drop".`,
    observation: ({ at, parcels, stepsLeft }) => `at ${at}; parcels ${parcels.join(' ')}; ${stepsLeft} steps left`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, ACTIONS),
  },
  bits: ({ stops }) => ({
    observation: codec(
      record<Seen>({
        at: whole(0, stops - 1),
        parcels: listOf(stops, whole(0, MOST)),
        stepsLeft: whole(0, 3 * stops),
      }),
    ),
    action: codec(oneOf(ACTIONS)),
  }),
});
