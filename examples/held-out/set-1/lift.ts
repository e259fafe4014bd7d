import { codec, defineTemplate, flag, int, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const MOVES = ['up', 'down', 'open'] as const;
type Move = (typeof MOVES)[number];
interface Trip {
  readonly from: number;
  readonly to: number;
}
interface House {
  readonly floors: number;
  readonly floor: number;
  readonly trips: readonly Trip[];
}
interface Seen extends Trip {
  readonly floor: number;
  readonly aboard: boolean;
}

const params = { floors: int(3, 32, 'number of floors'), trips: int(1, 6, 'passengers, one after another') };

/** Steps of the shortest way: to each passenger, open, to where they want to go, open. */
const shortest = ({ floor, trips }: House): number => {
  let at = floor;
  let steps = 0;
  for (const { from, to } of trips) {
    steps += Math.abs(from - at) + Math.abs(to - from) + 2;
    at = to;
  }
  return steps;
};
const SLACK = 2;

/** Where the lift stands: its floor, and how many doors were opened at the right place (an even number: nobody is aboard). */
interface Place {
  readonly floor: number;
  readonly opened: number;
}
const after = ({ floors, trips }: House, { floor, opened }: Place, move: Move | undefined): Place => {
  if (move === 'up') return { floor: Math.min(floors - 1, floor + 1), opened };
  if (move === 'down') return { floor: Math.max(0, floor - 1), opened };
  const trip = trips[Math.floor(opened / 2)];
  const stop = opened % 2 === 0 ? trip?.from : trip?.to;
  return { floor, opened: move === 'open' && floor === stop ? opened + 1 : opened };
};

/** What moves by chance earn, exactly: the chances of all places, step after step. */
const chance = (house: House): number => {
  let places = new Map([[house.floor * 100, 1]]);
  let earned = 0;
  for (let step = shortest(house) + SLACK; step > 0; step--) {
    const next = new Map<number, number>();
    for (const [key, weight] of places) {
      const place = { floor: Math.floor(key / 100), opened: key % 100 };
      if (place.opened === 2 * house.trips.length) continue;
      for (const move of MOVES) {
        const { floor, opened } = after(house, place, move);
        if (opened > place.opened && opened % 2 === 0) earned += weight / 3 / house.trips.length;
        next.set(floor * 100 + opened, (next.get(floor * 100 + opened) ?? 0) + weight / 3);
      }
    }
    places = next;
  }
  return earned;
};

/** A lift serves passengers one after another, with next to no time to lose; each passenger who arrives in time earns a share. */
export default defineTemplate<ParamsOf<typeof params>, House, Seen, Move>({
  name: 'LIFT',
  family: 'strangers',
  domain: 'agentic',
  tags: ['controller'],
  says: 'Drive a lift to its passengers and to where they want to go.',
  shape: 'episode',
  params,
  levels: [
    { floors: 4, trips: 1 },
    { floors: 16, trips: 2 },
    { floors: 16, trips: 3 },
    { floors: 24, trips: 3 },
    { floors: 32, trips: 3 },
  ],
  metrics: [],
  difficulty: ({ floors, trips }) => floors * trips,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ floors, trips }) => 2 * floors * trips + SLACK,
  generate: ({ floors, trips }, rng) => ({
    floors,
    floor: rng.below(floors),
    trips: Array.from({ length: trips }, () => {
      const [from = 0, to = 1] = rng.distinct(2, floors);
      return rng.bit() === 1 ? { from, to } : { from: to, to: from };
    }),
  }),
  start: (house) => {
    let place: Place = { floor: house.floor, opened: 0 };
    let left = shortest(house) + SLACK;
    return {
      observe: () => {
        const { from, to } = house.trips[Math.min(house.trips.length - 1, Math.floor(place.opened / 2))] ?? {
          from: 0,
          to: 0,
        };
        return { floor: place.floor, from, to, aboard: place.opened % 2 === 1 };
      },
      step: (move) => {
        const { opened } = place;
        place = after(house, place, move);
        left--;
        const arrived = place.opened > opened && place.opened % 2 === 0;
        return {
          reward: arrived ? 1 / house.trips.length : 0,
          done: left === 0 || place.opened === 2 * house.trips.length,
        };
      },
    };
  },
  oracle: () => ({
    act: ({ floor, from, to, aboard }) => {
      const stop = aboard ? to : from;
      if (floor === stop) return 'open';
      return floor < stop ? 'up' : 'down';
    },
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(MOVES),
  randomReturn: chance,
  verify: (house, moves) => {
    const stops = house.trips.flatMap(({ from, to }) => [from, to]);
    let { floor } = house;
    let served = 0;
    for (const move of moves.slice(0, shortest(house) + SLACK)) {
      if (move === 'open' && floor === stops[served]) served++;
      if (move === 'up' && floor + 1 < house.floors) floor++;
      if (move === 'down' && floor > 0) floor--;
      if (served === stops.length) break;
    }
    const brought = Math.floor(served / 2);
    const reward = brought / house.trips.length;
    return served === stops.length
      ? { ok: true, reward }
      : { ok: false, reward, why: `${brought} of ${house.trips.length} passengers arrived in time` };
  },
  measure: () => ({}),
  text: {
    rules: ({ floors, trips }) =>
      `You drive a lift between floors 0 and ${floors - 1}. ${trips} passengers are served one after another: go to where one waits, open, go to where they want to go, open. Reply "answer: up", "answer: down" or "answer: open". Two moves more than the shortest way are allowed in all; every passenger who arrives earns 1/${trips}.`,
    observation: ({ floor, from, to, aboard }) =>
      `floor: ${floor}; passenger: from ${from} to ${to}, ${aboard ? 'aboard' : 'waiting'}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, MOVES),
  },
  bits: ({ floors }) => ({
    observation: codec(
      record<Seen>({ floor: whole(0, floors - 1), aboard: flag, from: whole(0, floors - 1), to: whole(0, floors - 1) }),
    ),
    action: codec(oneOf(MOVES)),
  }),
});
