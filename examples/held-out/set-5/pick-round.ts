import { codec, defineTemplate, int, oneOf, type ParamsOf, parseWord, record, whole } from 'pawl/tasks';

const params = {
  aisles: int(2, 32, 'aisles of the store'),
  bays: int(1, 32, 'bays of an aisle, behind the front'),
  lines: int(1, 16, 'lines of the picking list'),
};

const MOVES = ['left', 'right', 'deeper', 'back', 'pick'] as const;
type Move = (typeof MOVES)[number];

interface Place {
  readonly aisle: number;
  readonly bay: number;
}
interface Seen extends Place {
  readonly wantAisle: number;
  readonly wantBay: number;
}
interface Round {
  readonly aisles: number;
  readonly bays: number;
  readonly list: readonly Place[];
  readonly time: number;
}

const FRONT: Place = { aisle: 0, bay: 0 };
const SPARE = 3;
const far = (a: Place, b: Place) =>
  a.aisle === b.aisle ? Math.abs(a.bay - b.bay) : a.bay + Math.abs(a.aisle - b.aisle) + b.bay;

/** Walk through a store and pick what the list says; aisles are joined at the front only. */
export default defineTemplate<ParamsOf<typeof params>, Round, Seen, Move>({
  name: 'PICK_ROUND',
  family: 'set-5',
  domain: 'agentic',
  tags: ['warehouse'],
  says: 'Walk to shelf after shelf and pick; from aisle to aisle there is a way at the front only.',
  shape: 'episode',
  params,
  levels: [
    { aisles: 2, bays: 2, lines: 1 },
    { aisles: 3, bays: 3, lines: 2 },
    { aisles: 5, bays: 4, lines: 3 },
    { aisles: 7, bays: 7, lines: 4 },
    { aisles: 10, bays: 12, lines: 5 },
  ],
  metrics: [{ name: 'picked', better: 'higher', says: 'lines that were picked' }],
  difficulty: ({ aisles, bays, lines }) => aisles * bays * lines,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ aisles, bays, lines }) => lines * (2 * bays + aisles + 1) + SPARE,
  generate: ({ aisles, bays, lines }, rng) => {
    const list = Array.from({ length: lines }, () => ({ aisle: rng.below(aisles), bay: rng.int(1, bays) }));
    const time = list.reduce((sum, place, i) => sum + far(list[i - 1] ?? FRONT, place) + 1, SPARE);
    return { aisles, bays, list, time };
  },
  start: ({ aisles, bays, list, time }) => {
    let { aisle, bay } = FRONT;
    let done = 0;
    let left = time;
    return {
      observe: () => {
        const want = list[Math.min(done, list.length - 1)] ?? FRONT;
        return { aisle, bay, wantAisle: want.aisle, wantBay: want.bay };
      },
      step(move) {
        const want = list[done];
        if (left === 0 || want === undefined) return { reward: 0, done: true };
        left -= 1;
        let reward = 0;
        if (move === 'left' && bay === 0) aisle = Math.max(0, aisle - 1);
        if (move === 'right' && bay === 0) aisle = Math.min(aisles - 1, aisle + 1);
        if (move === 'deeper') bay = Math.min(bays, bay + 1);
        if (move === 'back') bay = Math.max(0, bay - 1);
        if (move === 'pick' && aisle === want.aisle && bay === want.bay) {
          done += 1;
          reward = 1 / list.length;
        }
        return { reward, done: left === 0 || done === list.length };
      },
    };
  },
  oracle: () => ({
    act: ({ aisle, bay, wantAisle, wantBay }) => {
      if (aisle !== wantAisle) {
        if (bay > 0) return 'back';
        return aisle < wantAisle ? 'right' : 'left';
      }
      if (bay === wantBay) return 'pick';
      return bay < wantBay ? 'deeper' : 'back';
    },
  }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng) => rng.pick(MOVES),
  verify: ({ aisles, bays, list, time }, actions) => {
    const at = [0, 0];
    let picked = 0;
    for (const move of actions.slice(0, time)) {
      if (picked === list.length) break;
      const [aisle = 0, bay = 0] = at;
      // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- as the stranger wrote it
      switch (move) {
        case 'left':
        case 'right': {
          const next = aisle + (move === 'left' ? -1 : 1);
          if (bay === 0 && next >= 0 && next < aisles) at[0] = next;
          break;
        }
        case 'deeper':
        case 'back': {
          const next = bay + (move === 'back' ? -1 : 1);
          if (next >= 0 && next <= bays) at[1] = next;
          break;
        }
        case 'pick':
          if (list[picked]?.aisle === aisle && list[picked]?.bay === bay) picked += 1;
          break;
        default:
      }
    }
    const reward = picked / list.length;
    return picked === list.length ? { ok: true, reward } : { ok: false, reward, why: `${picked} lines were picked` };
  },
  baselines: [
    { predictor: 'by step', levels: [1], score: 0.3, why: 'few places, and a way has many like moves' },
    { predictor: 'by step', levels: [2], score: 0.25, why: 'few places, and a way has many like moves' },
    { predictor: 'single feature', levels: [1], score: 0.55, why: 'few places, and a way has many like moves' },
    { predictor: 'single feature', levels: [2], score: 0.25, why: 'few places, and a way has many like moves' },
    {
      predictor: 'small tree',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'where one stands against what is wanted says the move: a few comparisons',
      isDefinition: true,
    },
    {
      predictor: 'linear',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'where one stands against what is wanted says the move: a few comparisons',
      isDefinition: true,
    },
    { predictor: 'nearest', levels: [1, 2], score: 1, why: 'few places, and a way has many like moves' },
    { predictor: 'nearest', levels: [3], score: 0.5, why: 'few places, and a way has many like moves' },
  ],
  measure: ({ list }, { total }) => ({ picked: Math.round(total * list.length) }),
  text: {
    rules: ({ aisles, bays, lines }) =>
      `You walk through a store of ${aisles} aisles with ${bays} bays each; bay 0 is the front. You may go left or right to the next aisle at the front only, and deeper or back within an aisle. Go to the shelf that is wanted and pick: each of ${lines} lines earns 1/${lines}. The time is that of the shortest way and ${SPARE} steps more. Reply with a move, such as "answer: deeper" (left, right, deeper, back, pick).`,
    observation: ({ aisle, bay, wantAisle, wantBay }) =>
      `at aisle ${aisle}, bay ${bay}; wanted: aisle ${wantAisle}, bay ${wantBay}`,
    action: (move) => move,
    parse: (reply) => parseWord(reply, MOVES),
  },
  bits: ({ aisles, bays }) => ({
    observation: codec(
      record<Seen>({
        aisle: whole(0, aisles - 1),
        bay: whole(0, bays),
        wantAisle: whole(0, aisles - 1),
        wantBay: whole(0, bays),
      }),
    ),
    action: codec(oneOf(MOVES)),
  }),
});
