import { type Interval, mean } from '#foundation/statistics';
import { developmentWorlds } from './worlds/development-family.ts';
import { reportWorlds } from './worlds/report-family.ts';
import type { Plot, Table } from '../suite.ts';
import type { PlayedRun } from './referee.ts';
import {
  changesWithoutGain,
  type CompetitorRuns,
  pairedDifferences,
  scoreInterval,
  type TrainFigures,
  truthAt,
} from './train-analysis.ts';

const families = [
  { name: 'report', about: 'nothing was chosen in these worlds', worlds: reportWorlds },
  { name: 'development', about: 'defaults were chosen in these worlds, with other seeds', worlds: developmentWorlds },
];

/** All tables, without those of which nothing was played. */
export function trainTables({ played, plateau, random }: TrainFigures, budgets: readonly number[]): readonly Table[] {
  return [
    ...budgets.flatMap((budget) => scoreTables(played, budget)),
    costTable(played, 'Report family, all worlds (simulated)'),
    costTable(random, 'Randomly drawn worlds (simulated)'),
    plateauTable(plateau),
  ].filter(({ rows }) => rows.length > 0);
}

/** One table per family: a row per world, a column per competitor, ours first; a cell that ours loses says so. */
function scoreTables(played: readonly CompetitorRuns[], rollouts: number): Table[] {
  const [first, ...others] = played.map(({ name, runs }) => ({
    name,
    runs: runs.filter((run) => run.rollouts === rollouts),
  }));
  if (first === undefined) return [];
  const isPlayed = ({ worlds }: (typeof families)[number]): boolean =>
    worlds.some(({ name }) => first.runs.some((run) => run.name === name));
  return families.filter(isPlayed).map(({ name, about, worlds }) => ({
    title: `True score in the ${name} family at ${rollouts} rollouts (simulated): ${about}`,
    columns: [
      'world',
      'possible',
      'gate',
      '95 % interval',
      'harmful lines',
      'calls',
      ...others.map((other) => other.name),
    ],
    rows: worlds.flatMap((world) => {
      const ours = first.runs.filter((run) => run.name === world.name);
      if (ours.length === 0) return [];
      const truths = ours.map((run) => run.truth);
      return [
        [
          world.name.replace(/^(?:report\/|dev-)/u, ''),
          mean(ours.map((run) => run.possible)),
          mean(truths),
          intervalText(scoreInterval(truths, `${world.name}/${rollouts}`)),
          `${sum(ours.map((run) => run.harmful))}/${sum(ours.map((run) => run.lines))}`,
          Math.round(mean(ours.map((run) => run.completions))),
          ...others.map((other) =>
            otherCell(
              ours,
              other.runs.filter((run) => run.name === world.name),
            ),
          ),
        ],
      ];
    }),
  }));
}

/** The mean true score of another competitor, and whether ours is below it on the same draws. */
function otherCell(ours: readonly PlayedRun[], theirs: readonly PlayedRun[]): string {
  if (theirs.length === 0) return '';
  const gaps = pairedDifferences(ours, theirs);
  const isLost = gaps.length > 0 && mean(gaps) < 0;
  return `${mean(theirs.map((run) => run.truth)).toFixed(3)}${isLost ? ' LOSES' : ''}`;
}

/** What each competitor spent and lost over all worlds of the report, at each budget. */
function costTable(played: readonly CompetitorRuns[], title: string): Table {
  const inReport = ({ name }: PlayedRun): boolean => developmentWorlds.every((world) => world.name !== name);
  const ours = played[0]?.runs.filter(inReport) ?? [];
  return {
    title,
    columns: [
      'competitor',
      'rollouts',
      'runs',
      'true score',
      'ours minus it, paired',
      'harmful lines a run',
      'optimizer calls',
      'dollars',
      'gain per dollar',
      'changes without gain',
    ],
    rows: played.flatMap(({ name, runs }) =>
      [...new Set(runs.filter(inReport).map((run) => run.rollouts))].map((rollouts) => {
        const own = runs.filter((run) => inReport(run) && run.rollouts === rollouts);
        const { without, all } = changesWithoutGain(own);
        const gaps = pairedDifferences(
          ours.filter((run) => run.rollouts === rollouts),
          own,
        );
        return [
          name,
          rollouts,
          own.length,
          mean(own.map((run) => run.truth)),
          name === played[0]?.name || gaps.length === 0 ? '' : gapText(gaps, `${name}/${rollouts}`),
          sum(own.map((run) => run.harmful)) / own.length,
          Math.round(mean(own.map((run) => run.completions))),
          mean(own.map((run) => run.dollars)),
          gainPerDollar(own),
          `${without}/${all}`,
        ];
      }),
    ),
  };
}

function plateauTable(plateau: readonly PlayedRun[]): Table {
  const changed = plateau.filter((run) => run.isChanged).length;
  const lost = plateau.length === 0 ? null : mean(plateau.map((run) => run.path[0]!.truth - run.truth));
  return {
    title: 'Plateau (simulated): no edit helps',
    columns: ['runs', 'runs that changed anything', 'mean true score lost'],
    rows: plateau.length === 0 ? [] : [[plateau.length, changed, lost]],
  };
}

export function pathPlot(played: readonly CompetitorRuns[], budget: number): Plot {
  const steps = Array.from({ length: 16 }, (_, at) => Math.round((budget * at) / 15));
  return {
    title: 'World report/hostile (simulated): true score of the skill in force',
    x: { label: 'rollouts', scale: 'linear' },
    y: { label: 'true score', scale: 'linear' },
    series: played.flatMap(({ name, runs }) => {
      const own = runs.filter((run) => run.name === 'report/hostile' && run.rollouts === budget);
      if (own.length === 0) return [];
      return [{ name, points: steps.map((at) => [at, mean(own.map((run) => truthAt(run, at)))] as const) }];
    }),
  };
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
