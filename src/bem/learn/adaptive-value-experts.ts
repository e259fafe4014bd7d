import type { Rng } from '#kernel';
import { ChangeDetector, type ChangeDetectorOptions } from './change-detector.ts';
import { type ValueExpertOptions, ValueExperts } from './value-experts.ts';

/** Rounds that are kept for learning again; a suspicion that lasts longer keeps the last of them. */
const KEPT = 4096;

/** How often value experts were replaced, and what that cost in observations learnt again. */
export interface Replacements {
  /** Rounds at which all posteriors were retired and fresh ones installed. */
  readonly rounds: number[];
  relearnt: number;
}

/**
 * Value experts for a world that may change. Each outcome is held against what was foreseen; when the detector finds a change,
 * all posteriors are retired, fresh ones installed, and the rounds since the likely change are learnt again.
 */
export class AdaptiveValueExperts {
  readonly replacements: Replacements = { rounds: [], relearnt: 0 };
  private readonly experts: ValueExperts;
  private readonly detector: ChangeDetector;
  private readonly dimensions: number;
  private readonly keptOnes: Int32Array;
  private readonly keptCounts = new Int32Array(KEPT);
  private readonly keptExperts = new Int32Array(KEPT);
  private readonly keptRewards = new Float64Array(KEPT);
  private rounds = 0;

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
    const isChanged = this.detector.observe(ones, count, expert, reward);
    this.rounds += 1;
    if (isChanged) this.replace();
    else this.experts.learn(ones, count, expert, reward);
  }

  private keep(ones: Int32Array, count: number, expert: number, reward: number): void {
    const at = this.rounds % KEPT;
    for (let i = 0; i < count; i += 1) this.keptOnes[at * this.dimensions + i] = ones[i]!;
    this.keptCounts[at] = count;
    this.keptExperts[at] = expert;
    this.keptRewards[at] = reward;
  }

  private replace(): void {
    const again = Math.min(this.detector.suspected, KEPT);
    this.detector.reset();
    this.experts.reset();
    for (let round = this.rounds - again; round < this.rounds; round += 1) {
      const at = round % KEPT;
      const ones = this.keptOnes.subarray(at * this.dimensions, (at + 1) * this.dimensions);
      for (const learner of [this.experts, this.detector])
        learner.learn(ones, this.keptCounts[at]!, this.keptExperts[at]!, this.keptRewards[at]!);
    }
    this.replacements.rounds.push(this.rounds);
    this.replacements.relearnt += again;
  }
}
