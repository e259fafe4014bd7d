import type { GoalWorld } from '../../language/goal-schema.ts';
import { readGoal } from '../../language/read-goal.ts';

/**
 * Reads the goal that counts back from the text: who follows whom, and what each says by the words around each value. The verifier's own reading; it knows nothing
 * of how texts are made.
 */
export function readWishes(world: GoalWorld, text: string): Readonly<Record<string, string>> {
  const sentences = text.split('.').map((sentence) => sentence.trim());
  const follows = new Map<string, string>();
  const says = new Map<string, Record<string, string>>();
  let whose = '';
  for (const sentence of sentences) {
    const [, follower, followed] = /^(\w+) wants what (\w+) wants$/.exec(sentence) ?? [];
    if (follower !== undefined && followed !== undefined) follows.set(follower, followed);
    const [, name, said] = /^([A-Z]\w+) says (.*)$/.exec(sentence) ?? [];
    if (name !== undefined && said !== undefined) says.set(name, { ...says.get(name), ...mentioned(world, said) });
    whose = /counts is that of (\w+)$/.exec(sentence)?.[1] ?? whose;
  }
  const chain: string[] = [];
  for (let name: string | undefined = whose; name !== undefined && chain.length < 32; name = follows.get(name)) {
    chain.unshift(name);
  }
  let goal = readGoal(world, '');
  for (const name of chain) goal = { ...goal, ...says.get(name) };
  return goal;
}

function mentioned(world: GoalWorld, sentence: string): Record<string, string> {
  return Object.fromEntries(Object.entries(readGoal(world, sentence)).filter(([, value]) => value !== 'none'));
}
