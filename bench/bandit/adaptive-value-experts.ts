import type { Rng } from '#foundation/kernel';
import { ChangeDetector, type ChangeDetectorOptions } from './change-detector.ts';
import { logGain } from './cusum.ts';
import { type ValueExpertOptions, ValueExperts } from './value-experts.ts';

/** Rounds that are kept for learning again; a suspicion that lasts longer keeps the last of them. */
const KEPT = 4096;

/** How often value experts were replaced, and what that cost in observations learnt again. */
export interface Replacements {
  /** Rounds at which all posteriors were retired and fresh ones installed. */
  readonly rounds: number[];
  relearnt: number;
  /** Log-likelihood by which each accepted patch foresaw better than what it replaced, and patches that were refused. */
  readonly gains: number[];
  refused: number;
}

/** A patch is accepted when it foresees so much better, in log-likelihood, and refused when it has not within so many rounds. */
const ENOUGH = Math.log(100);
const TRIAL = 512;

/**
 * Value experts for a world that may change. Each outcome is held against what was foreseen; when the detector finds a change,
 * a patch is proposed: fresh posteriors that learn the rounds since the likely change again, each foreseen before it is learnt. The patch goes on in the shadow
 * until it has foreseen better than the posteriors in force by ln 100, which it then replaces, or 512 rounds are over, when it is refused.
 */
export class AdaptiveValueExperts {
  readonly replacements: Replacements = { rounds: [], relearnt: 0, gains: [], refused: 0 };
  private experts: ValueExperts;
  private readonly detector: ChangeDetector;
  private readonly dimensions: number;
  private readonly keptOnes: Int32Array;
  private readonly keptCounts = new Int32Array(KEPT);
  private readonly keptExperts = new Int32Array(KEPT);
  private readonly keptRewards = new Float64Array(KEPT);
  private rounds = 0;
  private trial: { readonly candidate: ValueExperts; gain: number; rounds: number } | undefined;

  constructor(options: ValueExpertOptions, detection: ChangeDetectorOptions) {
    this.experts = new ValueExperts(options);
    this.detector = new ChangeDetector(detection, this.experts);
    this.dimensions = options.dimensions;
    this.keptOnes = new Int32Array(KEPT * options.dimensions);
  }

  highestAt(ones: Int32Array, count: number): number {
    return this.experts.highestAt(ones, count);
  }

  choose(ones: Int32Array, count: number, rng: Rng, rule = 0): number {
    return this.experts.choose(ones, count, rng, rule);
  }

  learn(ones: Int32Array, count: number, expert: number, reward: number): void {
    this.keep(ones, count, expert, reward);
    this.rounds += 1;
    if (this.trial !== undefined) {
      this.try(this.trial, ones, count, { expert, reward });
      return;
    }
    const isChanged = this.detector.observe(ones, count, expert, reward);
    this.experts.learn(ones, count, expert, reward);
    if (isChanged) this.propose();
  }

  private keep(ones: Int32Array, count: number, expert: number, reward: number): void {
    const at = this.rounds % KEPT;
    for (let i = 0; i < count; i += 1) this.keptOnes[at * this.dimensions + i] = ones[i]!;
    this.keptCounts[at] = count;
    this.keptExperts[at] = expert;
    this.keptRewards[at] = reward;
  }

  /** A patch: fresh posteriors on what is known of the values' scale, taught the rounds since the likely change. */
  private propose(): void {
    const again = Math.min(this.detector.suspected, KEPT);
    const { experts } = this;
    const candidate = new ValueExperts({ ...experts.options, priorVariance: experts.priorVariance });
    let gain = 0;
    for (let round = this.rounds - again; round < this.rounds; round += 1) {
      const [ones, count, expert, reward] = this.keptAt(round);
      gain += logGain(experts.foresee(ones, count, expert), candidate.foresee(ones, count, expert), reward);
      candidate.learn(ones, count, expert, reward);
    }
    this.replacements.relearnt += again;
    this.trial = { candidate, gain, rounds: again };
    this.judge(this.trial);
  }

  private try(
    trial: { readonly candidate: ValueExperts; gain: number; rounds: number },
    ones: Int32Array,
    count: number,
    { expert, reward }: { readonly expert: number; readonly reward: number },
  ): void {
    const { candidate } = trial;
    trial.gain += logGain(this.experts.foresee(ones, count, expert), candidate.foresee(ones, count, expert), reward);
    trial.rounds += 1;
    candidate.learn(ones, count, expert, reward);
    this.experts.learn(ones, count, expert, reward);
    this.judge(trial);
  }

  /** Accepts or refuses the patch, or lets it go on. */
  private judge({
    candidate,
    gain,
    rounds,
  }: {
    readonly candidate: ValueExperts;
    readonly gain: number;
    readonly rounds: number;
  }): void {
    if (gain < ENOUGH && rounds < TRIAL) return;
    this.trial = undefined;
    if (gain >= ENOUGH) {
      this.experts = candidate;
      this.replacements.rounds.push(this.rounds);
      this.replacements.gains.push(gain);
    } else this.replacements.refused += 1;
    this.detector.begin(this.experts);
    for (let round = this.rounds - Math.min(rounds, KEPT); round < this.rounds; round += 1) {
      const [ones, count, expert, reward] = this.keptAt(round);
      this.detector.learn(ones, count, expert, reward);
    }
  }

  private keptAt(round: number): readonly [Int32Array, number, number, number] {
    const at = round % KEPT;
    const ones = this.keptOnes.subarray(at * this.dimensions, (at + 1) * this.dimensions);
    return [ones, this.keptCounts[at]!, this.keptExperts[at]!, this.keptRewards[at]!];
  }
}
