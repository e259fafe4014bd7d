import {
  codec,
  defineAnswer,
  flag,
  int,
  listOf,
  type ParamsOf,
  parseInteger,
  record,
  type Rng,
  whole,
} from 'pawl/tasks';

const params = {
  entries: int(2, 64, 'lines of the door log'),
  party: int(1, 15, 'most people who come or go at once'),
};

/** A line of the door log. */
interface Entry {
  readonly comes: boolean;
  readonly people: number;
}

interface Evening {
  readonly log: readonly Entry[];
  readonly most: number;
}

function drawLog(entries: number, party: number, rng: Rng): Entry[] {
  let inside = 0;
  return Array.from({ length: entries }, () => {
    const comes = inside === 0 || rng.bit() === 1;
    const people = rng.int(1, comes ? party : Math.min(party, inside));
    inside += comes ? people : -people;
    return { comes, people };
  });
}

/** How many people were inside when it was fullest? */
export default defineAnswer<ParamsOf<typeof params>, Evening, readonly Entry[], number>({
  name: 'PEAK_GUESTS',
  family: 'strangers',
  domain: 'reasoning',
  tags: ['log', 'accumulate'],
  says: 'The largest number of people inside at once, from a log of the door.',
  params,
  levels: [
    { entries: 4, party: 5 },
    { entries: 8, party: 7 },
    { entries: 12, party: 7 },
    { entries: 16, party: 9 },
    { entries: 24, party: 9 },
  ],
  difficulty: ({ entries }) => entries,
  generate: ({ entries, party }, rng) => ({ log: drawLog(entries, party, rng), most: entries * party }),
  observe: ({ log }) => log,
  answer: ({ log }) => {
    let inside = 0;
    let peak = 0;
    for (const { comes, people } of log) {
      inside += comes ? people : -people;
      peak = Math.max(peak, inside);
    }
    return peak;
  },
  check: ({ log }, action) => {
    const after = log.map((_, i) => log.slice(0, i + 1).reduce((sum, e) => sum + (e.comes ? 1 : -1) * e.people, 0));
    const ok = after.includes(action) && after.every((inside) => inside <= action);
    return { ok, reward: ok ? 1 : 0 };
  },
  baselines: [
    { predictor: 'copy', levels: [1], score: 0.4, why: 'four lines at level 1' },
    { predictor: 'single feature', levels: [1], score: 0.35, why: 'four lines at level 1' },
    { predictor: 'small tree', levels: [1], score: 0.55, why: 'four lines at level 1' },
    { predictor: 'linear', levels: [1], score: 0.55, why: 'four lines at level 1' },
    { predictor: 'nearest', levels: [1], score: 0.65, why: 'four lines at level 1' },
  ],
  randomAction: (_, rng, { entries, party }) => rng.int(0, entries * party),
  randomReturn: ({ most }) => 1 / (most + 1),
  text: {
    rules: ({ entries }) =>
      `You are shown ${entries} lines of the log of a door, in order: how many people came in or went out. At first nobody is inside. Reply with the largest number of people who were inside at once, such as "answer: 7". A right answer earns 1.`,
    observation: (log) => log.map(({ comes, people }) => `${people} ${comes ? 'in' : 'out'}`).join(', '),
    action: (peak) => String(peak),
    parse: (reply, { entries, party }) => parseInteger(reply, 0, entries * party),
  },
  bits: ({ entries, party }) => ({
    observation: codec(listOf(entries, record<Entry>({ comes: flag, people: whole(1, party) }))),
    action: codec(whole(0, entries * party)),
  }),
});
