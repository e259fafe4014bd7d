import type { ModelReply, ModelRequest } from '#contracts/ports';
import type { PromptOverrides } from './prompts/prompt.ts';

/**
 * Asks a model, all requests at once; replies come in their order. The loop puts journal, budget, retries and concurrency behind it: a
 * block without room for all of it is not begun, and an outage is thrown, never a reply.
 */
export type Ask = (requests: readonly ModelRequest[]) => Promise<readonly ModelReply[]>;

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
