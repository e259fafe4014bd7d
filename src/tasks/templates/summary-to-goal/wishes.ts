import type { Rng } from '#foundation/kernel';
import { type GoalSlot, type GoalWorld, goalSchemas, goalWorlds, idleSentences } from '../../language/goal-schema.ts';
import { type Goal, phraseOf, slotsOf, spokenSlots } from './goal.ts';

/** People who speak, or want what another wants. */
const people = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jill'] as const;

/** How a description is made. */
export interface WishSpec {
  readonly env_type: GoalWorld;
  readonly constraints: number;
  readonly wording: 'plain' | 'varied' | 'unseen';
  readonly idle: number;
  /** People who say a whole goal each. */
  readonly plans: number;
  /** People between them and the one whose goal counts. */
  readonly hops: number;
}

/** Every word of every sentence, in a fixed order: the closed vocabulary of the bit face. */
export const wishVocabulary: readonly string[] = [
  ...new Set(
    [
      ...people,
      ...idleSentences,
      'says wants what the goal that counts is that of but .',
      ...goalWorlds.flatMap((world) =>
        goalSchemas[world].flatMap((slot: GoalSlot) => [
          ...slot.phrases.map((phrase) => phrase.replace('_', ' ')),
          ...slot.values,
        ]),
      ),
    ].flatMap((text) => text.split(' ').filter((word) => word !== '')),
  ),
].sort();

/** What one person says of the goal: the value of each slot, or nothing. */
type Said = readonly (string | undefined)[];

/**
 * Several people each say a whole goal; a chain of others want what the one before wants, some of them with another value for one part; and the goal that counts is the
 * last one's. Every value that could be meant is mentioned, so that only who says what, and who follows whom, tells.
 */
export function drawWishes(spec: WishSpec, rng: Rng): { readonly sentences: string[]; readonly goal: Goal } {
  const slots = slotsOf(spec.env_type);
  const order = rng.distinct(spec.plans + spec.hops, people.length).map((i) => people[i]!);
  const values = slots.map((slot) => rng.shuffle(slot.optional ? slot.values.slice(1) : slot.values.slice()));
  const plans = order.slice(0, spec.plans).map((_, plan): Said => {
    const spoken = spokenSlots(slots, spec.constraints, rng);
    return slots.map((_, i) => (spoken[i] ? values[i]![plan % values[i]!.length] : undefined));
  });
  const sentences = plans.flatMap((said, plan) => sentencesOf(order[plan]!, said, spec, rng));
  let counts = rng.below(spec.plans);
  let goal = plans[counts]!;
  for (let hop = spec.plans; hop < order.length; hop += 1) {
    sentences.push(`${order[hop]!} wants what ${order[counts]!} wants`);
    counts = hop;
    if (!rng.chance(0.5)) continue;
    const place = rng.below(slots.length);
    const other = rng.pick(values[place]!);
    const change: Said = slots.map((_, i) => (i === place ? other : undefined));
    sentences.push(...sentencesOf(order[hop]!, change, spec, rng));
    goal = goal.with(place, other);
  }
  sentences.push(`the goal that counts is that of ${order[counts]!}`);
  for (const i of rng.distinct(spec.idle, idleSentences.length)) sentences.push(idleSentences[i]!);
  return {
    sentences: rng.shuffle(sentences),
    goal: slots.map((slot, i) => `${slot.name}=${goal[i] ?? slot.values[0]!}`),
  };
}

function sentencesOf(name: string, said: Said, spec: WishSpec, rng: Rng): string[] {
  return slotsOf(spec.env_type).flatMap((slot, i) => {
    const value = said[i];
    return value === undefined ? [] : [`${name} says ${phraseOf(slot, spec.wording, rng).replace('_', value)}`];
  });
}
