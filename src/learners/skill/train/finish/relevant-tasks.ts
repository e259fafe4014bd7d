import type { SkillTask } from '#foundation/contracts/skills';
import { wordsOf } from '#learners/skill/rule-similarity';

/**
 * Tasks in the order of what they have to do with a text, the order they came in where that is equal:
 *
 *     relevance(t) = Σ 1 / (tasks with w)   over the words w that the text and t share
 *
 * A word of every task says nothing; one that few tasks have says most.
 */
export function mostRelevant(text: string, tasks: readonly SkillTask[]): readonly SkillTask[] {
  const words = new Set(wordsOf(text));
  const shared = tasks.map((task) => new Set(wordsOf(task.text).filter((word) => words.has(word))));
  const counts = new Map<string, number>();
  for (const each of shared) for (const word of each) counts.set(word, (counts.get(word) ?? 0) + 1);
  const relevance = shared.map((each) => [...each].reduce((sum, word) => sum + 1 / counts.get(word)!, 0));
  return [...tasks.keys()].sort((a, b) => relevance[b]! - relevance[a]! || a - b).map((i) => tasks[i]!);
}

/**
 * The tasks that speak of what a text speaks of, the most relevant first: those that share a word with it which at most half of all tasks have. None
 * where the text is about no task in particular.
 */
export function tasksAbout(text: string, tasks: readonly SkillTask[]): readonly SkillTask[] {
  const words = new Set(wordsOf(text));
  const shared = new Map(tasks.map((task) => [task, new Set(wordsOf(task.text).filter((word) => words.has(word)))]));
  const isTelling = (word: string): boolean =>
    2 * tasks.filter((task) => shared.get(task)!.has(word)).length <= tasks.length;
  return mostRelevant(text, tasks).filter((task) => [...shared.get(task)!].some(isTelling));
}
