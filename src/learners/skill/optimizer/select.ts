import type { SkillFiles } from '#foundation/contracts/skills';
import { askStructured } from './ask-structured.ts';
import { itemRecord } from '../edits/item-record.ts';
import type { Optimizer } from './optimizer.ts';
import { adviceSection, joinSections, recordsSection, section, skillSection } from './prompt-layout.ts';
import { RankingReply } from './reply-formats.ts';
import { rankingSchema } from './reply-schemas.ts';
import type { Proposal } from '../edits/update-item.ts';

export interface SelectInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  /** Most items to keep; null keeps all (full rewrite, or `lr_control_mode: none`). 0 keeps none. */
  readonly editBudget: number | null;
  readonly metaSkill: string;
}

export interface Selection {
  readonly proposal: Proposal;
  /** Indices into the proposal that was given, in order of priority. */
  readonly indices: readonly number[];
  /** Whether the optimizer ranked; false where all fitted or its reply was unusable (then the first ones are kept). */
  readonly isRanked: boolean;
}

/** Stage 4: rank and cut to the edit budget. Fewer usable indices than the budget are not filled up. */
export async function select(input: SelectInput, optimizer: Optimizer): Promise<Selection> {
  const { proposal, editBudget: budget } = input;
  const { items } = proposal;
  const all = [...items.keys()];
  if (budget === null || items.length <= budget) return { proposal, indices: all, isRanked: false };
  if (budget <= 0) return keep(proposal, [], false);
  const answer = await askStructured(
    {
      stage: 'ranking',
      system: { role: 'ranking' },
      user: joinSections(
        adviceSection(input.metaSkill),
        skillSection(input.skill),
        section('Budget', `Keep at most ${budget} of ${items.length} items.`),
        recordsSection(
          'Items',
          'One JSON object per line; indices count from 0.',
          items.map((item, index) => ({ index, ...itemRecord(item) })),
        ),
      ),
      schema: RankingReply,
      json: rankingSchema,
      maxTokens: 16_384,
      check: ({ selected_indices }) =>
        usableIndices(selected_indices, items.length).length > 0 ? undefined : 'selected_indices names no item',
    },
    optimizer,
  );
  if (!answer.ok) return keep(proposal, all.slice(0, budget), false);
  return keep(proposal, usableIndices(answer.reply.selected_indices, items.length).slice(0, budget), true);
}

/** Whole numbers in range, each once. A boolean is no index. */
function usableIndices(values: readonly unknown[], length: number): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  return [...new Set(numbers.filter((value) => Number.isInteger(value) && value >= 0 && value < length))];
}

function keep(proposal: Proposal, indices: readonly number[], isRanked: boolean): Selection {
  const note = `kept ${indices.length} of ${proposal.items.length}${isRanked ? ' by rank' : ''}`;
  const reasoning = proposal.reasoning === '' ? note : `${proposal.reasoning} [${note}]`;
  return { proposal: { reasoning, items: indices.map((i) => proposal.items[i]!) }, indices, isRanked };
}
