import type { SkillFiles } from '#foundation/contracts/skills';
import type { HiddenRule } from './rule-book.ts';

/** What a target takes from a skill. */
export interface SkillKnowledge {
  /** For every tag with a rule: the action that the skill gives. */
  readonly actions: ReadonlyMap<string, string>;
  /** List items that are no rule, or say again what another one said. */
  readonly useless: number;
}

const RULE = /^\s*[-*] For the tag "([a-z]+)" the action is ([A-Z]+)\.?\s*$/u;
const ITEM = /^\s*[-*] \S/u;

/**
 * Reads a skill as the simulated target does: rules in its own words, the first one for a tag counts. Any other list item is
 * a useless line; headings, prose, remarks (`> …`), comments and front matter have no effect.
 */
export function readSkill(skill: SkillFiles, rules: readonly HiddenRule[]): SkillKnowledge {
  const known = new Set(rules.map((rule) => rule.tag));
  const actions = new Map<string, string>();
  let useless = 0;
  for (const text of Object.values(skill)) {
    for (const line of text.split('\n')) {
      const found = RULE.exec(line);
      if (found !== null && known.has(found[1]!) && !actions.has(found[1]!)) actions.set(found[1]!, found[2]!);
      else if (ITEM.test(line)) useless += 1;
    }
  }
  return { actions, useless };
}

/** Chance that a target with this knowledge answers one tag right, and what it answers if it is sure. */
export function tagChance(rule: HiddenRule, { actions }: SkillKnowledge, guess: number): number {
  const action = actions.get(rule.tag);
  if (action === undefined) return guess;
  if (rule.needs !== undefined && !actions.has(rule.needs)) return 0;
  return action === rule.action ? 1 : 0;
}
