import type { SkillFiles } from '#foundation/contracts/skills';
import { askStructured } from './ask-structured.ts';
import { describeItem } from '../edits/item-text.ts';
import type { Optimizer } from './optimizer.ts';
import { adviceSection, historySection, joinSections, recordsSection, section, skillSection } from './prompt-layout.ts';
import { BudgetReply } from './reply-formats.ts';
import { budgetSchema } from './reply-schemas.ts';
import type { Proposal } from '../edits/update-item.ts';

export interface BudgetInput {
  readonly skill: SkillFiles;
  readonly proposal: Proposal;
  readonly rollouts: { readonly count: number; readonly hard: number; readonly soft: number };
  readonly history: string;
  readonly metaSkill: string;
}

/** The record of an autonomous decision (`lr_decision.json`). */
export interface BudgetDecision {
  /** The edit budget: a whole number from 0 to the number of items. */
  readonly learning_rate: number;
  readonly raw_learning_rate: unknown;
  readonly available_update_items: number;
  readonly clamped: boolean;
  readonly fallback: boolean;
  readonly reasoning: string;
  readonly confidence: unknown;
  readonly risk_notes: unknown;
  readonly raw_response: string;
  readonly error?: string;
}

/** `lr_control_mode: autonomous`: the optimizer chooses how many items to keep. Unusable means 0, marked as a fallback. */
export async function decideEditBudget(input: BudgetInput, optimizer: Optimizer): Promise<BudgetDecision> {
  const { count, hard, soft } = input.rollouts;
  const { items } = input.proposal;
  const answer = await askStructured(
    {
      stage: 'lr_autonomous',
      system: { role: 'lr_autonomous' },
      user: joinSections(
        adviceSection(input.metaSkill),
        skillSection(input.skill),
        section('Scores', `${count} rollouts; mean hard ${hard.toFixed(3)}, mean soft ${soft.toFixed(3)}.`),
        historySection(input.history),
        recordsSection(
          'Items',
          `${items.length} items.`,
          items.map((item) => ({ item: describeItem(item) })),
        ),
      ),
      schema: BudgetReply,
      json: budgetSchema,
      maxTokens: 16_384,
      check: ({ learning_rate }) =>
        wholeNumber(learning_rate) === undefined ? 'learning_rate is no whole number' : undefined,
    },
    optimizer,
  );
  const reply = answer.ok ? answer.reply : undefined;
  const chosen = wholeNumber(reply?.learning_rate);
  return {
    learning_rate: Math.min(chosen ?? 0, items.length),
    raw_learning_rate: reply?.learning_rate ?? null,
    available_update_items: items.length,
    clamped: (chosen ?? 0) > items.length,
    fallback: chosen === undefined,
    reasoning: reply?.reasoning ?? '',
    confidence: reply?.confidence ?? null,
    risk_notes: reply?.risk_notes ?? null,
    raw_response: answer.text,
    ...(answer.ok ? {} : { error: answer.problem }),
  };
}

/** A whole number from 0: 3, 3.0, or the first one in a text. A boolean or a fraction is none. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const found = /-?\d+(?:\.\d+)?/.exec(value)?.[0];
  return found === undefined ? undefined : wholeNumber(Number(found));
}
