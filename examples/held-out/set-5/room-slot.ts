import {
  codec,
  defineAnswer,
  int,
  listOf,
  maybe,
  type ParamsOf,
  parseInteger,
  parseWord,
  record,
  type Rng,
  whole,
} from 'pawl/tasks';

const params = {
  slots: int(4, 96, 'half-hours of a day'),
  bookings: int(1, 32, 'bookings of the room'),
  length: int(1, 8, 'longest meeting, in half-hours'),
};

interface Booking {
  readonly start: number;
  readonly length: number;
}
interface Day {
  readonly slots: number;
  readonly length: number;
  readonly bookings: readonly Booking[];
}

function earliest({ slots, length, bookings }: Day): number | null {
  let at = 0;
  for (const { start, length: taken } of [...bookings].sort((a, b) => a.start - b.start)) {
    if (start >= at + length) break;
    at = Math.max(at, start + taken);
  }
  return at + length <= slots ? at : null;
}

function drawDay(slots: number, count: number, longest: number, rng: Rng): Day {
  const bookings = Array.from({ length: count }, () => {
    const length = rng.int(1, 4);
    return { start: rng.int(0, slots - length), length };
  });
  return { slots, length: rng.int(1, longest), bookings };
}

/** The earliest half-hour from which a room is free for a meeting, or none. */
export default defineAnswer<ParamsOf<typeof params>, Day, Day, number | null>({
  name: 'ROOM_SLOT',
  family: 'set-5',
  domain: 'reasoning',
  tags: ['schedule'],
  says: 'The earliest half-hour from which the room is free for the length that is asked, or none.',
  params,
  levels: [
    { slots: 6, bookings: 1, length: 2 },
    { slots: 8, bookings: 2, length: 3 },
    { slots: 12, bookings: 4, length: 3 },
    { slots: 18, bookings: 6, length: 4 },
    { slots: 26, bookings: 9, length: 5 },
  ],
  difficulty: ({ slots, bookings }) => slots * bookings,
  // Rooms that are free at once are seldom asked about: nine in ten of those days are drawn again.
  generate: ({ slots, bookings, length }, rng) => {
    const isPlain = rng.chance(0.1);
    let day = drawDay(slots, bookings, length, rng);
    // oxlint-disable-next-line no-unmodified-loop-condition -- as the stranger wrote it
    for (let i = 0; i < 50 && !isPlain && earliest(day) === 0; i += 1) day = drawDay(slots, bookings, length, rng);
    return day;
  },
  observe: (day) => day,
  answer: earliest,
  check: ({ slots, length, bookings }, action) => {
    const isFree = (from: number) => bookings.every((b) => b.start + b.length <= from || b.start >= from + length);
    let first: number | null = null;
    for (let from = slots - length; from >= 0; from -= 1) if (isFree(from)) first = from;
    const ok = first === action;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng, { slots }) => {
    const drawn = rng.below(slots + 1);
    return drawn === slots ? null : drawn;
  },
  randomReturn: ({ slots }) => 1 / (slots + 1),
  baselines: [
    {
      predictor: 'constant',
      levels: [1, 2],
      score: 0.3,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'constant',
      levels: [3, 4, 5],
      score: 0.25,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'by step',
      levels: [1, 2],
      score: 0.3,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'by step',
      levels: [3, 4, 5],
      score: 0.25,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.5,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'single feature',
      levels: [2],
      score: 0.35,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'single feature',
      levels: [3, 4, 5],
      score: 0.3,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'small tree',
      levels: [1],
      score: 1,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'small tree',
      levels: [2],
      score: 0.6,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'small tree',
      levels: [3, 4],
      score: 0.4,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'small tree',
      levels: [5],
      score: 0.35,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    { predictor: 'linear', levels: [1], score: 1, why: 'few bookings leave few ways, and early slots are likelier' },
    { predictor: 'linear', levels: [2], score: 0.75, why: 'few bookings leave few ways, and early slots are likelier' },
    { predictor: 'linear', levels: [3], score: 0.45, why: 'few bookings leave few ways, and early slots are likelier' },
    { predictor: 'linear', levels: [4], score: 0.4, why: 'few bookings leave few ways, and early slots are likelier' },
    { predictor: 'linear', levels: [5], score: 0.35, why: 'few bookings leave few ways, and early slots are likelier' },
    { predictor: 'nearest', levels: [1], score: 1, why: 'few bookings leave few ways, and early slots are likelier' },
    {
      predictor: 'nearest',
      levels: [2],
      score: 0.95,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'nearest',
      levels: [3],
      score: 0.35,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
    {
      predictor: 'nearest',
      levels: [4],
      score: 0.25,
      why: 'few bookings leave few ways, and early slots are likelier',
    },
  ],
  text: {
    rules: ({ slots, bookings }) =>
      `A room is open for ${slots} half-hours, numbered from 0. You are given ${bookings} bookings, each with its first half-hour and its length; they may overlap. Reply with the earliest half-hour from which the room is free for as long as is asked, within opening hours, such as "answer: 3", or with "answer: none". A right answer earns 1.`,
    observation: ({ slots, length, bookings }) =>
      `open ${slots}; asked length ${length}; bookings: ${bookings.map((b) => `from ${b.start} for ${b.length}`).join('; ')}`,
    action: (action) => (action === null ? 'none' : String(action)),
    parse: (reply, { slots }) => (parseWord(reply, ['none']) === 'none' ? null : parseInteger(reply, 0, slots - 1)),
  },
  bits: ({ slots, bookings, length }) => ({
    observation: codec(
      record<Day>({
        slots: whole(1, slots),
        length: whole(1, length),
        bookings: listOf(bookings, record<Booking>({ start: whole(0, slots - 1), length: whole(1, 4) })),
      }),
    ),
    action: codec(maybe(whole(0, slots - 1))),
  }),
});
