import type { Json } from '#foundation/contracts';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import type { Interval } from '#foundation/statistics';

/** Accept: better. Reject: not better, or hopeless. Undecided: the data cannot tell. */
export type GateVerdict = 'accept' | 'reject' | 'undecided';

/** The verdict in the words of a training history: the strict rule tells a new best from a mere acceptance. */
export type GateAction = 'new-best' | 'accept' | 'reject' | 'undecided' | 'forced';

/** One rollout that a trial asks for, of candidate and of incumbent alike. */
export interface TrialRollout {
  readonly task: string;
  readonly repeat: number;
}

/** The two scores of one such rollout in [0, 1]; null where the world failed: counted as the worst for the candidate. */
export interface TrialPair extends TrialRollout {
  readonly incumbent: number | null;
  readonly candidate: number | null;
}

/** What a trial has seen: the content of a statistical certificate, and figures for the reader. */
export interface TrialEvidence {
  /** Mean over scored repeats, per task, in the order of the looks; tasks never scored on both sides are left out. */
  readonly outcomes: readonly PairedOutcome[];
  readonly test: string;
  /** The level of the last look, out of the budget of the run. */
  readonly alpha: number;
  readonly pValue: number;
  /** Mean gain per task, with a plain 90 % interval for the reader. */
  readonly gain: number;
  readonly interval: Interval;
  /** Pairs of rollouts asked for. */
  readonly pairs: number;
  readonly looks: number;
  /** What this trial cost of the error budget: its whole level, once it has looked. */
  readonly spent: number;
}

/** A candidate as a gate sees it. */
export interface TrialCandidate {
  readonly id: string;
  /** Weighs its share of the budget, 1 unless told; it may use training evidence only. */
  readonly prior?: number;
  /** Takes this part of what is left of the error budget in place of a share by weight: for early trials. */
  readonly part?: number;
  /** It need not be better, only not worse by this much: see `margin-trial.ts`. */
  readonly margin?: number;
  /** Pairs of rollouts that there is room for; the looks are planned within it. As many as are useful unless told. */
  readonly room?: number;
}

/** The test of one candidate against the incumbent. */
export interface Trial {
  readonly candidate: string;
  /** The next block of rollouts, for both sides; empty once the trial is decided. */
  next(): readonly TrialRollout[];
  /** Takes the scores of the block that `next` gave, in any order. */
  report(pairs: readonly TrialPair[]): void;
  readonly verdict: GateVerdict | undefined;
  readonly action: GateAction | undefined;
  evidence(): TrialEvidence;
}

/** What the data can decide, told before a run begins. */
export interface PowerReport {
  readonly tasks: number;
  /** The level at which the first candidate is tested. */
  readonly alpha: number;
  /** Spread of the mean difference between two measurements of one and the same skill. */
  readonly noiseFloor: number;
  /** How often a candidate of a given true gain is accepted as the first one of a run; up to the first that is found 95 % of the time. */
  readonly power: readonly { readonly gain: number; readonly accepted: number }[];
  /** The smallest of those gains that is accepted 80 % of the time; null where none is. */
  readonly smallestDetectable: number | null;
  /** How often a copy of the incumbent is accepted, as the first candidate. */
  readonly falseAccepts: number;
  /** One sentence for the reader. */
  readonly summary: string;
}

/** What a kind of gate is like; nobody asks for its name. */
export interface GateProperties {
  /** Whether an acceptance leaves a certificate. */
  readonly certifies: boolean;
  /** Whether an acceptance was tested, so that what is accepted last is the best. */
  readonly isTested: boolean;
  /** Whether proposers may be told the scores of a trial: where the gate tests, all but the verdict would spend its error budget unseen. */
  readonly mayTellScores: boolean;
  /** Whether every candidate stays, so that the last skill need not be the best. */
  readonly acceptsAll: boolean;
}

/** The tests of one run, all out of one error budget. */
export interface Tests {
  /** Opens the trial of a candidate. */
  open(candidate: TrialCandidate): Trial;
  /** Plain JSON: a gate restored from it goes on as this one would. Trials still open are not part of it. */
  snapshot(): Json;
}

/**
 * Decides for a whole run which candidates may replace the incumbent.
 *
 * @source own
 */
export interface Gate extends GateProperties, Tests {
  readonly kind: string;
  /** An A/A check: what may be expected of this many tasks. `score` is the incumbent's, 0.5 unless told: the noisiest. */
  before(score?: number): PowerReport;
}
