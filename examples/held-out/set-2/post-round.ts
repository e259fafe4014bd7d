import { codec, defineTemplate, int, listOf, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = {
  houses: int(3, 40, 'houses of the street'),
  parcels: int(1, 6, 'number of parcels'),
};

const moves = ['left', 'right', 'take', 'give'] as const;
type Move = (typeof moves)[number];
const states = ['waiting', 'carried', 'done'] as const;

interface Parcel {
  readonly from: number;
  readonly to: number;
  readonly state: (typeof states)[number];
}
interface Seen {
  readonly at: number;
  readonly parcels: readonly Parcel[];
}
interface Round {
  readonly houses: number;
  readonly at: number;
  readonly parcels: readonly { readonly from: number; readonly to: number }[];
}

const limitOf = (houses: number, parcels: number): number => parcels * 2 * houses;

function after(seen: Seen, move: Move | undefined, houses: number): Seen {
  const { at, parcels } = seen;
  if (move === 'left') return { at: Math.max(0, at - 1), parcels };
  if (move === 'right') return { at: Math.min(houses - 1, at + 1), parcels };
  const carried = parcels.findIndex(({ state }) => state === 'carried');
  const which =
    move === 'take' && carried < 0
      ? parcels.findIndex(({ state, from }) => state === 'waiting' && from === at)
      : move === 'give' && parcels[carried]?.to === at
        ? carried
        : -1;
  if (which < 0) return seen;
  const state = move === 'take' ? 'carried' : 'done';
  return { at, parcels: parcels.map((parcel, i) => (i === which ? { ...parcel, state } : parcel)) };
}

const first = ({ at, parcels }: Round): Seen => ({ at, parcels: parcels.map((p) => ({ ...p, state: 'waiting' })) });
const doneOf = ({ parcels }: Seen): number => parcels.filter(({ state }) => state === 'done').length;
const keyOf = ({ at, parcels }: Seen): string => `${at}${parcels.map(({ state }) => state[0]).join('')}`;

/** Expected share of parcels that chance delivers: the distribution over states, step after step. */
function chanceOf(round: Round): number {
  const { houses, parcels } = round;
  // Every state that can be reached, numbered, with the numbers of the four that follow.
  const numbers = new Map<string, number>([[keyOf(first(round)), 0]]);
  const states = [first(round)];
  const edges: number[] = [];
  for (let i = 0; i < states.length; i += 1) {
    const seen = states[i] ?? first(round);
    for (const move of moves) {
      const then = doneOf(seen) === parcels.length ? seen : after(seen, move, houses);
      const key = keyOf(then);
      let number = numbers.get(key);
      if (number === undefined) {
        number = states.push(then) - 1;
        numbers.set(key, number);
      }
      edges.push(number);
    }
  }
  let now = new Float64Array(states.length);
  now[0] = 1;
  for (let step = limitOf(houses, parcels.length); step > 0; step -= 1) {
    const next = new Float64Array(states.length);
    edges.forEach((to, edge) => {
      next[to] = (next[to] ?? 0) + (now[edge >> 2] ?? 0) / 4;
    });
    now = next;
  }
  return states.reduce((sum, seen, i) => sum + (now[i] ?? 0) * doneOf(seen), 0) / parcels.length;
}

/** A postman walks along a street, and brings parcels from one house to another, one at a time. */
export default defineTemplate<ParamsOf<typeof params>, Round, Seen, Move>({
  name: 'POST_ROUND',
  family: 'strangers2',
  domain: 'agentic',
  tags: ['world'],
  says: 'Walk along a street and bring every parcel from its house to another, one at a time.',
  shape: 'episode',
  params,
  levels: [
    { houses: 4, parcels: 1 },
    { houses: 6, parcels: 2 },
    { houses: 9, parcels: 2 },
    { houses: 10, parcels: 3 },
    { houses: 14, parcels: 4 },
  ],
  metrics: [{ name: 'delivered', better: 'higher', says: 'share of parcels delivered' }],
  difficulty: ({ houses, parcels }) => houses * parcels,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ houses, parcels }) => limitOf(houses, parcels),
  conflict: ({ houses, parcels }) => (parcels > houses ? 'more parcels than houses' : undefined),
  generate: ({ houses, parcels }, rng) => ({
    houses,
    at: rng.below(houses),
    parcels: rng.distinct(parcels, houses).map((from) => ({ from, to: (from + rng.int(1, houses - 1)) % houses })),
  }),
  start: (round) => {
    const most = limitOf(round.houses, round.parcels.length);
    let seen = first(round);
    let steps = 0;
    return {
      observe: () => seen,
      step(move) {
        if (steps >= most || doneOf(seen) === round.parcels.length) return { reward: 0, done: true };
        const before = doneOf(seen);
        seen = after(seen, move, round.houses);
        steps += 1;
        const done = doneOf(seen);
        return {
          reward: (done - before) / round.parcels.length,
          done: done === round.parcels.length || steps === most,
        };
      },
    };
  },
  oracle: () => ({
    act: ({ at, parcels }) => {
      const carried = parcels.find(({ state }) => state === 'carried');
      const aim = carried?.to ?? parcels.find(({ state }) => state === 'waiting')?.from ?? at;
      if (at !== aim) return at < aim ? 'right' : 'left';
      return carried === undefined ? 'take' : 'give';
    },
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  manyAnswers: true,
  randomAction: (_, rng) => rng.pick(moves),
  randomReturn: chanceOf,
  verify: ({ houses, at, parcels }, actions) => {
    // The street as houses with what lies there: played again on other data.
    const lying = new Map(parcels.map((parcel) => [parcel.from, parcel.to]));
    let place = at;
    let target: number | undefined;
    let given = 0;
    for (const move of actions.slice(0, limitOf(houses, parcels.length))) {
      if (given === parcels.length) break;
      if (move === 'left' && place > 0) place -= 1;
      else if (move === 'right' && place < houses - 1) place += 1;
      else if (move === 'take' && target === undefined && lying.has(place)) {
        target = lying.get(place);
        lying.delete(place);
      } else if (move === 'give' && target === place) {
        target = undefined;
        given += 1;
      }
    }
    const ok = given === parcels.length;
    return ok ? { ok, reward: 1 } : { ok, reward: given / parcels.length, why: `${given} parcels delivered` };
  },
  measure: (_, { total }) => ({ delivered: total }),
  text: {
    rules: ({ houses, parcels }) =>
      `You are a postman in a street with houses 0 to ${houses - 1}, and there are ${parcels} parcels, each to be brought from one house to another; you carry one at a time. Reply with "answer: left" or "answer: right" to walk one house down or up, "answer: take" to take the parcel that waits where you stand, "answer: give" to hand over what you carry, where it is to go. Anything else changes nothing. Each parcel delivered earns 1/${parcels}; you have ${limitOf(houses, parcels)} steps.`,
    observation: ({ at, parcels }) =>
      `you are at house ${at}; ${parcels.map(({ from, to, state }, i) => `parcel ${i + 1} from ${from} to ${to}: ${state}`).join('; ')}`,
    action: (move) => move,
    parse: (reply) => parseWord(reply, moves),
  },
  bits: ({ houses, parcels }) => ({
    observation: codec(
      record<Seen>({
        at: whole(0, houses - 1),
        parcels: listOf(
          parcels,
          record<Parcel>({ from: whole(0, houses - 1), to: whole(0, houses - 1), state: oneOf(states) }),
        ),
      }),
    ),
    action: codec(oneOf(moves)),
  }),
});
