import type { SkillFiles } from '#foundation/contracts/skills';
import { listItems } from '#world/models/simulated';
import { type Grammar, type Saying, sayingOf } from './grammar.ts';
import type { SpokenRule } from './spoken-rules.ts';

/** What a target takes from a skill. */
export interface SpokenKnowledge {
  /** Lines that say something of a tag. */
  readonly said: ReadonlyMap<string, readonly { readonly action: string; readonly kind?: string }[]>;
  /** List items that say nothing of any tag, or say again what another one said. */
  readonly useless: number;
  /** All list items. */
  readonly items: number;
}

/** Tag by tag what a line says: one action for all of its tags, or as many as there are tags. */
export function pairsOf({ tags, actions, kind }: Saying): { tag: string; action: string; kind?: string }[] {
  if (tags.length === 0 || (actions.length !== 1 && actions.length !== tags.length)) return [];
  return tags.map((tag, at) => ({
    tag,
    action: actions.length === 1 ? actions[0]! : actions[at]!,
    ...(kind === undefined ? {} : { kind }),
  }));
}

export function readSpokenSkill(skill: SkillFiles, grammar: Grammar): SpokenKnowledge {
  const said = new Map<string, { action: string; kind?: string }[]>();
  const seen = new Set<string>();
  let useless = 0;
  const items = listItems(skill);
  for (const line of items) {
    const fresh = pairsOf(sayingOf(line, grammar)).filter((pair) => !seen.has(JSON.stringify(pair)));
    if (fresh.length === 0) useless += 1;
    for (const { tag, ...rest } of fresh) {
      seen.add(JSON.stringify({ tag, ...rest }));
      said.set(tag, [...(said.get(tag) ?? []), rest]);
    }
  }
  return { said, useless, items: items.length };
}

/**
 * Chance that a target with this knowledge answers a tag right on a task of a kind. A line for the kind goes before a line for all;
 * of lines that contradict each other it follows one at random.
 */
export function chanceOf(rule: SpokenRule, kind: string, knowledge: SpokenKnowledge, guess: number): number {
  const followed = followedLines(rule.tag, kind, knowledge);
  if (followed.length === 0) return guess;
  if (isMisled(rule, knowledge)) return 0;
  return followed.filter(({ action }) => action === rule.actions[kind]).length / followed.length;
}

/** Whether a line misleads for want of another: what it needs beside it is not spoken of. */
export function isMisled({ needs }: SpokenRule, { said }: SpokenKnowledge): boolean {
  return needs !== undefined && !said.has(needs);
}

/** The lines that a target may follow at a tag. */
export function followedLines(tag: string, kind: string, { said }: SpokenKnowledge): readonly { action: string }[] {
  const lines = said.get(tag) ?? [];
  const special = lines.filter((line) => line.kind === kind);
  return special.length > 0 ? special : lines.filter((line) => line.kind === undefined);
}
