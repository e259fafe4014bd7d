import type { SkillFiles } from '#foundation/contracts/skills';
import { askStructured, type Question } from '../optimizer/ask-structured.ts';
import type { ComparisonPair } from './comparison-pairs.ts';
import { comparisonSection } from './comparison-section.ts';
import { fence } from '../document/fence.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { joinSections, section, skillSection } from '../optimizer/prompt-layout.ts';

/** What an epoch changed: the skill before and after it, and both on the same tasks. */
export interface EpochComparison {
  readonly previousSkill: SkillFiles;
  readonly currentSkill: SkillFiles;
  readonly pairs: readonly ComparisonPair[];
}

/** Text that an epoch-end stage wrote; empty means `no-content`, with the reason in `problem`. */
export interface EpochText {
  readonly reasoning: string;
  readonly content: string;
  readonly problem?: string;
}

/** What tells the two texts of an epoch's end apart. */
interface EpochQuestion<Reply> extends Pick<Question<Reply>, 'schema' | 'json'> {
  readonly stage: 'slow_update' | 'meta_skill';
  /** The text of this kind that is in force, under its name. */
  readonly name: 'guidance' | 'advice';
  readonly previous: string;
  readonly read: (reply: Reply) => { readonly reasoning: string; readonly content: string };
}

/** Asks for a text from what an epoch changed: both skills, the text in force, and the tasks under both. */
export async function writeEpochText<Reply>(
  { stage, name, previous, schema, json, read }: EpochQuestion<Reply>,
  { previousSkill, currentSkill, pairs }: EpochComparison,
  optimizer: Optimizer,
): Promise<EpochText> {
  const user = joinSections(
    skillSection(previousSkill, 'Previous skill'),
    skillSection(currentSkill),
    section(`Previous ${name}`, previous === '' ? '' : fence(name, previous)),
    comparisonSection(pairs, optimizer),
  );
  const answer = await askStructured(
    { stage, system: { role: stage }, user, schema, json, maxTokens: 16_384 },
    optimizer,
  );
  if (!answer.ok) return { reasoning: '', content: '', problem: answer.problem };
  const { reasoning, content } = read(answer.reply);
  const written = content.trim();
  return written === '' ? { reasoning, content: '', problem: 'no content' } : { reasoning, content: written };
}
