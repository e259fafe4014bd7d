import type { EvolveSummary } from '#loops/evolve';
import { mean, variance } from '#statistics';
import { quantileOfT } from '#statistics/distributions';
import type { Plot, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { evolveArms } from './arms.ts';

/** One finished run of one arm. */
export interface ArmRun {
  readonly arm: string;
  readonly seed: number;
  readonly summary: EvolveSummary;
  readonly hash: string;
}

/** What was reached after so many episodes. */
export interface Look {
  readonly episodes: number;
  readonly score: number;
}

/** What an outsider reached on one template at the level that the machine reached. */
export interface OutsiderScore {
  readonly template: string;
  readonly level: number;
  readonly machine: number;
  /** By episodes of practice; empty where the face is too wide for it. */
  readonly table: readonly Look[];
  readonly transformer: readonly Look[];
  /** The best of trees, linear models, nearest neighbours and memories, which see the oracle's actions. */
  readonly imitator: string;
  readonly imitated: number;
}

/** `mean ± half width` of a 95 % interval over seeds. */
function spread(values: readonly number[]): string {
  if (values.length === 0) return 'not measured';
  const half =
    values.length < 2 ? 0 : quantileOfT(0.95, values.length - 1) * Math.sqrt(variance(values) / values.length);
  return `${mean(values).toFixed(3)} ± ${half.toFixed(3)}`;
}

const scoreOf = ({ templates }: EvolveSummary): number => mean(templates.map(({ after }) => after));
const levelsOf = ({ templates }: EvolveSummary): number => mean(templates.map(({ levelAfter }) => levelAfter));
const keptOf = ({ templates }: EvolveSummary): number =>
  Math.min(...templates.map(({ after, specialist }) => (specialist <= 0 ? 1 : after / specialist)));

function armTable(runs: readonly ArmRun[]): Table {
  return {
    title: 'Arms, means over seeds with 95 % intervals',
    columns: [
      'arm',
      'seeds',
      'score of B_main',
      'level reached',
      'least share kept',
      'composed tasks',
      'patches proved',
      'refused',
      'masked',
      'episodes',
    ],
    rows: evolveArms.flatMap(({ arm }) => {
      const own = runs.filter((run) => run.arm === arm).map(({ summary }) => summary);
      if (own.length === 0) return [];
      const composed = own.flatMap(({ compositions }) =>
        compositions.length === 0 ? [] : [mean(compositions.map(({ solved, score }) => solved ?? score))],
      );
      const count = (of: (summary: EvolveSummary) => number): number => Math.round(mean(own.map(of)));
      return [
        [
          arm,
          own.length,
          spread(own.map(scoreOf)),
          spread(own.map(levelsOf)),
          Math.min(...own.map(keptOf)).toFixed(3),
          spread(composed),
          count(({ patches }) => patches.proved),
          count(({ patches }) => patches.refused),
          count(({ offPolicy }) => offPolicy.masked),
          count(({ episodes }) => episodes),
        ],
      ];
    }),
  };
}

function templateTable(runs: readonly ArmRun[]): Table {
  const whole = runs.filter(({ arm }) => arm === 'whole');
  const names = [...new Set(whole.flatMap(({ summary }) => summary.templates.map(({ template }) => template)))];
  return {
    title: 'Templates of the whole pipeline: held-out scores of the installed machine',
    columns: ['template', 'domain', 'level reached', 'before', 'specialist', 'B_main', 'classes'],
    rows: names.map((name) => {
      const own = whole.flatMap(({ summary }) => summary.templates.filter(({ template }) => template === name));
      const classes = [...new Set(own.map((each) => each.class ?? 'nothing'))];
      return [
        name,
        own[0]!.domain,
        spread(own.map(({ levelAfter }) => levelAfter)),
        spread(own.map(({ before }) => before)),
        spread(own.map(({ specialist }) => specialist)),
        spread(own.map(({ after }) => after)),
        classes.join(', '),
      ];
    }),
  };
}

function outsiderTable(outsiders: readonly OutsiderScore[]): Table {
  return {
    title: 'Outsiders on the same bits, at the level that the machine reached (seed 1)',
    columns: [
      'template',
      'level',
      'B_main',
      'tabular Q',
      'transformer, policy gradient',
      'best imitator of the oracle',
      'its score',
    ],
    rows: outsiders.map(({ template, level, machine, table, transformer, imitator, imitated }) => [
      template,
      level,
      machine.toFixed(3),
      table.at(-1)?.score.toFixed(3) ?? 'action too wide',
      transformer.at(-1)?.score.toFixed(3) ?? 'face too wide',
      imitator,
      imitated.toFixed(3),
    ]),
  };
}

function targetsOf(runs: readonly ArmRun[]): Target[] {
  const of = (arm: string): EvolveSummary[] => runs.filter((run) => run.arm === arm).map(({ summary }) => summary);
  const [whole, ungated, uniform] = [of('whole'), of('ungated'), of('uniform')];
  const composed = whole.flatMap(({ compositions }) => compositions).filter(({ slots }) => slots.length > 1);
  const least = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.min(...values);
  const average = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : mean(values));
  const gap = (other: readonly EvolveSummary[]): number | undefined =>
    other.length === 0 || whole.length === 0 ? undefined : mean(whole.map(scoreOf)) - mean(other.map(scoreOf));
  return [
    atLeast(
      'share of the specialist that B_main keeps, least over templates and seeds',
      least(whole.map(keptOf)),
      0.98,
    ),
    atLeast(
      'composed tasks that no specialist saw',
      average(composed.map(({ solved, score }) => solved ?? score)),
      0.95,
    ),
    atMost(
      'best single skill on composed tasks',
      average(composed.map(({ bestSingle: { solved, score } }) => solved ?? score)),
      0.65,
    ),
    atLeast('score lost without the gate, with planted patches', gap(ungated), 0.01),
    atLeast('masked episodes, mean', average(whole.map(({ offPolicy }) => offPolicy.masked)), 1),
    atMost(
      'episodes to the levels that uniform domains and levels end with, beside theirs',
      average(uniform.flatMap((other, i) => (whole[i] === undefined ? [] : [episodesBeside(whole[i], other)]))),
      0.5,
    ),
  ];
}

/** Episodes in which one run first stands as high as another ends, as a share of those in which the other first does; all of its own where it never does. */
function episodesBeside(own: EvolveSummary, other: EvolveSummary): number {
  const levels = Math.max(0, ...other.climb.map((point) => point.levels));
  const until = ({ climb, episodes }: EvolveSummary): number =>
    climb.find((point) => point.levels >= levels)?.episodes ?? episodes;
  return until(own) / Math.max(1, until(other));
}

/** Sum of the levels reached against episodes of practice, for the arms that differ in what is practised. */
function climbPlot(runs: readonly ArmRun[]): Plot {
  const arms = ['whole', 'uniform', 'seed', 'unaided', 'flat'];
  return {
    title: 'Levels reached over all templates against episodes of practice (seed 1)',
    x: { label: 'episodes', scale: 'linear' },
    y: { label: 'sum of levels', scale: 'linear' },
    series: arms.flatMap((arm) => {
      const run = runs.find((each) => each.arm === arm && each.seed === 1);
      return run === undefined
        ? []
        : [{ name: arm, points: run.summary.climb.map(({ episodes, levels }) => [episodes, levels] as const) }];
    }),
  };
}

/** Mean score of the learners by reward against episodes, over the templates that both can face. */
function efficiencyPlot(outsiders: readonly OutsiderScore[]): Plot {
  const both = outsiders.filter(({ table, transformer }) => table.length > 0 && transformer.length > 0);
  const series = (of: (each: OutsiderScore) => readonly Look[]): (readonly [number, number])[] =>
    (both[0] === undefined ? [] : of(both[0])).map(({ episodes }, i) => [
      episodes,
      mean(both.map((each) => of(each)[i]!.score)),
    ]);
  return {
    title: `Outsiders: mean score on ${both.length} templates against episodes of practice (seed 1)`,
    x: { label: 'episodes', scale: 'log' },
    y: { label: 'share of the way from chance to the best', scale: 'linear' },
    series: [
      { name: 'tabular Q', points: series(({ table }) => table) },
      { name: 'transformer', points: series(({ transformer }) => transformer) },
    ],
  };
}

/** All runs as one result. */
export function evolveReport(
  runs: readonly ArmRun[],
  { outsiders, costs }: { readonly outsiders: readonly OutsiderScore[]; readonly costs: readonly Table[] },
  facts: Pick<SuiteResult, 'quick' | 'seed' | 'configuration' | 'cpuSeconds'>,
): SuiteResult {
  return {
    suite: 'evolve',
    ...facts,
    tables: [armTable(runs), templateTable(runs), outsiderTable(outsiders), ...costs, runTable(runs)],
    plots: [climbPlot(runs), efficiencyPlot(outsiders)],
    targets: targetsOf(runs),
    notes: evolveArms.map(({ arm, says }) => `${arm}: ${says}`),
  };
}

function runTable(runs: readonly ArmRun[]): Table {
  return {
    title: 'Runs: the same arm and seed give the same hash',
    columns: ['arm', 'seed', 'score of B_main', 'levels', 'hash'],
    rows: runs.map(({ arm, seed, summary, hash }) => [
      arm,
      seed,
      scoreOf(summary).toFixed(3),
      levelsOf(summary).toFixed(2),
      hash.slice(0, 12),
    ]),
  };
}
