import { codec, defineAnswer, flag, int, listOf, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  patients: int(2, 24, 'patients in the waiting room'),
  minutes: int(20, 600, 'longest time waited'),
};

interface Patient {
  readonly urgency: number;
  readonly child: boolean;
  readonly waited: number;
}

/** The clinic: whom does the nurse call next? */
export default defineAnswer<ParamsOf<typeof params>, { readonly room: readonly Patient[] }, readonly Patient[], number>(
  {
    name: 'TRIAGE_NEXT',
    family: 'own',
    domain: 'safety',
    tags: ['clinic', 'order'],
    says: 'Call the most urgent patient, children one class up, of equals the one who waited longest.',
    params,
    levels: [
      { patients: 3, minutes: 31 },
      { patients: 4, minutes: 63 },
      { patients: 6, minutes: 63 },
      { patients: 9, minutes: 127 },
    ],
    difficulty: ({ patients, minutes }) => patients * minutes,
    generate: ({ patients, minutes }, rng) => {
      const waited = rng.distinct(patients, minutes + 1);
      return {
        room: waited.map((time) => ({ urgency: rng.int(1, 5), child: rng.chance(0.4), waited: time })),
      };
    },
    observe: ({ room }) => room,
    answer: ({ room }) => {
      let best = 0;
      const rank = (i: number) => {
        const { urgency, child, waited } = room[i] ?? { urgency: 0, child: false, waited: 0 };
        return (urgency + (child ? 1 : 0)) * 1000 + waited;
      };
      for (let i = 1; i < room.length; i += 1) if (rank(i) > rank(best)) best = i;
      return best;
    },
    check: ({ room }, action) => {
      const called = room[action];
      if (called === undefined) return { ok: false, reward: 0, why: 'there is no such patient' };
      const level = (p: Patient) => (p.child ? p.urgency + 1 : p.urgency);
      const ahead = room.filter(
        (p) => level(p) > level(called) || (level(p) === level(called) && p.waited > called.waited),
      );
      if (ahead.length === 0) return { ok: true, reward: 1 };
      return { ok: false, reward: 0, why: `${ahead.length} patients come before` };
    },
    randomAction: (room, rng) => rng.below(room.length),
    randomReturn: ({ room }) => 1 / room.length,
    text: {
      rules: ({ patients }) =>
        `You are the nurse of a clinic with ${patients} patients waiting, counted from 0. Each has an urgency from 1 to 5; a child counts as one more. Call the one with the highest urgency, and of equals the one who has waited longest. Reply with the number of the patient, such as "answer: 0". A right answer earns 1.`,
      observation: (room) =>
        room.map((p, i) => `${i}: urgency ${p.urgency}, ${p.child ? 'child' : 'adult'}, waited ${p.waited}`).join('\n'),
      action: (action) => String(action),
      parse: (reply, { patients }) => parseInteger(reply, 0, patients - 1),
    },
    bits: ({ patients, minutes }) => ({
      observation: codec(
        listOf(patients, record<Patient>({ urgency: whole(1, 5), child: flag, waited: whole(0, minutes) })),
      ),
      action: codec(whole(0, patients - 1)),
    }),
  },
);
