import type { HiddenRule } from './rule-book.ts';
import { type SkillKnowledge, tagChance } from './skill-knowledge.ts';
import type { WorldData } from './world-data.ts';

/** A set of tags, and how likely a task of the population carries exactly it. */
export interface TagSet {
  readonly tags: readonly number[];
  readonly chance: number;
}

/**
 * All sets of tags that a task can carry.
 *
 *     P(k tags) ∝ tagsPerTask[k − 1];  tags drawn one after the other without replacement, in proportion to their weights
 *
 * The chance of a set sums over the orders in which it can be drawn.
 */
export function tagSets(
  data: Pick<WorldData, 'tagsPerTask'>,
  rules: readonly Pick<HiddenRule, 'weight'>[],
): readonly TagSet[] {
  const total = rules.reduce((sum, rule) => sum + rule.weight, 0);
  const kinds = data.tagsPerTask.reduce((sum, weight) => sum + weight, 0);
  const sets = new Map<string, { tags: number[]; chance: number }>();
  const descend = (drawn: readonly number[], chance: number, left: number, size: number): void => {
    if (drawn.length === size) {
      const tags = [...drawn].sort((a, b) => a - b);
      const key = tags.join(' ');
      const known = sets.get(key);
      if (known === undefined) sets.set(key, { tags, chance });
      else known.chance += chance;
      return;
    }
    for (const [at, rule] of rules.entries()) {
      if (!drawn.includes(at)) descend([...drawn, at], (chance * rule.weight) / left, left - rule.weight, size);
    }
  };
  for (const [at, weight] of data.tagsPerTask.entries()) {
    if (weight > 0 && at < rules.length) descend([], weight / kinds, total, at + 1);
  }
  return [...sets.values()];
}

/**
 * The expected hard score of a skill over the population of tasks, exactly.
 *
 *     (1 − slip) · dilution^useless · Σ over tag sets P(set) · Π over its tags P(right)
 */
export function trueScoreOf(
  data: WorldData,
  rules: readonly HiddenRule[],
  sets: readonly TagSet[],
  knowledge: SkillKnowledge,
): number {
  const right = rules.map((rule) => tagChance(rule, knowledge, data.guess));
  let sum = 0;
  for (const { tags, chance } of sets) {
    let product = chance;
    for (const at of tags) product *= right[at]!;
    sum += product;
  }
  return sum * careOf(data, knowledge);
}

/** Chance that the target neither slips nor is distracted by useless lines. */
export function careOf(data: WorldData, knowledge: SkillKnowledge): number {
  return (1 - data.slip) * data.dilution ** knowledge.useless;
}
