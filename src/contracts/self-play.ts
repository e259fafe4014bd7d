import { z } from 'zod';
import type { ModelReply } from './model-client.ts';

/** What a training record says of the question behind it: each metric in [0, 1]. */
export const PairReliability = z.strictObject({
  cons: z.number().min(0).max(1),
  sep: z.number().min(0).max(1),
  stab: z.number().min(0).max(1),
  combined: z.number().min(0).max(1),
});
export type PairReliability = z.infer<typeof PairReliability>;

/** One answer judged better than another: what preference training reads, and every exporter writes. */
export const PreferencePair = z.strictObject({
  id: z.string(),
  iteration: z.int().min(0),
  prompt: z.string(),
  chosen: z.string(),
  rejected: z.string(),
  scoreChosen: z.number().min(0).max(1),
  scoreRejected: z.number().min(0).max(1),
  /** Difference of judged scores on the passes that did not choose the pair. */
  margin: z.number(),
  /** Chance that one more pass would contradict the label: the label noise of this pair. */
  flipRate: z.number().min(0).max(1),
  reliability: PairReliability,
  /** Which run made it. */
  source: z.string(),
});
export type PreferencePair = z.infer<typeof PreferencePair>;

/** A text with the reward it earned: an answer by the judge's score, a question by its reliability. */
export const RewardedText = z.strictObject({
  id: z.string(),
  prompt: z.string(),
  completion: z.string(),
  reward: z.number(),
  /** Completions of one group share a baseline. */
  group: z.string(),
});
export type RewardedText = z.infer<typeof RewardedText>;

/** How a batch is learnt; `preferred` is the seed's plain ∇ log P(preferred). */
export const TrainingMethod = z.enum(['dpo', 'ranking', 'preferred', 'sft', 'reinforce', 'grpo']);
export type TrainingMethod = z.infer<typeof TrainingMethod>;

/** What a trainer is given at once. */
export interface TrainingBatch {
  readonly role: 'generator' | 'solver';
  readonly iteration: number;
  readonly pairs: readonly PreferencePair[];
  readonly rewarded: readonly RewardedText[];
}

/** A trained state that a trainer can serve: weights by their hash, an adapter on a disk, a hosted model by its name. */
export const Checkpoint = z.strictObject({ id: z.string(), backend: z.string(), where: z.string() });
export type Checkpoint = z.infer<typeof Checkpoint>;

/** One text to be drawn. Equal requests give equal texts where the model allows it. */
export interface SampleRequest {
  readonly prompt: string;
  readonly seed: number;
  readonly temperature: number;
  readonly maxTokens: number;
}

/** Something that writes texts: the generator, the solver, or the judge's own model. */
export interface Sampler {
  readonly id: string;
  readonly isSimulated: boolean;
  /** Null where the infrastructure failed for good; it is never scored. */
  sample(requests: readonly SampleRequest[], signal?: AbortSignal): Promise<readonly (ModelReply | null)[]>;
}

/**
 * Where weights change. `train` gives a new checkpoint and leaves `from` usable; nothing half-written is ever returned: what
 * fails is a Fault `models/training-failed`. A checkpoint may be worse than the one before; that is for a gate to find.
 */
export interface Trainer {
  readonly id: string;
  /** Methods it can run; a role whose method is missing learns from ranked pairs instead, and the run says so. */
  readonly methods: readonly TrainingMethod[];
  /** What training starts from. */
  start(): Promise<Checkpoint>;
  train(from: Checkpoint, batch: TrainingBatch, method: TrainingMethod, signal?: AbortSignal): Promise<Checkpoint>;
  serve(checkpoint: Checkpoint, signal?: AbortSignal): Promise<Sampler>;
  /** Frees what serving it holds; a checkpoint that was never served is nothing to free. */
  retire(checkpoint: Checkpoint): Promise<void>;
}

/** One answer to be scored, one pass; passes differ in their number alone. */
export const ScoreItem = z.strictObject({ question: z.string(), answer: z.string(), pass: z.int().min(0) });
export type ScoreItem = z.infer<typeof ScoreItem>;

/** Two answers to be compared in this order, one pass. */
export const CompareItem = z.strictObject({
  question: z.string(),
  first: z.string(),
  second: z.string(),
  pass: z.int().min(0),
});
export type CompareItem = z.infer<typeof CompareItem>;

export const Preference = z.enum(['first', 'second', 'tie']);
export type Preference = z.infer<typeof Preference>;

/** A judge as a loop sees it: judgements and nothing else. Null is no verdict, never a zero. */
export interface AnswerJudge {
  readonly id: string;
  readonly isSimulated: boolean;
  score(items: readonly ScoreItem[], signal?: AbortSignal): Promise<readonly (number | null)[]>;
  compare(items: readonly CompareItem[], signal?: AbortSignal): Promise<readonly (Preference | null)[]>;
}
