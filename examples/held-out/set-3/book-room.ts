import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, record, type Rng, whole } from 'pawl/tasks';

const STARS = 5;
const params = {
  rooms: int(2, 32, 'rooms on offer'),
  price: int(10, 500, 'the highest price'),
};

interface Room {
  readonly price: number;
  readonly stars: number;
}

/** An enquiry: the rooms on offer, and how many stars it should have at least. */
interface Enquiry {
  readonly rooms: readonly Room[];
  readonly wanted: number;
}

/** A star makes a room dearer, more or less; no two prices are the same. */
function drawEnquiry(rooms: number, price: number, rng: Rng): Enquiry {
  const step = price / (STARS + 2);
  const taken = new Set<number>();
  const offers = Array.from({ length: rooms }, () => {
    const stars = rng.int(1, STARS);
    let asked = Math.floor(step * stars) + rng.below(Math.floor(step * 2));
    while (taken.has(asked)) asked = (asked + 1) % (price + 1);
    taken.add(asked);
    return { price: asked, stars };
  });
  const best = Math.max(...offers.map(({ stars }) => stars));
  return { rooms: offers, wanted: Math.min(best, rng.int(2, STARS)) };
}

/** Which room is the cheapest of those that are good enough? */
export default defineAnswer<ParamsOf<typeof params>, Enquiry, Enquiry, number>({
  name: 'BOOK_ROOM',
  family: 'strangers',
  domain: 'reasoning',
  tags: ['compare', 'filter'],
  says: 'Which room is the cheapest of those with at least the wanted stars?',
  params,
  levels: [
    { rooms: 4, price: 31 },
    { rooms: 10, price: 63 },
    { rooms: 12, price: 63 },
    { rooms: 14, price: 127 },
    { rooms: 16, price: 127 },
  ],
  conflict: ({ rooms, price }) => (rooms > price ? 'there are not enough different prices' : undefined),
  difficulty: ({ rooms, price }) => rooms * price,
  generate: ({ rooms, price }, rng) => drawEnquiry(rooms, price, rng),
  observe: (enquiry) => enquiry,
  answer: ({ rooms, wanted }) => {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    rooms.forEach(({ price, stars }, i) => {
      if (stars < wanted || price >= least) return;
      best = i;
      least = price;
    });
    return best;
  },
  check: ({ rooms, wanted }, action) => {
    const booked = rooms[action];
    const ok =
      booked !== undefined &&
      booked.stars >= wanted &&
      rooms.every((room) => room.stars < wanted || room.price >= booked.price);
    return { ok, reward: ok ? 1 : 0 };
  },
  baselines: [
    { predictor: 'copy', levels: [1], score: 0.35, why: 'four rooms at level 1' },
    { predictor: 'small tree', levels: [1], score: 0.5, why: 'four rooms at level 1' },
    { predictor: 'linear', levels: [1], score: 0.4, why: 'four rooms at level 1' },
    { predictor: 'nearest', levels: [1], score: 0.5, why: 'four rooms at level 1' },
  ],
  randomAction: (_, rng, { rooms }) => rng.below(rooms),
  randomReturn: ({ rooms }) => 1 / rooms.length,
  text: {
    rules: ({ rooms }) =>
      `You are offered ${rooms} rooms, numbered from 0, each with a price and stars, and told how many stars are wanted. Reply with the number of the cheapest room that has at least so many stars, such as "answer: 0". A right answer earns 1.`,
    observation: ({ rooms, wanted }) =>
      `${rooms.map(({ price, stars }, i) => `room ${i}: ${price} for ${stars} stars`).join('; ')}. wanted: ${wanted} stars`,
    action: (room) => String(room),
    parse: (reply, { rooms }) => parseInteger(reply, 0, rooms - 1),
  },
  bits: ({ rooms, price }) => ({
    observation: codec(
      record<Enquiry>({
        rooms: listOf(rooms, record<Room>({ price: whole(0, price), stars: whole(1, STARS) })),
        wanted: whole(1, STARS),
      }),
    ),
    action: codec(whole(0, rooms - 1)),
  }),
});
