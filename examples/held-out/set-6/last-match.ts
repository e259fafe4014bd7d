import { codec, defineTemplate, int, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  pile: int(6, 200, 'most matches at the start'),
  most: int(2, 12, 'most that may ever be taken at once'),
};

interface Table {
  readonly pile: number;
  readonly most: number;
  /** What the other one takes, turn by turn, where the pile cannot be cleared. */
  readonly replies: readonly number[];
}

interface Seen {
  readonly pile: number;
  readonly most: number;
}

/** The pub: take the last match from a careless opponent. */
export default defineTemplate<ParamsOf<typeof params>, Table, Seen, number>({
  name: 'LAST_MATCH',
  family: 'own',
  domain: 'reasoning',
  tags: ['game', 'remainder'],
  says: 'Take matches in turn with a careless opponent, and take the last one.',
  shape: 'episode',
  params,
  levels: [
    { pile: 9, most: 3 },
    { pile: 20, most: 4 },
    { pile: 50, most: 6 },
    { pile: 120, most: 9 },
  ],
  metrics: [{ name: 'won', better: 'higher', says: 'whether the last match was taken' }],
  difficulty: ({ pile, most }) => pile * most,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ pile }) => Math.ceil(pile / 2),

  generate: ({ pile: high, most: cap }, rng) => {
    const most = rng.int(2, cap);
    let pile = 0;
    // A pile that can be won, and not at once.
    while (pile % (most + 1) === 0) pile = rng.int(most + 1, high);
    return { pile, most, replies: Array.from({ length: Math.ceil(high / 2) }, () => rng.int(1, most)) };
  },
  start: ({ pile: matches, most, replies }) => {
    let pile = matches;
    let turn = 0;
    let isOver = false;
    return {
      observe: () => ({ pile, most }),
      step(taken) {
        if (isOver) return { reward: 0, done: true };
        if (taken === undefined || taken < 1 || taken > most || taken > pile) {
          isOver = true;
          return { reward: 0, done: true };
        }
        pile -= taken;
        if (pile === 0) {
          isOver = true;
          return { reward: 1, done: true };
        }
        pile -= pile <= most ? pile : (replies[turn] ?? 1);
        turn += 1;
        isOver = pile === 0;
        return { reward: 0, done: isOver };
      },
    };
  },
  oracle: () => ({ act: ({ pile, most }) => pile % (most + 1) || 1 }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: ({ pile, most }, rng) => rng.int(1, Math.max(1, Math.min(pile, most))),
  verify: ({ pile, most, replies }, actions) => {
    // What is gone from the table, by both.
    let gone = 0;
    for (const [turn, taken] of actions.entries()) {
      if (taken === undefined || !(taken >= 1 && taken <= Math.min(most, pile - gone))) {
        return { ok: false, reward: 0, why: `turn ${turn + 1} is against the rules` };
      }
      gone += taken;
      if (gone === pile) return { ok: true, reward: 1 };
      if (pile - gone <= most) return { ok: false, reward: 0, why: 'the other one took the last match' };
      gone += replies[turn] ?? 1;
    }
    return { ok: false, reward: 0, why: 'the game is not over' };
  },
  measure: (_, { total }) => ({ won: total }),
  text: {
    rules: () =>
      'There is a pile of matches. You and another one take in turn, at least 1 and at most as many as you are told; who takes the last match wins. The other one clears the pile when that is possible, and else takes any number. To take more than allowed loses. Reply with the number you take, such as "answer: 2". Winning earns 1.',
    observation: ({ pile, most }) => `pile ${pile}, at most ${most}`,
    action: (taken) => String(taken),
    parse: (reply, { most }) => parseInteger(reply, 1, most),
  },
  bits: ({ pile, most }) => ({
    observation: codec(record<Seen>({ pile: whole(0, pile), most: whole(2, most) })),
    action: codec(whole(1, most)),
  }),
});
