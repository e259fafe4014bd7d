import { type Interval, mean } from '#foundation/statistics';
import { reportWorlds } from './worlds/report-family.ts';
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
  'possible',
  'harmful lines',
  'rollouts',
  'optimizer calls',
  'dollars',
  'gain per dollar',
  'ours minus it, paired',
  'changes without gain',
  'median rollouts to 0.9',
];

/** One table per named world, one row per competitor, ours first; a cell that ours loses says so. */
export function worldTables(played: readonly CompetitorRuns[]): Table[] {
  return reportWorlds.map(({ name, about }) => ({
    title: `World ${name} (simulated): ${about}`,
    columns,
    rows: rowsOf(played.map((each) => ({ name: each.name, runs: each.runs.filter((run) => run.name === name) }))),
  }));
}

export function randomTable(random: readonly CompetitorRuns[]): Table {
  return { title: 'Randomly drawn worlds (simulated)', columns, rows: rowsOf(random) };
}

export function budgetTable(budgets: readonly PlayedRun[], played: readonly CompetitorRuns[]): Table {
  const whole = played[0]?.runs ?? [];
  return {
    title: 'Ours with 400 rollouts, and 748 minus 400 on the same draws (simulated)',
    columns: ['world', 'true score at 400', '95 % interval', '748 minus 400, paired'],
    rows: [...new Set(budgets.map((run) => run.name))].map((name) => {
      const runs = budgets.filter((run) => run.name === name);
      const scores = runs.map((run) => run.truth);
      const gaps = pairedDifferences(whole, runs);
      return [
        name,
        mean(scores),
        intervalText(scoreInterval(scores, `budget/${name}`)),
        gaps.length === 0 ? '' : gapText(gaps, `budget/${name}`),
      ];
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
    title: 'World report/hostile (simulated): true score of the skill in force',
    x: { label: 'rollouts', scale: 'linear' },
    y: { label: 'true score', scale: 'linear' },
    series: played.flatMap(({ name, runs }) => {
      const own = runs.filter((run) => run.name === 'report/hostile');
      if (own.length === 0) return [];
      return [{ name, points: steps.map((at) => [at, mean(own.map((run) => truthAt(run, at)))] as const) }];
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
      mean(runs.map((run) => run.possible)),
      `${sum(runs.map((run) => run.harmful))}/${sum(runs.map((run) => run.lines))}`,
      Math.round(mean(runs.map((run) => run.used))),
      Math.round(mean(runs.map((run) => run.completions))),
      mean(runs.map((run) => run.dollars)),
      gainPerDollar(runs),
      runs === ours ? '' : gapText(pairedDifferences(ours, runs), name),
      `${without}/${all}`,
      rolloutsTo(runs, 0.9).median,
    ];
  });
}

/** What the true score rose by, over what it cost. */
function gainPerDollar(runs: readonly PlayedRun[]): number | null {
  const dollars = mean(runs.map((run) => run.dollars));
  return dollars === 0 ? null : mean(runs.map((run) => run.truth - run.path[0]!.truth)) / dollars;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function gapText(gaps: readonly number[], name: string): string {
  const gap = mean(gaps);
  return `${gap.toFixed(3)} ${intervalText(scoreInterval(gaps, `${name}/gap`))}${gap < 0 ? ' LOSES' : ''}`;
}

function intervalText({ low, high }: Interval): string {
  return `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
