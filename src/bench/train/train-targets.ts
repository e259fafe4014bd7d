import { mean, variance } from '#statistics';
import { above, atLeast, atMost, type Target } from '../target.ts';
import type { PlayedRun } from './referee.ts';
import { changesWithoutGain, pairedDifferences, scoreInterval } from './train-analysis.ts';
import type { TrainFigures } from './train-suite.ts';

/** What the benchmark should show; a missed target stays written as missed. */
export function trainTargets({ played, budgets, plateau, random }: TrainFigures): Target[] {
  const of = (competitor: string, world: string): PlayedRun[] =>
    (played.find(({ name }) => name === competitor)?.runs ?? []).filter((run) => run.name === world);
  const truth = (runs: readonly PlayedRun[]): number | null =>
    runs.length === 0 ? null : mean(runs.map((run) => run.truth));
  const againstStrict = (competitor: string): number | null => {
    const gaps = pairedDifferences(of('gate', 'hostile'), of(competitor, 'hostile'));
    return gaps.length < 2 ? null : scoreInterval(gaps, `hostile/${competitor}`).low;
  };
  const ours = [...(played.find(({ name }) => name === 'gate')?.runs ?? []), ...plateau, ...(random[0]?.runs ?? [])];
  const { without, all } = changesWithoutGain(ours);
  const covering = ours.filter((run) => run.low <= run.truth && run.truth <= run.high).length;
  const covered = ours.length === 0 ? null : covering / ours.length;
  return [
    atLeast('easy world, true score at 748 rollouts', truth(of('gate', 'easy')), 0.93),
    atLeast(
      'easy world, true score at 400 rollouts (stretch)',
      truth(budgets.filter((run) => run.rollouts === 400)),
      0.93,
    ),
    above('hostile reflector, ours minus gate: strict, lower 95 % bound', againstStrict('strict'), 0),
    above("hostile reflector, ours minus the original's recipe, lower 95 % bound", againstStrict('original'), 0),
    atLeast('hostile reflector, true score', truth(of('gate', 'hostile')), 0.8),
    atMost(
      'plateau, share of runs that change anything',
      plateau.length === 0 ? null : plateau.filter((run) => run.isChanged).length / plateau.length,
      0.05,
    ),
    atMost('share of accepted changes without gain, all worlds', all === 0 ? null : without / all, 0.05),
    atMost(
      'optimism of the headline, farther end of its 95 % interval',
      farthest(ours.map((run) => run.headline - run.truth)),
      0.02,
    ),
    atLeast('share of headline intervals that cover the truth', covered, 0.93),
    ...['small', 'interacting'].map((world) => {
      const others = played
        .filter(({ name }) => name !== 'best-of-n' && name !== 'gate')
        .flatMap(({ name }) => truth(of(name, world)) ?? []);
      const own = truth(of('gate', world));
      const gap = own === null || others.length === 0 ? null : Math.max(...others) - own;
      return atMost(`${world} world, behind the best of our own settings`, gap, 0.01);
    }),
  ];
}

/** max |d̄ ± 1.96 s/√n| */
function farthest(differences: readonly number[]): number | null {
  if (differences.length < 2) return null;
  const half = 1.96 * Math.sqrt(variance(differences) / differences.length);
  return Math.max(Math.abs(mean(differences) - half), Math.abs(mean(differences) + half));
}
