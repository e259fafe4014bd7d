import { codec, defineTemplate, int, type ParamsOf, parseInteger, record, type Rng, whole } from 'pawl/tasks';

const params = {
  litres: int(4, 1024, 'what a tank holds'),
  tanks: int(1, 32, 'number of tanks'),
};

/** What is seen of a tank: how much is in it, and how much there should be. */
interface Tank {
  readonly level: number;
  readonly mark: number;
}

/** A task: plain data, with all that `start`, `verify` and `randomReturn` need. */
interface Round {
  readonly litres: number;
  readonly tanks: readonly Tank[];
}

function drawTank(litres: number, rng: Rng): Tank {
  const mark = rng.int(0, litres);
  return { level: rng.int(0, mark), mark };
}

/** Fill tank after tank to its mark. Run it: `npx pawl evolve --tasks examples/own-template/my-episode.ts --profile tiny` */
export default defineTemplate<ParamsOf<typeof params>, Round, Tank, number>({
  name: 'FILL_TANKS',
  family: 'own',
  domain: 'agentic',
  tags: ['example'],
  says: 'Fill tank after tank to its mark, until the first mistake.',
  shape: 'episode',
  params,
  levels: [
    { litres: 15, tanks: 3 },
    { litres: 31, tanks: 4 },
    { litres: 63, tanks: 5 },
    { litres: 127, tanks: 6 },
    { litres: 255, tanks: 8 },
  ],
  metrics: [{ name: 'filled', better: 'higher', says: 'tanks before the first mistake' }],
  difficulty: ({ litres, tanks }) => litres * tanks,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ tanks }) => tanks,

  generate: ({ litres, tanks }, rng) => ({
    litres,
    tanks: Array.from({ length: tanks }, () => drawTank(litres, rng)),
  }),
  start: ({ tanks }) => {
    let turn = 0;
    let isOver = false;
    return {
      observe: () => tanks[Math.min(turn, tanks.length - 1)] ?? { level: 0, mark: 0 },
      step(poured) {
        const tank = tanks[turn];
        if (isOver || tank === undefined) return { reward: 0, done: true };
        // `undefined`, an action that could not be read, is a mistake as any other.
        const isRight = poured !== undefined && tank.level + poured === tank.mark;
        turn += 1;
        isOver = !isRight || turn === tanks.length;
        return { reward: isRight ? 1 / tanks.length : 0, done: isOver };
      },
    };
  },
  oracle: () => ({ act: ({ level, mark }) => mark - level }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { litres }) => rng.int(0, litres),
  // By chance the first k tanks are all filled with a chance of 1 / (litres + 1)^k.
  randomReturn: ({ litres, tanks }) => tanks.reduce((sum, _, i) => sum + (litres + 1) ** -(i + 1), 0) / tanks.length,
  verify: ({ tanks }, actions) => {
    const mistake = tanks.findIndex(({ level, mark }, i) => actions[i] !== mark - level);
    if (mistake < 0) return { ok: true, reward: 1 };
    return { ok: false, reward: mistake / tanks.length, why: `tank ${mistake + 1} is not filled to its mark` };
  },
  baselines: [
    {
      predictor: 'copy',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'one difference is all that is asked',
      isDefinition: true,
    },
    { predictor: 'small tree', levels: [1, 2], score: 0.6, why: 'few pairs of level and mark' },
    { predictor: 'linear', levels: [1], score: 0.5, why: 'few pairs of level and mark' },
    { predictor: 'nearest', levels: [1, 2], score: 1, why: 'few pairs of level and mark' },
    { predictor: 'nearest', levels: [3], score: 0.3, why: 'few pairs of level and mark' },
  ],
  measure: ({ tanks }, { total }) => ({ filled: Math.round(total * tanks.length) }),
  text: {
    rules: ({ litres, tanks }) =>
      `You are shown up to ${tanks} tanks of ${litres} litres, one after the other: how much is in it, and a mark. Reply with the litres that are missing to the mark, such as "answer: 5". Each right answer earns 1/${tanks}; the first wrong one ends the task.`,
    observation: ({ level, mark }) => `level ${level}, mark ${mark}`,
    action: (poured) => String(poured),
    parse: (reply, { litres }) => parseInteger(reply, 0, litres),
  },
  bits: ({ litres }) => ({
    observation: codec(record<Tank>({ level: whole(0, litres), mark: whole(0, litres) })),
    action: codec(whole(0, litres)),
  }),
});
