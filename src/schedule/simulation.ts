import { createRng, type Rng } from '#kernel';
import { createDomainBoard, type DomainBoard, observeDomains } from './domains/domain-board.ts';
import { allocateDomains, type ScheduleRule } from './domains/domain-scheduler.ts';
import { type Knobs, turnKnobs } from './knobs.ts';
import { type DomainKind, domainKinds, SimulatedLearner } from './simulated-learner.ts';

/** What one simulated run showed: area under the mean-skill curve, last mean skill, share of practice per kind. */
export interface Outcome {
  readonly area: number;
  readonly final: number;
  readonly share: Readonly<Record<DomainKind, number>>;
}

/** How long, and how well each score is measured. */
export interface Setting {
  readonly steps?: number;
  /** Episodes behind each score. */
  readonly tries?: number;
  readonly knobs?: Knobs;
}

/** Chooses the kind to practise. A clairvoyant chooser may look at the learner itself. */
export type Chooser = (board: DomainBoard, learner: SimulatedLearner, rng: Rng) => DomainKind;

/** Follows one of the scheduler's own rules, act mode. */
export function followRule(rule: ScheduleRule, knobs: Knobs): Chooser {
  return (board, _, rng) => domainKinds[rng.weighted(allocateDomains(board, rule, {}, knobs).act)]!;
}

/** Practises where the true gain is greatest now: what no scheduler can know. */
export function clairvoyant(_board: DomainBoard, learner: SimulatedLearner): DomainKind {
  return domainKinds.toSorted((a, b) => learner.gain(b) - learner.gain(a))[0]!;
}

/** Runs one learner under one chooser. For tests only. */
export function simulate(
  seed: string,
  choose: Chooser,
  { steps = 400, tries = 10, knobs = turnKnobs() }: Setting = {},
): Outcome {
  const learner = new SimulatedLearner(createRng(`${seed}/learner`), tries);
  const rng = createRng(`${seed}/chooser`);
  const visits = new Map<DomainKind, number>();
  let board = createDomainBoard(domainKinds);
  let area = 0;
  for (let step = 0; step < steps; step += 1) {
    const kind = choose(board, learner, rng);
    const { score, drift } = learner.practise(kind);
    board = observeDomains(board, [{ domain: kind, score, drift }], knobs);
    visits.set(kind, (visits.get(kind) ?? 0) + 1);
    area += learner.meanSkill() / steps;
  }
  const share = (kind: DomainKind): number => (visits.get(kind) ?? 0) / steps;
  return {
    area,
    final: learner.meanSkill(),
    share: {
      mastered: share('mastered'),
      easy: share('easy'),
      'chained-first': share('chained-first'),
      'chained-second': share('chained-second'),
      forgetful: share('forgetful'),
      noise: share('noise'),
      unstable: share('unstable'),
    },
  };
}

/** The mean of first − second over pairs, with a 95 % interval. */
export interface PairedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Resamples the pairs 2000 times. For tests only. @source percentile bootstrap: Efron & Tibshirani 1993, ch. 13 */
export function pairedDifference(first: readonly number[], second: readonly number[], rng: Rng): PairedDifference {
  const differences = first.map((value, i) => value - second[i]!);
  const n = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / n;
  const means = Array.from({ length: 2000 }, () => {
    let sum = 0;
    for (let i = 0; i < n; i += 1) sum += differences[rng.below(n)]!;
    return sum / n;
  }).sort((a, b) => a - b);
  return { mean, low: means[49]!, high: means[1949]! };
}
