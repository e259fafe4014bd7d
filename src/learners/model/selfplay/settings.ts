import type { TrainingMethod } from '#foundation/contracts/self-play';
import { modeSettings, type ReliabilitySettings, reliabilityDefaults } from '#learners/model/judge/reliability';
import { type ChoiceKnobs, usualChoice } from './choice-knobs.ts';

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
export interface SelfPlaySettings extends ChoiceKnobs {
  readonly seed: number;
  readonly iterations: number;
  /** Questions judged per iteration, at most. */
  readonly questions: number;
  /** Which questions are judged: all that are drawn, or those that are worth most of several times as many. */
  readonly choose: 'all' | 'worth';
  readonly strong: Regime;
  readonly weak: Regime;
  readonly questionTokens: number;
  readonly answerTokens: number;
  /** Passes over each answer; half of them rank, the other half confirms. */
  readonly scorePasses: number;
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
  ...usualChoice,
  seed: 1,
  iterations: 48,
  questions: 48,
  choose: 'worth',
  strong: { count: 6, temperature: 1, bestOf: 1, lag: 0 },
  weak: { count: 3, temperature: 2.5, bestOf: 1, lag: 6 },
  questionTokens: 24,
  answerTokens: 12,
  scorePasses: 4,
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

/** What mode `seed` changes: its formulas and thresholds as they stand, every question and every answer judged, f alone as the reward. */
export const seedSettings: Partial<SelfPlaySettings> = {
  choose: 'all',
  judgedStrong: 1000,
  judgedWeak: 1000,
  filter: 'thresholds',
  reliability: modeSettings('seed'),
  thresholds: { cons: 0.9, sep: 0.1, stab: 0.7 },
  generator: { ...usualSelfPlay.generator, reward: 'reliability', repetition: 0 },
};

/** Questions judged per iteration, however many judge calls there are. */
const MOST_QUESTIONS = 96;
/** Rounds that a limit of judge calls is spent in: so many updates of both roles. A question costs about sixteen calls. */
const CALLS_PER_QUESTION_OF_A_ROUND = 800;

/** What a run does less of where judge calls are few: questions per iteration, held-out questions, and the comparison of generators. */
export function scaledSettings({
  judgeCalls,
}: SelfPlayLimits): Pick<SelfPlaySettings, 'questions' | 'gate' | 'finalQuestions'> {
  const { questions, gate, finalQuestions } = usualSelfPlay;
  if (judgeCalls === undefined) return { questions, gate, finalQuestions };
  const atMost = (most: number, share: number): number => Math.max(1, Math.min(most, Math.round(judgeCalls / share)));
  return {
    questions: atMost(MOST_QUESTIONS, CALLS_PER_QUESTION_OF_A_ROUND),
    gate: { ...gate, questions: atMost(gate.questions, 80) },
    finalQuestions: atMost(finalQuestions, 400),
  };
}
