import { mean, variance } from '#foundation/statistics';
import { reportWorlds } from './worlds/report-family.ts';
import { above, atLeast, atMost, type Target } from '../target.ts';
import type { PlayedRun } from './referee.ts';
import { changesWithoutGain, LEVEL, pairedDifferences, scoreInterval, type TrainFigures } from './train-analysis.ts';

/** What the benchmark should show; a missed target stays written as missed. */
export function trainTargets(figures: TrainFigures): Target[] {
  const { played, plateau, random } = figures;
  const ours = [...(played.find(({ name }) => name === 'gate')?.runs ?? []), ...plateau, ...(random[0]?.runs ?? [])];
  const { without, all } = changesWithoutGain(ours);
  const covering = ours.filter((run) => run.low <= run.truth && run.truth <= run.high).length;
  const changed = plateau.filter((run) => run.isChanged).length;
  return [
    ...reportWorlds
      .map(({ name }) => name)
      .filter((name) => name !== LEVEL)
      .flatMap((name) => worldTargets(name, figures)),
    atMost(
      'no edit helps: share of runs that change anything',
      plateau.length === 0 ? null : changed / plateau.length,
      0.05,
    ),
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

/** What is asked in every world where a gain is possible. */
function worldTargets(world: string, { played, budgets }: TrainFigures): Target[] {
  const of = (competitor: string): PlayedRun[] =>
    (played.find(({ name }) => name === competitor)?.runs ?? []).filter((run) => run.name === world);
  const half = budgets.filter((run) => run.name === world);
  const truth = (runs: readonly PlayedRun[]): number | null =>
    runs.length === 0 ? null : mean(runs.map((run) => run.truth));
  const gap = (a: readonly PlayedRun[], b: readonly PlayedRun[]): { mean: number; low: number } | null => {
    const gaps = pairedDifferences(a, b);
    return gaps.length < 2 ? null : { mean: mean(gaps), low: scoreInterval(gaps, `target/${world}`).low };
  };
  const ours = of('gate');
  const lines = ours.reduce((sum, run) => sum + run.lines, 0);
  const harmful = ours.reduce((sum, run) => sum + run.harmful, 0);
  const [own, most] = [truth(ours), ours.length === 0 ? null : mean(ours.map((run) => run.possible))];
  return [
    atLeast(`${world}: ours minus the original's recipe at 748`, gap(ours, of('original'))?.mean ?? null, 0.02),
    above(`${world}: its lower 95 % bound`, gap(ours, of('original'))?.low ?? null, 0),
    atLeast(`${world}: ours minus gate: strict`, gap(ours, of('strict'))?.mean ?? null, -0.01),
    atLeast(`${world}: ours at 400 minus the original's recipe at 748`, gap(half, of('original'))?.mean ?? null, 0),
    above(`${world}: ours, 748 minus 400, lower 95 % bound`, gap(ours, half)?.low ?? null, -0.01),
    atMost(`${world}: share of lines that do harm`, lines === 0 ? null : harmful / lines, 0.05),
    ...(world === 'report/hostile'
      ? [atLeast(`${world}: share of what is possible`, own === null || most === null ? null : own / most, 0.9)]
      : []),
  ];
}

/** max |d̄ ± 1.96 s/√n| */
function farthest(differences: readonly number[]): number | null {
  if (differences.length < 2) return null;
  const half = 1.96 * Math.sqrt(variance(differences) / differences.length);
  return Math.max(Math.abs(mean(differences) - half), Math.abs(mean(differences) + half));
}
