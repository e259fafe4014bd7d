import type { Ask } from '#foundation/contracts/ports';
import type { PromptOverrides } from './prompts/prompt.ts';

/** The stage names under which the optimizer's tokens are accounted. */
export type OptimizerStage =
  | 'analyst'
  | 'merge'
  | 'lr_autonomous'
  | 'ranking'
  | 'rewrite'
  | 'edit_repair'
  | 'slow_update'
  | 'meta_skill'
  | 'appendix_consolidate'
  | 'merge_parents';

/** The optimizer at work: how to ask it, with which prompts and within which limits. */
export interface Optimizer {
  readonly ask: Ask;
  /** Passed on with every request, so that another seed means other replies. */
  readonly seed: number;
  /** Prompts that replace the general ones, by role: the run's own over the world's. */
  readonly prompts?: PromptOverrides;
  readonly reasoningEffort?: string;
  /** Effort of `rewrite` alone; absent means `reasoningEffort`. */
  readonly rewriteReasoningEffort?: string;
  readonly rewriteMaxTokens?: number;
  /** Tokens of rollouts that one prompt may hold; transcripts are compressed to fit. */
  readonly contextTokens?: number;
}
