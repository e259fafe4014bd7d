import type { SkillFiles } from '#foundation/contracts/skills';
import { type Answer, askEach, type Question } from './ask-structured.ts';
import { itemRecord } from '../edits/item-record.ts';
import { ideaText } from '../edits/item-text.ts';
import type { Optimizer } from './optimizer.ts';
import { adviceSection, joinSections, recordsSection, section, skillSection } from './prompt-layout.ts';
import { type Claim, payloadKey, readItems } from '../edits/read-items.ts';
import { PayloadReply } from './reply-formats.ts';
import { mergeSchema } from './reply-schemas.ts';
import type { Origin, Proposal, UpdateItem, UpdateMode } from '../edits/update-item.ts';
import { jaccard, wordsOf } from '../rule-similarity/words.ts';

export interface MergeCall {
  readonly skill: SkillFiles;
  readonly mode: UpdateMode;
  readonly metaSkill: string;
  readonly role: 'merge_failure' | 'merge_success' | 'merge_final';
  /** Of the ids of merged items. */
  readonly prefix: string;
  /** Absent in the final merge. */
  readonly level?: number;
}

/** Proposals that are to become one. */
export interface MergeGroup {
  readonly proposals: readonly Proposal[];
  readonly call: MergeCall;
}

/** Merges by the optimizer, all at once. An unusable reply loses nothing: the items are then put one list after the other. */
export async function mergeEach(groups: readonly MergeGroup[], optimizer: Optimizer): Promise<readonly Proposal[]> {
  const answers = await askEach(groups.map(questionFor), optimizer);
  return groups.map((group, i) => mergedProposal(group, answers[i]!));
}

function questionFor({ proposals, call }: MergeGroup): Question<PayloadReply> {
  const { mode, level } = call;
  const items = proposals.flatMap((proposal) => proposal.items);
  return {
    stage: 'merge',
    system: { role: call.role },
    user: joinSections(
      adviceSection(call.metaSkill),
      skillSection(call.skill),
      section('Merge', `${proposals.length} proposals${level === undefined ? '' : `, level ${level}`}.`),
      recordsSection('Items', `${items.length} items, one JSON object per line.`, items.map(itemRecord)),
    ),
    schema: PayloadReply,
    json: mergeSchema(mode),
    maxTokens: mode === 'full_rewrite_minibatch' ? 64_000 : 16_384,
    check: (reply) => (reply[payloadKey(mode)] === undefined ? `${payloadKey(mode)} is missing` : undefined),
  };
}

function mergedProposal({ proposals, call }: MergeGroup, answer: Answer<PayloadReply>): Proposal {
  const { mode, level, prefix } = call;
  const items = proposals.flatMap((proposal) => proposal.items);
  if (!answer.ok) return { reasoning: `put together without a merge: ${answer.problem}`, items };
  const merged = readItems(answer.reply, mode, (i, claim) => mergedOrigin(`${prefix}.${i}`, claim, items, level));
  // Items that claim nothing are traced by their words once their text is known.
  return { reasoning: answer.reply.reasoning, items: (merged ?? []).map((item) => traced(item, items)) };
}

function mergedOrigin(id: string, claim: Claim, items: readonly UpdateItem[], level: number | undefined): Origin {
  const sources = items.filter(({ origin }) => claim.from.includes(origin.id)).map(({ origin }) => origin);
  return { ...combine(id, sources, claim.source), ...(level === undefined ? {} : { level }) };
}

/**
 * The origin of an item made of others: it is a failure's as soon as one of them is, and its support is the number of
 * distinct tasks behind them.
 */
function combine(id: string, sources: readonly Origin[], said: Origin['source'] | undefined): Origin {
  const causes = [...new Set(sources.flatMap((each) => each.causes))];
  const isFailure = sources.length === 0 ? said !== 'success' : sources.some(({ source }) => source === 'failure');
  return {
    id,
    source: isFailure ? 'failure' : 'success',
    support: Math.max(1, causes.length),
    causes,
    // Items of analysts, over all levels: what stands behind a merge is counted in analysts.
    from: [...new Set(sources.flatMap((each) => each.from ?? [each.id]))],
  };
}

/** An item that names no valid source is traced to the most similar one, or to all where none is alike. */
function traced(item: UpdateItem, items: readonly UpdateItem[]): UpdateItem {
  if (item.origin.from === undefined || item.origin.from.length > 0) return item;
  const words = wordsOf(ideaText(item));
  const likeness = items.map((each) => jaccard(words, wordsOf(ideaText(each))));
  const best = likeness.indexOf(Math.max(...likeness));
  const sources = likeness[best]! >= 0.3 ? [items[best]!.origin] : items.map(({ origin }) => origin);
  const { level } = item.origin;
  const origin = combine(item.origin.id, sources, item.origin.source);
  return { ...item, origin: { ...origin, ...(level === undefined ? {} : { level }) } };
}
