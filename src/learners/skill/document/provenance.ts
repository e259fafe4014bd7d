import type { SkillFiles } from '#foundation/contracts/skills';
import { z } from 'zod';
import { ideaText } from '../edits/item-text.ts';
import { rulesOfSkill } from './skill-document.ts';
import { Origin, type UpdateItem } from '../edits/update-item.ts';
import { jaccard, wordsOf } from '../rule-similarity/words.ts';

/** Why a rule is in the skill: the step and the failures that caused it, and what it was measured to be worth. Plain JSON. */
export const RuleProvenance = z.strictObject({
  ruleId: z.string(),
  text: z.string(),
  step: z.int().min(0),
  origins: z.array(Origin),
  effect: z.number().optional(),
  /** How the effect was measured: the rule or its item left out, on so many tasks, or the skills with it against those without. */
  measured: z
    .strictObject({
      by: z.enum(['leave-one-out', 'bundle']),
      tasks: z.int().min(1),
      /** The 95 % interval of the effect, where the rule alone was left out. */
      low: z.number().optional(),
      high: z.number().optional(),
    })
    .optional(),
  /** Whether the rule itself is shown to help, could not be told from nothing, or has too few tasks behind it to tell. */
  standing: z.enum(['shown', 'rode-along', 'not-measurable']).optional(),
});
export type RuleProvenance = z.infer<typeof RuleProvenance>;

export interface AcceptedChange {
  readonly before: SkillFiles;
  readonly after: SkillFiles;
  readonly items: readonly UpdateItem[];
  readonly step: number;
  /** Measured effects by the id of the item, where there are any. */
  readonly effects: ReadonlyMap<string, number>;
}

/**
 * The provenance of the rules of the skill after an accepted change. Rules that were there keep their entry, rules that are gone
 * lose it, and a new rule names the item whose words it shares most; in a rewrite all items, where none is alike.
 */
export function traceRules(known: readonly RuleProvenance[], change: AcceptedChange): readonly RuleProvenance[] {
  const old = new Set(rulesOfSkill(change.before).map(({ id }) => id));
  const byId = new Map(known.map((entry) => [entry.ruleId, entry]));
  return rulesOfSkill(change.after).flatMap(({ id, text }) => {
    if (old.has(id)) return byId.has(id) ? [byId.get(id)!] : [];
    const sources = sourcesOf(text, change.items);
    const measured = sources.flatMap(({ origin }) => change.effects.get(origin.id) ?? []);
    const effect = measured.length === 0 ? {} : { effect: measured.reduce((sum, each) => sum + each, 0) };
    return [{ ruleId: id, text, step: change.step, origins: sources.map(({ origin }) => origin), ...effect }];
  });
}

function sourcesOf(text: string, items: readonly UpdateItem[]): readonly UpdateItem[] {
  const words = wordsOf(text);
  const likeness = items.map((item) => {
    const idea = wordsOf(ideaText(item));
    // An item may bring several rules at once: being contained in it counts like being it.
    const isInside = words.every((word) => idea.includes(word));
    return isInside ? 1 : jaccard(words, idea);
  });
  const best = Math.max(0, ...likeness);
  return best >= 0.3 ? [items[likeness.indexOf(best)]!] : items;
}
