import type { TrainingMethod } from '#foundation/contracts/self-play';
import type { WorthWeights } from './kinds/kind-worth.ts';
import { type ReliabilitySettings, reliabilityDefaults } from '#learners/model/judge/reliability';

/** Hard limits of a run; absent is without limit. */
export interface SelfPlayLimits {
  readonly judgeCalls?: number;
  readonly modelCalls?: number;
  readonly tokens?: number;
  readonly dollars?: number;
  readonly milliseconds?: number;
}

/** How a part of the solver's distribution is drawn from. */
export interface Regime {
  readonly count: number;
  readonly temperature: number;
  /** The number of draws per answer; the commonest text is the answer. */
  readonly bestOf: number;
  /** Iterations that the checkpoint lags behind the newest. */
  readonly lag: number;
}

/** Which questions teach the solver. */
export type Filter =
  /** Tests: the judge tells the answers apart, strong beat weak in questions of the kind, and the pair is decided. */
  | 'evidence'
  /** Plain levels of the three metrics of the question alone. */
  | 'thresholds'
  /** Mean judged score between 0.3 and 0.7. */
  | 'band'
  | 'none';

/** Everything that fixes a run of self-play, beside its ports. */
export interface SelfPlaySettings {
  readonly seed: number;
  readonly iterations: number;
  /** Questions judged per iteration, at most. */
  readonly questions: number;
  /** Which drafts are judged: all, or those that are worth most, out of `drafts` times as many. */
  readonly choose: 'all' | 'worth';
  readonly drafts: number;
  readonly answered: number;
  readonly worth: WorthWeights;
  readonly strong: Regime;
  readonly weak: Regime;
  readonly questionTokens: number;
  readonly answerTokens: number;
  /** Passes over each answer; half of them rank, the other half confirms. */
  readonly scorePasses: number;
  /** Different answers to a question that are judged at most, by regime: those given most. */
  readonly judged: { readonly strong: number; readonly weak: number };
  /** After half of the passes a question goes no further whose answers are told apart with a p above this. */
  readonly screening: number;
  /** Pairs of a question that are compared, and the most passes over one; they stop at evidence of `decidedAt` to 1. */
  readonly pairs: number;
  /** Passes in which the answers of those pairs are put in order at once, before they are compared two by two; even. */
  readonly rankPasses: number;
  readonly pairPasses: number;
  readonly decidedAt: number;
  readonly reliability: ReliabilitySettings;
  readonly thresholds: { readonly cons: number; readonly sep: number; readonly stab: number };
  readonly filter: Filter;
  /** Share of false discoveries among questions whose answers count as told apart. */
  readonly falseDiscoveries: number;
  /** P(strong answers of the kind are judged better) at which a kind counts as valid. */
  readonly validity: number;
  readonly generator: {
    readonly reward: 'worth' | 'reliability' | 'difficulty' | 'none';
    readonly method: TrainingMethod;
    readonly temperature: number;
    /** What a kind costs that fills the whole batch, and what a text costs that is no question. */
    readonly repetition: number;
    readonly malformed: number;
    /** The distance from the start, in nats per question, that the pull is adapted to keep. */
    readonly distance: number;
    /** When the variety of questions falls below this part of the first variety, the last update is taken back. */
    readonly keptDiversity: number;
  };
  readonly solver: {
    readonly method: TrainingMethod;
    /** Iterations after which a measured reliability is stale: pairs of so many iterations are learnt together. */
    readonly replay: number;
  };
  /** True where generator and solver are one model. */
  readonly isShared: boolean;
  readonly gate: {
    readonly every: number;
    readonly questions: number;
    readonly passes: number;
    readonly alpha: number;
  };
  /** Questions of the first and of the last generator, compared at the end under one solver; 0 leaves it out. */
  readonly finalQuestions: number;
  readonly limits: SelfPlayLimits;
}

/** What a run does unless told. @source pilots on the first practice world; the second was never looked at */
export const usualSelfPlay: SelfPlaySettings = {
  seed: 1,
  iterations: 48,
  questions: 96,
  choose: 'worth',
  drafts: 8,
  answered: 4,
  worth: { reliability: 1, learning: 1, breadth: 1 },
  strong: { count: 6, temperature: 1, bestOf: 1, lag: 0 },
  weak: { count: 3, temperature: 2.5, bestOf: 1, lag: 6 },
  questionTokens: 24,
  answerTokens: 12,
  scorePasses: 4,
  judged: { strong: 2, weak: 3 },
  screening: 0.3,
  pairs: 2,
  rankPasses: 0,
  pairPasses: 12,
  decidedAt: 20,
  // Learnability is weighed: where strong answers are all good, a generator would ask what is mastered for ever.
  reliability: { ...reliabilityDefaults, weights: { cons: 1, sep: 1, stab: 1, learn: 1 } },
  thresholds: { cons: 0.5, sep: 0.02, stab: 0.2 },
  filter: 'evidence',
  falseDiscoveries: 0.1,
  validity: 0.95,
  generator: {
    reward: 'worth',
    method: 'reinforce',
    temperature: 1,
    repetition: 1.5,
    malformed: 0.5,
    distance: 3,
    keptDiversity: 0.88,
  },
  solver: { method: 'dpo', replay: 4 },
  isShared: false,
  gate: { every: 24, questions: 240, passes: 4, alpha: 0.05 },
  finalQuestions: 120,
  limits: {},
};
