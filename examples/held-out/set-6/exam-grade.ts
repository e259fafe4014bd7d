import { codec, defineAnswer, int, listOf, oneOf, parseWord, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  tests: int(2, 24, 'tests of a term'),
  points: int(4, 60, 'most points of a test'),
};

const GRADES = ['fail', 'pass', 'merit'] as const;
type Grade = (typeof GRADES)[number];

interface Sheet {
  readonly pass: number;
  readonly merit: number;
  readonly points: readonly number[];
}

interface Pupil extends Sheet {
  /** What the office typed: now and then one number is wrong. */
  readonly typed: readonly number[];
}

/** The share of sheets on which one number is mistyped. */
const MISTYPED = 0.04;

/** The school office, with noise: which grade, if the worst test does not count? */
export default defineAnswer<ParamsOf<typeof params>, Pupil, Sheet, Grade>({
  name: 'EXAM_GRADE',
  family: 'own',
  domain: 'language',
  tags: ['school', 'noise', 'threshold'],
  says: 'Grade a pupil by the points of all tests but the worst; on a few sheets one number is mistyped.',
  params,
  levels: [
    { tests: 3, points: 9 },
    { tests: 4, points: 15 },
    { tests: 6, points: 20 },
    { tests: 9, points: 31 },
  ],
  difficulty: ({ tests, points }) => tests * points,
  generate: ({ tests, points: most }, rng) => {
    const points = Array.from({ length: tests }, () => rng.int(0, most));
    const total = points.reduce((sum, p) => sum + p, 0) - Math.min(...points);
    const gap = Math.max(2, Math.floor(most / 2));
    const grade = rng.pick(GRADES);
    // Marks may lie where nobody can be, below 0 they are 0.
    const away = rng.int(0, gap);
    const between = rng.int(1, gap);
    let pass = 0;
    let merit = 0;
    if (grade === 'fail') {
      pass = total + 1 + away;
      merit = pass + between;
    } else if (grade === 'pass') {
      pass = Math.max(0, total - away);
      merit = total + between;
    } else {
      merit = Math.max(0, total - away);
      pass = Math.max(0, merit - between);
    }
    const typed = [...points];
    if (rng.chance(MISTYPED)) typed[rng.below(tests)] = rng.int(0, most);
    return { pass, merit, points, typed };
  },
  observe: ({ pass, merit, typed }) => ({ pass, merit, points: typed }),
  answer: ({ pass, merit, points }) => {
    const [, ...counted] = [...points].sort((a, b) => a - b);
    const total = counted.reduce((sum, p) => sum + p, 0);
    if (total >= merit) return 'merit';
    return total >= pass ? 'pass' : 'fail';
  },
  check: ({ pass, merit, points }, action) => {
    let total = 0;
    let worst = Infinity;
    for (const p of points) {
      total += p;
      if (p < worst) worst = p;
    }
    const reached = [pass, merit].filter((mark) => total >= mark + worst).length;
    const ok = GRADES[reached] === action;
    return ok ? { ok, reward: 1 } : { ok, reward: 0, why: `the grade is ${GRADES[reached]}` };
  },
  randomAction: (_, rng) => rng.pick(GRADES),
  randomReturn: () => 1 / 3,
  text: {
    rules: ({ tests }) =>
      `You see the points of ${tests} tests, the points for a pass and those for merit. The worst test does not count; the sum of the others decides: "merit" from the points for merit on, else "pass" from the points for a pass on, else "fail". On about ${MISTYPED * 100} of 100 sheets one number is mistyped, and the grade is that of the true points. Reply such as "answer: pass". A right answer earns 1.`,
    observation: ({ pass, merit, points }) => `pass from ${pass}, merit from ${merit}; points ${points.join(' ')}`,
    action: (action) => action,
    parse: (reply) => parseWord(reply, GRADES),
  },
  bits: ({ tests, points }) => ({
    observation: codec(
      record<Sheet>({
        pass: whole(0, (tests + 1) * points),
        merit: whole(0, (tests + 1) * points),
        points: listOf(tests, whole(0, points)),
      }),
    ),
    action: codec(oneOf(GRADES)),
  }),
});
