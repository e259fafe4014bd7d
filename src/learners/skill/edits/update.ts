import type { SkillFiles, SkillTask } from '#foundation/contracts/skills';
import { askStructured } from '../optimizer/ask-structured.ts';
import type { EditReport } from './edit-report.ts';
import { itemRecord } from './item-record.ts';
import { createLeakScan, describeLeak } from '../checks/leaks.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { historySection, joinSections, recordsSection, skillSection } from '../optimizer/prompt-layout.ts';
import { RewriteReply } from '../optimizer/reply-formats.ts';
import { rewriteSchema } from '../optimizer/reply-schemas.ts';
import { rewriteText } from './rewrite-text.ts';
import { skillHash } from '../document/skill-document.ts';
import { updateByEdits } from './update-by-edits.ts';
import type { Proposal, Rewrite, UpdateItem, UpdateMode } from './update-item.ts';

export interface UpdateInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  readonly mode: UpdateMode;
  /** Earlier steps, for the rewriter. */
  readonly history: string;
  /** Tasks whose answers and ids must not enter the skill. */
  readonly guarded: readonly SkillTask[];
  /** One round with the optimizer for edits that do not apply. */
  readonly mayRepair: boolean;
}

/** The candidate, or why there is none. */
export type Update =
  | {
      readonly action: 'candidate';
      readonly skill: SkillFiles;
      /** The items that took effect. */
      readonly items: readonly UpdateItem[];
      readonly reports: readonly EditReport[];
      /** What a rewrite says it changed. */
      readonly changes: readonly string[];
    }
  | {
      /** `no-change`: nothing applied; `no-rewrite`: no usable new text. */
      readonly action: 'no-change' | 'no-rewrite';
      readonly why: string;
      readonly reports: readonly EditReport[];
    };

/** Stage 5: makes the candidate. Protected regions are the same bytes before and after, in every mode. */
export function update(input: UpdateInput, optimizer: Optimizer): Promise<Update> {
  const { items } = input.proposal;
  switch (input.mode) {
    case 'patch':
      return updateByPatch(input, optimizer);
    case 'rewrite_from_suggestions':
      return updateByRewrite(input, optimizer);
    case 'full_rewrite_minibatch': {
      const item = items.find((each) => each.kind === 'rewrite' && each.rewrite.text.trim() !== '');
      return Promise.resolve(
        item?.kind === 'rewrite' ? adopt(input, item.rewrite, [item]) : noRewrite('no item has a new text'),
      );
    }
  }
}

async function updateByPatch(input: UpdateInput, optimizer: Optimizer): Promise<Update> {
  const items = input.proposal.items.filter((item) => item.kind === 'edit');
  const options = { findLeaks: createLeakScan(input.guarded), mayRepair: input.mayRepair };
  const { skill, reports } = await updateByEdits(
    input.skill,
    items.map(({ edit }) => edit),
    options,
    optimizer,
  );
  if (skillHash(skill) === skillHash(input.skill)) {
    const why = items.length === 0 ? 'no edits were proposed' : reports.map(({ status }) => status).join(', ');
    return { action: 'no-change', why, reports };
  }
  const applied = items.filter((_, i) => reports[i]!.status.startsWith('applied'));
  return { action: 'candidate', skill, items: applied, reports, changes: [] };
}

/** The optimizer rewrites SKILL.md from suggestions and earlier steps; advice to the optimizer is not shown. */
async function updateByRewrite(input: UpdateInput, optimizer: Optimizer): Promise<Update> {
  const { items } = input.proposal;
  if (items.length === 0) return noRewrite('no suggestions were proposed');
  const answer = await askStructured(
    {
      stage: 'rewrite',
      system: { role: 'rewrite' },
      user: joinSections(
        skillSection(input.skill),
        recordsSection('Items', `${items.length} suggestions, one JSON object per line.`, items.map(itemRecord)),
        historySection(input.history),
      ),
      schema: RewriteReply,
      json: rewriteSchema,
      maxTokens: optimizer.rewriteMaxTokens ?? 64_000,
      check: ({ new_skill }) => (new_skill.trim() === '' ? 'new_skill is empty' : undefined),
    },
    optimizer,
  );
  if (!answer.ok) return noRewrite(answer.problem);
  const { change_summary: changes, new_skill: text } = answer.reply;
  return adopt(input, { title: '', changes, text }, items);
}

/** Puts protected parts back and refuses a text that leaks or changes nothing. */
function adopt({ skill, guarded }: UpdateInput, { text, changes }: Rewrite, items: readonly UpdateItem[]): Update {
  const old = skill['SKILL.md'] ?? '';
  const next = rewriteText(old, text);
  const findLeaks = createLeakScan(guarded);
  const known = new Set(findLeaks(old).map((leak) => leak.text));
  const leak = findLeaks(next).find((each) => !known.has(each.text));
  if (leak !== undefined) {
    return noRewrite(describeLeak(leak));
  }
  if (next === old) return noRewrite('the new text is the old one');
  return { action: 'candidate', skill: { ...skill, 'SKILL.md': next }, items, reports: [], changes };
}

function noRewrite(why: string): Update {
  return { action: 'no-rewrite', why, reports: [] };
}
