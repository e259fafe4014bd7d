import {
  codec,
  defineTemplate,
  int,
  number,
  oneOf,
  type ParamsOf,
  parseWord,
  record,
  type Rng,
  whole,
} from 'pawl/tasks';

const params = {
  parts: int(1, 64, 'parts of a shift'),
  size: int(10, 1000, 'largest measure of a part'),
  error: number(0, 0.4, 'how often the pay of a part is the wrong way round'),
};

const MATERIALS = ['steel', 'plastic'] as const;
const ACTS = ['accept', 'rework', 'scrap'] as const;
type Act = (typeof ACTS)[number];

interface Part {
  readonly material: (typeof MATERIALS)[number];
  readonly nominal: number;
  readonly tolerance: number;
  readonly size: number;
}
interface Shift {
  readonly parts: readonly Part[];
  /** Where the pay errs. */
  readonly wrong: readonly boolean[];
  readonly error: number;
}

function due({ material, nominal, tolerance, size }: Part): Act {
  if (size < nominal - tolerance) return 'scrap';
  if (size <= nominal + tolerance) return 'accept';
  return material === 'steel' ? 'rework' : 'scrap';
}

function drawPart(most: number, rng: Rng): Part {
  const tolerance = rng.int(1, Math.max(1, Math.floor(most / 10)));
  const nominal = rng.int(3 * tolerance, most - 3 * tolerance);
  const material = rng.pick(MATERIALS);
  // Half are too large, so that each act is right about as often.
  const place = rng.pick(['small', 'right', 'large', 'large'] as const);
  const off = {
    small: rng.int(-3 * tolerance, -tolerance - 1),
    right: rng.int(-tolerance, tolerance),
    large: rng.int(tolerance + 1, 3 * tolerance),
  };
  return { material, nominal, tolerance, size: nominal + off[place] };
}

/** Sort parts by their tolerance, for a pay that errs at a stated rate. */
export default defineTemplate<ParamsOf<typeof params>, Shift, Part, Act>({
  name: 'PART_SORT',
  family: 'set-5',
  domain: 'reasoning',
  tags: ['noise', 'quality'],
  says: 'Accept, rework or scrap parts by tolerance and material; the pay of a part errs at a stated rate.',
  shape: 'episode',
  params,
  levels: [
    { parts: 4, size: 12, error: 0.05 },
    { parts: 6, size: 25, error: 0.1 },
    { parts: 8, size: 100, error: 0.1 },
    { parts: 12, size: 300, error: 0.2 },
  ],
  metrics: [{ name: 'paid', better: 'higher', says: 'parts that were paid' }],
  difficulty: ({ parts, size }) => parts * size,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ parts }) => parts,
  generate: ({ parts, size, error }, rng) => ({
    parts: Array.from({ length: parts }, () => drawPart(size, rng)),
    wrong: Array.from({ length: parts }, () => rng.chance(error)),
    error,
  }),
  start: ({ parts, wrong }) => {
    let turn = 0;
    return {
      observe: () =>
        parts[Math.min(turn, parts.length - 1)] ?? { material: 'steel', nominal: 0, tolerance: 0, size: 0 },
      step(act) {
        const part = parts[turn];
        if (part === undefined) return { reward: 0, done: true };
        const errs = wrong[turn] === true;
        turn += 1;
        // What cannot be read is never paid.
        const isPaid = act !== undefined && (act === due(part)) !== errs;
        return { reward: isPaid ? 1 / parts.length : 0, done: turn === parts.length };
      },
    };
  },
  oracle: () => ({ act: due }),
  optimum: ({ error }) => ({ kind: 'expected', reward: 1 - error, low: 1 - error, high: 1 - error }),
  randomAction: (_, rng) => rng.pick(ACTS),
  randomReturn: ({ wrong }) => wrong.reduce((sum, errs) => sum + (errs ? 2 / 3 : 1 / 3), 0) / wrong.length,
  verify: ({ parts, wrong }, actions) => {
    let right = 0;
    let paid = 0;
    parts.forEach(({ material, nominal, tolerance, size }, i) => {
      const act = i < actions.length ? actions[i] : undefined;
      if (act === undefined) return;
      const off = size - nominal;
      const bad = off > 0 && material === 'steel' ? 'rework' : 'scrap';
      const want = Math.abs(off) > tolerance ? bad : 'accept';
      if (act === want) right += 1;
      if (wrong[i] === true ? act !== want : act === want) paid += 1;
    });
    const reward = paid / parts.length;
    return right === parts.length
      ? { ok: true, reward }
      : { ok: false, reward, why: `${right} parts were sorted right` };
  },
  baselines: [
    {
      predictor: 'constant',
      levels: [1, 2, 3, 4],
      score: 0.35,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'by step',
      levels: [1, 2, 3, 4],
      score: 0.35,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'single feature',
      levels: [1, 2],
      score: 0.55,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'single feature',
      levels: [3, 4],
      score: 0.5,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'small tree',
      levels: [1, 2, 3, 4],
      score: 1,
      why: 'two comparisons of seen words and the material are all that is asked',
      isDefinition: true,
    },
    {
      predictor: 'linear',
      levels: [1, 2, 3, 4],
      score: 0.85,
      why: 'two comparisons of seen words and the material are all that is asked',
      isDefinition: true,
    },
    {
      predictor: 'nearest',
      levels: [1],
      score: 1,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'nearest',
      levels: [2],
      score: 0.95,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
    {
      predictor: 'nearest',
      levels: [3, 4],
      score: 0.5,
      why: 'scrap is right in nearly half, and similar parts are sorted alike',
    },
  ],
  measure: ({ parts }, { total }) => ({ paid: Math.round(total * parts.length) }),
  text: {
    rules: ({ parts, error }) =>
      `You sort ${parts} parts. A part whose size is at most the tolerance away from its nominal size is accepted. One that is too large is reworked if it is steel and scrapped if it is plastic; one that is too small is scrapped. Each part that is sorted right pays 1/${parts} and a wrong one nothing, but with a chance of ${error} the pay of a part is the wrong way round. The best possible mean is ${1 - error}. Reply such as "answer: accept" (accept, rework, scrap).`,
    observation: ({ material, nominal, tolerance, size }) =>
      `${material}, nominal ${nominal}, tolerance ${tolerance}, size ${size}`,
    action: (act) => act,
    parse: (reply) => parseWord(reply, ACTS),
  },
  bits: ({ size }) => ({
    observation: codec(
      record<Part>({
        material: oneOf(MATERIALS),
        nominal: whole(0, size),
        tolerance: whole(0, size),
        size: whole(0, size),
      }),
    ),
    action: codec(oneOf(ACTS)),
  }),
});
