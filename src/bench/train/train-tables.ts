import { type Interval, mean } from '#statistics';
import { simulatedWorlds } from '#models';
import type { Plot, Table } from '../suite.ts';
import type { PlayedRun } from './referee.ts';
import {
  changesWithoutGain,
  type CompetitorRuns,
  pairedDifferences,
  rolloutsTo,
  scoreInterval,
  truthAt,
} from './train-analysis.ts';

const columns = [
  'competitor',
  'true score',
  '95 % interval',
  'at 400',
  'rollouts',
  'ours minus it, paired',
  'changes without gain',
  'median rollouts to 0.9',
];

/** One table per named world, one row per competitor, ours first; a cell that ours loses says so. */
export function worldTables(played: readonly CompetitorRuns[]): Table[] {
  return simulatedWorlds.map(({ name, about }) => ({
    title: `World ${name} (simulated): ${about}`,
    columns,
    rows: rowsOf(played.map((each) => ({ name: each.name, runs: each.runs.filter((run) => run.name === name) }))),
  }));
}

export function randomTable(random: readonly CompetitorRuns[]): Table {
  return { title: 'Randomly drawn worlds (simulated)', columns, rows: rowsOf(random) };
}

export function budgetTable(budgets: readonly PlayedRun[]): Table {
  return {
    title: 'Easy world by budget (simulated)',
    columns: ['rollouts allowed', 'true score', '95 % interval'],
    rows: [...new Set(budgets.map((run) => run.rollouts))].map((rollouts) => {
      const scores = budgets.filter((run) => run.rollouts === rollouts).map((run) => run.truth);
      return [rollouts, mean(scores), intervalText(scoreInterval(scores, `budget/${rollouts}`))];
    }),
  };
}

export function plateauTable(plateau: readonly PlayedRun[]): Table {
  const changed = plateau.filter((run) => run.isChanged).length;
  const lost = plateau.length === 0 ? null : mean(plateau.map((run) => run.path[0]!.truth - run.truth));
  return {
    title: 'Plateau (simulated): no edit helps',
    columns: ['runs', 'runs that changed anything', 'mean true score lost'],
    rows: [[plateau.length, changed, lost]],
  };
}

export function pathPlot(played: readonly CompetitorRuns[], budget: number): Plot {
  const steps = Array.from({ length: 16 }, (_, at) => Math.round((budget * at) / 15));
  return {
    title: 'Easy world (simulated): true score of the skill in force',
    x: { label: 'rollouts', scale: 'linear' },
    y: { label: 'true score', scale: 'linear' },
    series: played.flatMap(({ name, runs }) => {
      const easy = runs.filter((run) => run.name === 'easy');
      if (easy.length === 0) return [];
      return [{ name, points: steps.map((at) => [at, mean(easy.map((run) => truthAt(run, at)))] as const) }];
    }),
  };
}

function rowsOf(competitors: readonly CompetitorRuns[]): Table['rows'] {
  const ours = competitors[0]?.runs ?? [];
  const present = competitors.filter(({ runs }) => runs.length > 0);
  return present.map(({ name, runs }) => {
    const { without, all } = changesWithoutGain(runs);
    return [
      name,
      mean(runs.map((run) => run.truth)),
      intervalText(
        scoreInterval(
          runs.map((run) => run.truth),
          name,
        ),
      ),
      mean(runs.map((run) => truthAt(run, 400))),
      Math.round(mean(runs.map((run) => run.used))),
      runs === ours ? '' : gapText(pairedDifferences(ours, runs), name),
      `${without}/${all}`,
      rolloutsTo(runs, 0.9).median,
    ];
  });
}

function gapText(gaps: readonly number[], name: string): string {
  const gap = mean(gaps);
  return `${gap.toFixed(3)} ${intervalText(scoreInterval(gaps, `${name}/gap`))}${gap < 0 ? ' LOSES' : ''}`;
}

function intervalText({ low, high }: Interval): string {
  return `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
