import { mean, variance } from '#foundation/statistics';
import { reportWorlds } from './worlds/report-family.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import type { PlayedRun } from './referee.ts';
import { changesWithoutGain, LEVEL, pairedDifferences, type TrainFigures } from './train-analysis.ts';

/** What the benchmark should show; a missed target stays written as missed. */
export function trainTargets(figures: TrainFigures): Target[] {
  const { played, plateau, random } = figures;
  const own = (played.find(({ name }) => name === 'gate')?.runs ?? []).filter(isOfReport);
  const ours = [...own, ...plateau, ...(random[0]?.runs ?? [])];
  const { without, all } = changesWithoutGain(ours);
  const covering = ours.filter((run) => run.low <= run.truth && run.truth <= run.high).length;
  const changed = plateau.filter((run) => run.isChanged).length;
  return [
    ...reportWorlds
      .map(({ name }) => name)
      .filter((name) => name !== LEVEL)
      .flatMap((name) => worldTargets(name, own)),
    atMost('no edit helps: runs that change anything', plateau.length === 0 ? null : changed, 0),
    atMost('lines that do harm, a run', perRun(own), 0.1),
    atMost('share of accepted changes without gain, all worlds', all === 0 ? null : without / all, 0.05),
    atMost(
      'optimism of the headline, farther end of its 95 % interval',
      farthest(ours.map((run) => run.headline - run.truth)),
      0.02,
    ),
    atLeast(
      'share of headline intervals that cover the truth',
      ours.length === 0 ? null : covering / ours.length,
      0.93,
    ),
  ];
}

function isOfReport({ name }: PlayedRun): boolean {
  return reportWorlds.some((world) => world.name === name);
}

/** Noise that is no fault of the search leaves no more than this of what is possible. */
const LEAST = { usual: 0.9, noisy: 0.97 };
/** The budgets that are compared. */
const [WHOLE, HALF] = [748, 400];

/** What is asked in every world where a gain is possible: of what is possible, and never less with more rollouts. */
function worldTargets(world: string, ours: readonly PlayedRun[]): Target[] {
  const at = (rollouts: number): PlayedRun[] => ours.filter((run) => run.name === world && run.rollouts === rollouts);
  const [whole, half] = [at(WHOLE), at(HALF)];
  const share =
    whole.length === 0 ? null : mean(whole.map((run) => run.truth)) / mean(whole.map((run) => run.possible));
  const gaps = pairedDifferences(whole, half);
  return [
    atLeast(`${world}: share of what is possible`, share, world.endsWith('noisy') ? LEAST.noisy : LEAST.usual),
    atLeast(`${world}: 748 minus 400`, gaps.length === 0 ? null : mean(gaps), 0),
    atMost(`${world}: lines that do harm, a run`, perRun(whole), 0.1),
  ];
}

function perRun(runs: readonly PlayedRun[]): number | null {
  return runs.length === 0 ? null : mean(runs.map((run) => run.harmful));
}

/** max |d̄ ± 1.96 s/√n| */
function farthest(differences: readonly number[]): number | null {
  if (differences.length < 2) return null;
  const half = 1.96 * Math.sqrt(variance(differences) / differences.length);
  return Math.max(Math.abs(mean(differences) - half), Math.abs(mean(differences) + half));
}
