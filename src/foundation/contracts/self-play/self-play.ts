import { z } from 'zod';
import type { ModelReply, Usage } from '../ports/model-client.ts';

/** What a training record says of the question behind it: each metric in [0, 1]. */
const PairReliability = z.strictObject({
  cons: z.number().min(0).max(1),
  sep: z.number().min(0).max(1),
  stab: z.number().min(0).max(1),
  combined: z.number().min(0).max(1),
});
type PairReliability = z.infer<typeof PairReliability>;

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

/** How a batch is learnt; `preferred` is the specification's plain ∇ log P(preferred). */
export const TrainingMethod = z.enum(['dpo', 'ranking', 'preferred', 'sft', 'reinforce', 'grpo']);
export type TrainingMethod = z.infer<typeof TrainingMethod>;

/** What a trainer is given at once. */
export interface TrainingBatch {
  readonly role: 'generator' | 'solver';
  readonly iteration: number;
  readonly pairs: readonly PreferencePair[];
  readonly rewarded: readonly RewardedText[];
  /** Answers of the solver in force to questions that teach nothing: a trainer that can keeps them likely, so that less is forgotten. */
  readonly held?: readonly { readonly prompt: string; readonly completion: string }[];
  /** What a nat of distance from the start costs, in units of the reward; nothing unless told. */
  readonly pull?: number;
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
  /** Where training is a computation in this process: a resumed run does it again from what was kept last, and keeps only what it needs. */
  readonly computed?: {
    /** The weights of a checkpoint as a file. */
    bytesOf(checkpoint: Checkpoint): Uint8Array;
    /** Says that these are the weights of a checkpoint, read when they are needed. */
    adopt(checkpoint: Checkpoint, read: () => Uint8Array): void;
    /** Mean of ln P(text) under the checkpoint − under the start: the distance in nats per text, when the texts are its own. */
    distanceOf(checkpoint: Checkpoint, prompt: string, texts: readonly string[]): number;
  };
}

/** What a question is, before anyone answers it: how it is asked for, how it is read, and how it is put. */
export interface QuestionForm {
  readonly id: string;
  /** The prompt of the generator; those that show examples are given some that were judged well, and some that were not. */
  ask(shown: { readonly good: readonly string[]; readonly bad: readonly string[] }): string;
  /** The question that a text holds, or why it holds none. A kind that the text does not tell is found by its likeness to others. */
  read(text: string): { readonly question: string; readonly kind?: string } | { readonly fault: string };
  /** The prompt of the solver. */
  put(question: string): string;
  /** The question that `put` made a prompt of. */
  taken(prompt: string): string;
  /** The answer that a text of the solver holds. */
  answerIn(text: string): string;
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

/** Answers to be put in order, best first, as they are shown; one pass. */
export const RankItem = z.strictObject({
  question: z.string(),
  answers: z.array(z.string()).min(2),
  pass: z.int().min(0),
});
export type RankItem = z.infer<typeof RankItem>;

/** Places in the list of answers, best first: each of them once. */
export const Ranking = z.array(z.int().min(0)).min(2);
export type Ranking = z.infer<typeof Ranking>;

export const Preference = z.enum(['first', 'second', 'tie']);
export type Preference = z.infer<typeof Preference>;

/** A judge as a loop sees it: judgements and nothing else. Null is no verdict, never a zero. */
export interface AnswerJudge {
  readonly id: string;
  readonly isSimulated: boolean;
  score(items: readonly ScoreItem[], signal?: AbortSignal): Promise<readonly (number | null)[]>;
  compare(items: readonly CompareItem[], signal?: AbortSignal): Promise<readonly (Preference | null)[]>;
  /** Where it can put more than two in order. */
  rank?(items: readonly RankItem[], signal?: AbortSignal): Promise<readonly (Ranking | null)[]>;
  /** Ends what it holds, such as a process. */
  close?(): void;
  /** Names of the judges that take turns, pass by pass, where there are several. */
  readonly members?: readonly string[];
  /** Where judging costs tokens: the most that items can use, and what was used since one last asked. */
  readonly meter?: {
    most(items: JudgeItems): Usage;
    take(): Usage;
  };
}

/** Items of one kind, as a judge is asked about them. */
export type JudgeItems =
  | { readonly score: readonly ScoreItem[] }
  | { readonly compare: readonly CompareItem[] }
  | { readonly rank: readonly RankItem[] };
