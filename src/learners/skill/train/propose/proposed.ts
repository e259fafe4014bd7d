import type { Proposal } from '#learners/skill/edits';

/** What a step proposes, or why it proposes nothing. */
export interface Proposed {
  readonly proposal: Proposal;
  readonly why?: string;
}
