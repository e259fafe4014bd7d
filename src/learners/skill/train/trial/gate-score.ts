import type { Outcome } from '#foundation/contracts';
import type { TrainKnobs } from '../knobs.ts';

/**
 * The score the gate looks at; null for a rollout without one.
 *
 *     hard | soft | mixed = (1 − w)·hard + w·soft
 *
 * @source spec/trainer §1.6
 */
export function gateScore(outcome: Outcome, metric: TrainKnobs['gateMetric'], weight: number): number | null {
  if (outcome.kind === 'unscored') return null;
  const { hard, soft } = outcome.score;
  switch (metric) {
    case 'hard':
      return hard;
    case 'soft':
      return soft;
    case 'mixed':
      return (1 - weight) * hard + weight * soft;
  }
}
