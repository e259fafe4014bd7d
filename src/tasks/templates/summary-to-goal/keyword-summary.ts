import type { Judged } from '#foundation/contracts/tasks';
import type { Rng } from '#foundation/kernel';
import { defineAnswer } from '../../define/define-answer.ts';
import { codec, inOrder, oneOf, padded, whole } from '../../faces/bit-layout.ts';
import { markedLine } from '../../faces/reply.ts';
import {
  type GoalSlot,
  goalSchemas,
  goalVocabulary,
  type GoalWorld,
  goalWorlds,
  idleSentences,
} from '../../language/goal-schema.ts';
import { readGoal } from '../../language/read-goal.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';

const params = {
  env_type: choice(goalWorlds, 'which environment the goal is for'),
  constraints: int(0, 3, 'how many optional parts the goal has'),
  wording: choice(
    ['plain', 'varied', 'unseen'],
    'one wording each, several, or only one that the other settings never use',
  ),
  idle: int(0, 4, 'sentences that say nothing about the goal'),
};
type GoalParams = ParamsOf<typeof params>;

/** Word numbers of the closed vocabulary, in reading order. */
type GoalWords = readonly number[];

/** `name=value` for every slot of the schema, in its order. */
export type Goal = readonly string[];

interface GoalInstance {
  readonly params: GoalParams;
  readonly words: GoalWords;
  readonly goal: Goal;
}

/** Longer than any text the schemas can give. */
const MOST_WORDS = 96;
const wordNumbers = new Map(goalVocabulary.map((word, i) => [word, i]));

export function slotsOf(world: GoalWorld): readonly GoalSlot[] {
  return goalSchemas[world];
}

export function phraseOf(slot: GoalSlot, wording: 'plain' | 'varied' | 'unseen', rng: Rng): string {
  if (wording === 'unseen') return slot.phrases.at(-1)!;
  return wording === 'plain' ? slot.phrases[0]! : slot.phrases[rng.below(slot.phrases.length - 1)]!;
}

/** Which optional slots are said: `count` of them, each choice equally likely. */
export function spokenSlots(slots: readonly GoalSlot[], count: number, rng: Rng): readonly boolean[] {
  const optional = slots.flatMap((slot, i) => (slot.optional ? [i] : []));
  const chosen = new Set(rng.distinct(Math.min(count, optional.length), optional.length).map((i) => optional[i]!));
  return slots.map((slot, i) => !slot.optional || chosen.has(i));
}

function textOf(words: GoalWords): string {
  return words
    .map((word) => goalVocabulary[word]!)
    .join(' ')
    .replaceAll(' .', '.');
}

export function partsOf(slot: GoalSlot): readonly string[] {
  return slot.values.map((value) => `${slot.name}=${value}`);
}

/** The `name=value` parts of a reply: every slot, in any order, none twice with different values. */
export function parseGoal(reply: string, world: GoalWorld): Goal | undefined {
  const line = (markedLine(reply) ?? reply).replaceAll(/[*_`"'{}]/g, '').replaceAll(/:\s*/g, '=');
  const said = new Map<string, string>();
  for (const part of line.split(/[;,\n]/)) {
    const [name = '', value = '', ...rest] = part.split('=').map((text) => text.trim().toLowerCase());
    if (value === '' || rest.length > 0) continue;
    if (said.has(name) && said.get(name) !== value) return undefined;
    said.set(name, value.replace(/\.$/, ''));
  }
  const goal: string[] = [];
  for (const slot of slotsOf(world)) {
    const value = slot.values.find((one) => one.toLowerCase() === said.get(slot.name));
    if (value === undefined) return undefined;
    goal.push(`${slot.name}=${value}`);
  }
  return goal;
}

/** What both versions have in common. */
export const goalTemplate = {
  name: 'SUMMARY_TO_GOAL',
  family: 'language',
  domain: 'language',
  tags: ['language', 'environment'],
  conflict({ env_type, constraints }: { readonly env_type: GoalWorld; readonly constraints: number }) {
    const most = slotsOf(env_type).filter((slot) => slot.optional).length;
    return constraints <= most ? undefined : `constraints is ${constraints}, a ${env_type} goal has at most ${most}`;
  },
  same: (a: Goal, b: Goal) => a.length === b.length && a.every((value, i) => value === b[i]),
  randomAction: (_: unknown, rng: Rng, { env_type }: { readonly env_type: GoalWorld }) =>
    slotsOf(env_type).map((slot) => rng.pick(partsOf(slot))),
  randomReturn: ({ params: { env_type } }: { readonly params: { readonly env_type: GoalWorld } }) =>
    slotsOf(env_type).reduce((share, slot) => share / slot.values.length, 1),
} as const;

/** A goal that was said beside what the text means. */
export function judgeGoal(meant: Readonly<Record<string, string>>, action: Goal): Judged {
  const said = Object.entries(meant).map(([slot, value]) => `${slot}=${value}`);
  const wrong = action.length === said.length ? action.find((part) => !said.includes(part)) : 'a missing part';
  return wrong === undefined ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `${wrong} is wrong` };
}

/** The parts of a goal with their values, and a goal as it is written. */
export function partsText(world: GoalWorld): string {
  return slotsOf(world)
    .map((slot) => `${slot.name} (${slot.values.join(', ')})`)
    .join('; ');
}

export function sampleGoal(world: GoalWorld): string {
  return slotsOf(world)
    .map((slot) => partsOf(slot)[0]!)
    .join('; ');
}

/**
 * Turn a description of what is wanted into the goal an environment can check.
 *
 * Every text has exactly one reading: each part of the goal is said at most once, parts that are not said are `none`, and the sentences
 * come in random order among idle ones.
 *
 * Version 1: whoever looks for the words of each value scores 1 on five of six levels, so it was replaced.
 *
 * @source seed 004 §5.2.2
 */
export const keywordSummary = defineAnswer<GoalParams, GoalInstance, GoalWords, Goal>({
  ...goalTemplate,
  says: 'Turn a description of a wanted end state into a structured goal.',
  params,
  levels: [
    { env_type: 'grid', constraints: 0, wording: 'plain', idle: 0 },
    { env_type: 'grid', constraints: 1, wording: 'varied', idle: 0 },
    { env_type: 'causal', constraints: 1, wording: 'varied', idle: 1 },
    { env_type: 'tool', constraints: 2, wording: 'varied', idle: 2 },
    { env_type: 'grid', constraints: 3, wording: 'varied', idle: 3 },
    { env_type: 'grid', constraints: 3, wording: 'unseen', idle: 4 },
  ],
  difficulty: ({ constraints, wording, idle }) =>
    1 + constraints + 0.5 * idle + { plain: 0, varied: 0.5, unseen: 1 }[wording],
  generate(params, rng) {
    const slots = slotsOf(params.env_type);
    const spoken = spokenSlots(slots, params.constraints, rng);
    const values = slots.map((slot, i) => {
      if (!spoken[i]) return slot.values[0]!;
      return slot.values[slot.optional ? 1 + rng.below(slot.values.length - 1) : rng.below(slot.values.length)]!;
    });
    const goal = slots.map((slot, i) => `${slot.name}=${values[i]!}`);
    const sentences = slots.flatMap((slot, i) =>
      spoken[i] ? [phraseOf(slot, params.wording, rng).replace('_', values[i]!)] : [],
    );
    for (const i of rng.distinct(params.idle, idleSentences.length)) sentences.push(idleSentences[i]!);
    const words = rng.shuffle(sentences).flatMap((sentence) => [...sentence.split(' '), '.']);
    return { params, words: words.map((word) => wordNumbers.get(word)!), goal };
  },
  observe: ({ words }) => words,
  answer: ({ goal }) => goal,
  check: ({ params: { env_type }, words }, action) => judgeGoal(readGoal(env_type, textOf(words)), action),
  text: {
    rules: ({ env_type }) =>
      `Read a description of what is wanted in a ${env_type} world and write it as a goal. Parts: ` +
      `${partsText(env_type)}. ` +
      'A part that the description does not mention is none. The right goal earns 1, anything else 0. ' +
      `Reply as in "answer: ${sampleGoal(env_type)}".`,
    observation: textOf,
    action: (goal) => goal.join('; '),
    parse: (reply, { env_type }) => parseGoal(reply, env_type),
  },
  bits({ env_type }) {
    const word = whole(0, goalVocabulary.length - 1);
    const parts = slotsOf(env_type).map((slot) => oneOf(partsOf(slot)));
    return { observation: codec(padded(MOST_WORDS, word)), action: codec(inOrder(parts)), token: word.width + 1 };
  },
});
