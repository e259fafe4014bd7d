import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  patients: int(2, 64, 'patients who wait'),
  longest: int(10, 600, 'longest wait in minutes'),
};

interface Patient {
  readonly urgency: number;
  readonly wait: number;
}
interface Room {
  readonly limit: number;
  readonly patients: readonly Patient[];
}

/** Whom to see next: the most urgent class, one class better after a long wait, then the longest wait. */
export default defineAnswer<ParamsOf<typeof params>, Room, Room, number>({
  name: 'TRIAGE_NEXT',
  family: 'set-5',
  domain: 'reasoning',
  tags: ['triage'],
  says: 'Which patient is next: lowest class, a wait beyond the limit counts one class less, then the longest wait.',
  params,
  levels: [
    { patients: 2, longest: 60 },
    { patients: 4, longest: 90 },
    { patients: 6, longest: 120 },
    { patients: 9, longest: 180 },
    { patients: 14, longest: 240 },
  ],
  difficulty: ({ patients }) => patients,
  generate: ({ patients, longest }, rng) => ({
    limit: rng.int(Math.floor(longest / 3), Math.floor((2 * longest) / 3)),
    patients: Array.from({ length: patients }, () => ({ urgency: rng.int(1, 5), wait: rng.int(0, longest) })),
  }),
  observe: (room) => room,
  answer: ({ limit, patients }) => {
    const classOf = ({ urgency, wait }: Patient) => (wait > limit ? urgency - 1 : urgency);
    const order = patients.map((patient, index) => ({ index, rank: classOf(patient), wait: patient.wait }));
    order.sort((a, b) => a.rank - b.rank || b.wait - a.wait || a.index - b.index);
    return order[0]?.index ?? 0;
  },
  check: ({ limit, patients }, action) => {
    const chosen = patients[action];
    if (chosen === undefined) return { ok: false, reward: 0 };
    const mine = chosen.urgency - Number(chosen.wait > limit);
    const ok = patients.every((other, i) => {
      const theirs = other.urgency - Number(other.wait > limit);
      if (theirs !== mine) return theirs > mine;
      return other.wait === chosen.wait ? i >= action : other.wait < chosen.wait;
    });
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng, { patients }) => rng.below(patients),
  randomReturn: ({ patients }) => 1 / patients.length,
  baselines: [
    { predictor: 'copy', levels: [1], score: 0.75, why: 'the worst class or the longest wait alone is often right' },
    { predictor: 'copy', levels: [2], score: 0.7, why: 'the worst class or the longest wait alone is often right' },
    { predictor: 'copy', levels: [3, 4], score: 0.5, why: 'the worst class or the longest wait alone is often right' },
    { predictor: 'copy', levels: [5], score: 0.4, why: 'the worst class or the longest wait alone is often right' },
    {
      predictor: 'single feature',
      levels: [1],
      score: 0.75,
      why: 'the worst class or the longest wait alone is often right',
    },
    {
      predictor: 'single feature',
      levels: [2],
      score: 0.35,
      why: 'the worst class or the longest wait alone is often right',
    },
    {
      predictor: 'small tree',
      levels: [1, 2, 3, 4, 5],
      score: 0.95,
      why: 'a weighted score of class and wait is nearly the rule',
      isDefinition: true,
    },
    {
      predictor: 'linear',
      levels: [1, 2, 3, 4, 5],
      score: 1,
      why: 'a weighted score of class and wait is nearly the rule',
      isDefinition: true,
    },
    { predictor: 'nearest', levels: [1], score: 0.7, why: 'the worst class or the longest wait alone is often right' },
    { predictor: 'nearest', levels: [2], score: 0.4, why: 'the worst class or the longest wait alone is often right' },
    { predictor: 'nearest', levels: [3], score: 0.3, why: 'the worst class or the longest wait alone is often right' },
  ],
  text: {
    rules: ({ patients }) =>
      `You are given a limit and ${patients} patients, numbered from 0, each with a class of urgency (1 is the most urgent) and a wait in minutes. Who has waited longer than the limit counts as one class more urgent. Next is the patient of the most urgent class, of several the one who waited longest, then the one listed first. Reply with the number, such as "answer: 1". A right answer earns 1.`,
    observation: ({ limit, patients }) =>
      `limit ${limit}; ${patients.map(({ urgency, wait }, i) => `${i}: class ${urgency}, wait ${wait}`).join('; ')}`,
    action: (action) => String(action),
    parse: (reply, { patients }) => parseInteger(reply, 0, patients - 1),
  },
  bits: ({ patients, longest }) => ({
    observation: codec(
      record<Room>({
        limit: whole(0, longest),
        patients: listOf(patients, record<Patient>({ urgency: whole(1, 5), wait: whole(0, longest) })),
      }),
    ),
    action: codec(whole(0, patients - 1)),
  }),
});
