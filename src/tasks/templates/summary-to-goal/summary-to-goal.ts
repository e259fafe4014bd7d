import { defineAnswer } from '../../define/define-answer.ts';
import { codec, inOrder, oneOf, padded, whole } from '../../faces/bit-layout.ts';
import { goalWorlds } from '../../language/goal-schema.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { type Goal, judgeGoal, parseGoal, partsOf, partsText, sampleGoal, slotsOf } from './goal.ts';
import { readWishes } from './read-wishes.ts';
import { drawWishes, wishVocabulary } from './wishes.ts';

const params = {
  env_type: choice(goalWorlds, 'which environment the goal is for'),
  constraints: int(0, 3, 'how many optional parts each person names'),
  wording: choice(
    ['plain', 'varied', 'unseen'],
    'one wording each, several, or only one that the other settings never use',
  ),
  idle: int(0, 4, 'sentences that say nothing about the goal'),
  plans: int(1, 4, 'people who say a whole goal each'),
  hops: int(0, 4, 'people between them and the one whose goal counts, each of whom may change a part'),
};
type GoalParams = ParamsOf<typeof params>;

/** Word numbers of the closed vocabulary, in reading order. */
type GoalWords = readonly number[];

interface GoalInstance {
  readonly params: GoalParams;
  readonly words: GoalWords;
  readonly goal: Goal;
}

/** Longer than any text of four plans and four hops. */
const MOST_WORDS = 288;
const wordNumbers = new Map(wishVocabulary.map((word, i) => [word, i]));

function textOf(words: GoalWords): string {
  return words
    .map((word) => wishVocabulary[word]!)
    .join(' ')
    .replaceAll(' .', '.');
}

/**
 * Turn a description of what is wanted into the goal an environment can check, where several people want different things.
 *
 * Every text has exactly one reading: people say parts of a goal, some want what another wants and change a part, and one person's goal counts; parts that are
 * nowhere said are `none`. The sentences come in random order among idle ones. All candidate values are mentioned, so keywords alone do not tell.
 *
 * @source spec/task-grammar §5.2.2
 */
export const summaryToGoal = defineAnswer<GoalParams, GoalInstance, GoalWords, Goal>({
  name: 'SUMMARY_TO_GOAL',
  version: 2,
  family: 'language',
  domain: 'language',
  tags: ['language', 'environment'],
  says: 'Turn a description of wanted end states into the structured goal of the person who counts.',
  params,
  levels: [
    { env_type: 'grid', constraints: 1, wording: 'plain', idle: 0, plans: 3, hops: 0 },
    { env_type: 'grid', constraints: 1, wording: 'varied', idle: 0, plans: 3, hops: 1 },
    { env_type: 'causal', constraints: 1, wording: 'varied', idle: 1, plans: 3, hops: 2 },
    { env_type: 'tool', constraints: 2, wording: 'varied', idle: 2, plans: 3, hops: 3 },
    { env_type: 'grid', constraints: 3, wording: 'varied', idle: 3, plans: 4, hops: 3 },
    { env_type: 'grid', constraints: 3, wording: 'unseen', idle: 4, plans: 4, hops: 4 },
  ],
  conflict({ env_type, constraints }) {
    const most = slotsOf(env_type).filter((slot) => slot.optional).length;
    return constraints <= most ? undefined : `constraints is ${constraints}, a ${env_type} goal has at most ${most}`;
  },
  difficulty: ({ constraints, wording, idle, plans, hops }) =>
    plans + 2 * hops + constraints / 2 + 0.25 * idle + { plain: 0, varied: 0.5, unseen: 1 }[wording],
  generate(params, rng) {
    const { sentences, goal } = drawWishes(params, rng);
    const words = sentences.flatMap((sentence) => [...sentence.split(' '), '.']);
    return { params, words: words.map((word) => wordNumbers.get(word)!), goal };
  },
  observe: ({ words }) => words,
  answer: ({ goal }) => goal,
  same: (a, b) => a.length === b.length && a.every((value, i) => value === b[i]),
  randomAction: (_, rng, { env_type }) => slotsOf(env_type).map((slot) => rng.pick(partsOf(slot))),
  randomReturn: ({ params: { env_type } }) => slotsOf(env_type).reduce((share, slot) => share / slot.values.length, 1),
  check: ({ params: { env_type }, words }, action) => judgeGoal(readWishes(env_type, textOf(words)), action),
  text: {
    rules: ({ env_type }) =>
      `Several people say what they want in a ${env_type} world. Write the goal of the person whose goal counts. Parts: ` +
      `${partsText(env_type)}. ` +
      'Who wants what another wants takes over every part of it, except those on which they say something themselves. A part that nobody in question mentions is none. The right ' +
      'goal earns 1, anything else 0. ' +
      `Reply as in "answer: ${sampleGoal(env_type)}".`,
    observation: textOf,
    action: (goal) => goal.join('; '),
    parse: (reply, { env_type }) => parseGoal(reply, env_type),
  },
  bits({ env_type }) {
    const word = whole(0, wishVocabulary.length - 1);
    const parts = slotsOf(env_type).map((slot) => oneOf(partsOf(slot)));
    return { observation: codec(padded(MOST_WORDS, word)), action: codec(inOrder(parts)), token: word.width + 1 };
  },
});
