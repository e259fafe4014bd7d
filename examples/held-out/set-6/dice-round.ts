import { codec, defineAnswer, int, listOf, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  dice: int(2, 24, 'dice thrown'),
  faces: int(4, 20, 'faces of a die'),
};

interface Throw {
  readonly trump: number;
  readonly dice: readonly number[];
}

/** The games night: what is this throw worth? */
export default defineAnswer<ParamsOf<typeof params>, Throw, Throw, number>({
  name: 'DICE_ROUND',
  family: 'own',
  domain: 'reasoning',
  tags: ['game', 'count'],
  says: 'Score a throw: the best of the faces that lie at least twice, pips times dice, the trump face double.',
  params,
  levels: [
    { dice: 4, faces: 4 },
    { dice: 5, faces: 6 },
    { dice: 6, faces: 6 },
    { dice: 8, faces: 8 },
  ],
  difficulty: ({ dice, faces }) => dice * faces,
  generate: ({ dice, faces }, rng) => ({
    trump: rng.int(1, faces),
    dice: Array.from({ length: dice }, () => rng.int(1, faces)),
  }),
  observe: (thrown) => thrown,
  answer: ({ trump, dice }) => {
    const counts = new Map<number, number>();
    for (const face of dice) counts.set(face, (counts.get(face) ?? 0) + 1);
    let best = 0;
    for (const [face, count] of counts) {
      if (count >= 2) best = Math.max(best, face * count * (face === trump ? 2 : 1));
    }
    return best;
  },
  check: ({ trump, dice }, action) => {
    // Every die as the member of a set: the sum of the pips that are like its own.
    const sets = dice.map((face) => {
      const like = dice.filter((other) => other === face);
      const pips = like.reduce((sum, other) => sum + other, 0);
      if (like.length === 1) return 0;
      return face === trump ? pips + pips : pips;
    });
    const worth = sets.sort((a, b) => b - a)[0];
    return worth === action ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the throw is worth ${worth}` };
  },
  randomAction: (_, rng, { dice, faces }) => rng.int(0, 2 * dice * faces),
  text: {
    rules: ({ dice, faces }) =>
      `You see ${dice} dice with faces from 1 to ${faces}, and a trump face. Each face that lies at least twice is worth its pips times the number of dice that show it; for the trump face that counts double. The throw is worth the best of these, or 0 if no face lies twice. Reply with it, such as "answer: 12". A right answer earns 1.`,
    observation: ({ trump, dice }) => `trump ${trump}; dice ${dice.join(' ')}`,
    action: (action) => String(action),
    parse: (reply, { dice, faces }) => parseInteger(reply, 0, 2 * dice * faces),
  },
  bits: ({ dice, faces }) => ({
    observation: codec(record<Throw>({ trump: whole(1, faces), dice: listOf(dice, whole(1, faces)) })),
    action: codec(whole(0, 2 * dice * faces)),
  }),
});
