import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord, record } from 'pawl/tasks';

const THINGS = [
  'drill',
  'ladder',
  'saw',
  'pump',
  'trolley',
  'camera',
  'tent',
  'mixer',
  'grill',
  'scanner',
  'welder',
  'projector',
];
const HOLDERS = [
  'desk', 'Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gita', 'Hugo', 'Ines', 'Jan', 'Kim', 'Lea', 'Max', 'Nora', 'Omar',
]; // prettier-ignore

const params = {
  things: int(2, THINGS.length, 'things that are lent'),
  people: int(2, HOLDERS.length - 1, 'people who borrow'),
  moves: int(2, 256, 'handovers of the day'),
};

/** A handover: this thing now goes to this person, or back to the desk. */
interface Move {
  readonly thing: string;
  readonly to: string;
}

interface DayBook {
  readonly people: number;
  readonly moves: readonly Move[];
}

/** Keep the book of a lending desk: whoever gets a thing, from whom does it come? */
export default defineTemplate<ParamsOf<typeof params>, DayBook, Move, string>({
  name: 'LENDING_DESK',
  family: 'household',
  domain: 'agentic',
  tags: ['memory'],
  says: 'A thing changes hands: say who had it until now.',
  shape: 'episode',
  params,
  levels: [
    { things: 2, people: 4, moves: 12 },
    { things: 3, people: 6, moves: 30 },
    { things: 4, people: 8, moves: 40 },
    { things: 6, people: 10, moves: 60 },
    { things: 8, people: 12, moves: 80 },
  ],
  metrics: [{ name: 'right', better: 'higher', says: 'share of handovers booked right' }],
  difficulty: ({ things, people, moves }) => things * people * moves,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ moves }) => moves,

  generate: ({ things, people, moves }, rng) => {
    const holder = new Map<string, string>();
    return {
      people,
      moves: Array.from({ length: moves }, () => {
        const thing = rng.pick(THINGS.slice(0, things));
        const from = holder.get(thing) ?? 'desk';
        const to = rng.pick(HOLDERS.slice(0, people + 1).filter((name) => name !== from));
        holder.set(thing, to);
        return { thing, to };
      }),
    };
  },
  start: ({ moves }) => {
    const holder: Record<string, string> = {};
    let turn = 0;
    return {
      observe: () => moves[Math.min(turn, moves.length - 1)] ?? { thing: 'drill', to: 'desk' },
      step(said) {
        const move = moves[turn];
        if (move === undefined) return { reward: 0, done: true };
        const isRight = said === (holder[move.thing] ?? 'desk');
        holder[move.thing] = move.to;
        turn += 1;
        return { reward: isRight ? 1 / moves.length : 0, done: turn === moves.length };
      },
    };
  },
  oracle: () => {
    const book = new Map<string, string>();
    return {
      act: ({ thing, to }) => {
        const from = book.get(thing) ?? 'desk';
        book.set(thing, to);
        return from;
      },
    };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { people }) => rng.pick(HOLDERS.slice(0, people + 1)),
  randomReturn: ({ people }) => 1 / (people + 1),
  verify: ({ moves }, actions) => {
    // Look back for the last handover of the same thing.
    const right = moves.filter(({ thing }, i) => {
      const last = moves.slice(0, i).findLast((earlier) => earlier.thing === thing);
      return actions[i] === (last === undefined ? 'desk' : last.to);
    }).length;
    if (right === moves.length) return { ok: true, reward: 1 };
    return { ok: false, reward: right / moves.length, why: `${moves.length - right} handovers are booked wrong` };
  },
  baselines: [
    { predictor: 'single feature', levels: [1], score: 0.25, why: 'the first loans come from the desk' },
    { predictor: 'small tree', levels: [1], score: 0.25, why: 'the first loans come from the desk' },
  ],
  measure: (_, { total }) => ({ right: total }),
  text: {
    rules: ({ things, people, moves }) =>
      `You keep the book of a lending desk with ${things} things and ${people} people. In the morning all things are at the desk. You are told ${moves} handovers, one after the other: which thing goes to whom ("desk" if it is brought back). Reply each time with who had that thing until now, such as "answer: Eva" or "answer: desk". The people are ${HOLDERS.slice(1, people + 1).join(', ')}. Each right answer earns 1/${moves}.`,
    observation: ({ thing, to }) => `${thing} goes to ${to}`,
    action: (said) => said,
    parse: (reply, { people }) => parseWord(reply, HOLDERS.slice(0, people + 1)),
  },
  bits: ({ things, people }) => ({
    observation: codec(
      record<Move>({ thing: oneOf(THINGS.slice(0, things)), to: oneOf(HOLDERS.slice(0, people + 1)) }),
    ),
    action: codec(oneOf(HOLDERS.slice(0, people + 1))),
  }),
});
