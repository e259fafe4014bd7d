import type { EvolveSummary } from '#learners/machine/evolve';
import { mean } from '#foundation/statistics';
import type { Plot, SuiteResult, Table } from '../suite.ts';
import { above, atLeast, atMost, type Target } from '../target.ts';
import { cut, type Difference, differenceOf, episodesToTarget, PERFECT } from './arm-measures.ts';
import { evolveArms } from './arms.ts';
import { type Harm, harmTable } from './harm.ts';
import { efficiencyPlot, outsiderTable, type OutsiderScore } from './outsider-tables.ts';
import { lowerEnd, spread } from './spread.ts';

/** One finished run of one arm. */
export interface ArmRun {
  readonly arm: string;
  readonly seed: number;
  readonly summary: EvolveSummary;
  readonly hash: string;
}

const scoreOf = ({ templates }: EvolveSummary): number => mean(templates.map(({ after }) => after));
const levelsOf = ({ templates }: EvolveSummary): number => mean(templates.map(({ levelAfter }) => levelAfter));
const keptOf = ({ templates }: EvolveSummary): number =>
  Math.min(...templates.map(({ after, specialist }) => shareKept(after, specialist)));
/** What is kept of a specialist's score; a specialist no better than chance has nothing to keep. */
const shareKept = (own: number, specialist: number): number => (specialist <= 0 ? 1 : own / specialist);

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

/** B_main beside its specialists: after distillation, and after mixed training. */
function keptTable(runs: readonly ArmRun[]): Table {
  const whole = runs.filter(({ arm }) => arm === 'whole').map(({ summary }) => summary);
  const names = [...new Set(whole.flatMap(({ templates }) => templates.map(({ template }) => template)))];
  return {
    title:
      'B_main beside its specialists, the same held-out tasks: shares kept, and what is gained, means over seeds with 95 % intervals',
    columns: ['template', 'kept after distillation', 'least', 'gained by the end over the specialist', 'least gain'],
    rows: names.map((name) => {
      const kept = whole.flatMap(({ distilled }) =>
        distilled.filter(({ template }) => template === name).map((each) => shareKept(each.distilled, each.specialist)),
      );
      const gains = gainsOf(whole, name);
      return [name, spread(kept), leastOf(kept), spread(gains), leastOf(gains)];
    }),
  };
}

/** By template and seed, what practice gained on the tasks that B_main was distilled on, where it was not perfect. */
function practiceGains(whole: readonly EvolveSummary[]): { readonly template: string; readonly gain: number }[] {
  return whole.flatMap(({ distilled }) =>
    distilled.flatMap(({ template, distilled: then, end }) =>
      then < PERFECT ? [{ template, gain: cut(end) - cut(then) }] : [],
    ),
  );
}

function practiceTable(runs: readonly ArmRun[]): Table {
  const of = (name: string): EvolveSummary[] => runs.filter(({ arm }) => arm === name).map(({ summary }) => summary);
  const names = [...new Set(runs.map(({ arm }) => arm))];
  return {
    title:
      'Practice after distillation: gain of B_main at the same levels and on the same held-out tasks, where it was not perfect, means with 95 % intervals',
    columns: ['arm', 'templates and seeds', 'gain', 'least', 'templates'],
    rows: names.map((name) => {
      const gains = practiceGains(of(name));
      const values = gains.map(({ gain }) => gain);
      return [
        name,
        gains.length,
        spread(values),
        leastOf(values),
        [...new Set(gains.map(({ template }) => template))].join(', '),
      ];
    }),
  };
}

const leastOf = (values: readonly number[]): string =>
  values.length === 0 ? 'not measured' : Math.min(...values).toFixed(3);

/** By seed, what B_main has at the end over the specialist of a template. */
function gainsOf(whole: readonly EvolveSummary[], name: string): number[] {
  return whole.flatMap(({ templates }) =>
    templates.flatMap((each) => (each.template === name ? [each.after - each.specialist] : [])),
  );
}

function compositionTable(runs: readonly ArmRun[]): Table {
  const all = runs.flatMap(({ arm, seed, summary }) =>
    arm === 'whole' ? summary.compositions.map((each) => ({ ...each, seed })) : [],
  );
  return {
    title: 'Compositions that no specialist saw, whole pipeline: share of tasks with every slot solved, else the score',
    columns: ['composition', 'level', 'seed', 'B_main', 'best single skill', 'which', 'slots solved'],
    rows: all.map(({ composition, level, seed, solved, score, bestSingle, slots }) => [
      composition,
      level,
      seed,
      (solved ?? score).toFixed(3),
      (bestSingle.solved ?? bestSingle.score).toFixed(3),
      bestSingle.skill ?? 'none fits',
      slots.map((slot) => slot.solved?.toFixed(2) ?? '–').join(', '),
    ]),
  };
}

function targetsOf(runs: readonly ArmRun[], harms: readonly Harm[]): Target[] {
  const of = (arm: string): EvolveSummary[] => runs.filter((run) => run.arm === arm).map(({ summary }) => summary);
  const [whole, ungated, uniform] = [of('whole'), of('ungated'), of('uniform-levels')];
  const composed = whole.flatMap(({ compositions }) => compositions).filter(({ slots }) => slots.length > 1);
  const least = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.min(...values);
  const most = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : Math.max(...values);
  const average = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : mean(values));
  const gap = (other: readonly EvolveSummary[]): number | undefined =>
    other.length === 0 || whole.length === 0 ? undefined : mean(whole.map(scoreOf)) - mean(other.map(scoreOf));
  return [
    atLeast(
      'share of the specialist that B_main keeps after distillation, least over templates and seeds',
      least(whole.flatMap(({ distilled }) => distilled.map((each) => shareKept(each.distilled, each.specialist)))),
      0.98,
    ),
    atLeast(
      'gain of B_main over a specialist after mixed training, least over templates and seeds',
      least(whole.flatMap(({ templates }) => templates.map(({ after, specialist }) => after - specialist))),
      -0.02,
    ),
    above(
      'gain of B_main by practice after distillation, same levels and tasks, where it was not perfect: lower end of the interval',
      lowerEnd(practiceGains(whole).map(({ gain }) => gain)),
      0,
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
    atLeast(
      'fragments that no longer do what was learnt, without the gate, mean',
      average(harms.filter(({ arm }) => arm === 'ungated').map(({ changed }) => changed)),
      1,
    ),
    atMost(
      'fragments that no longer do what was learnt, with the gate, most',
      most(harms.filter(({ arm }) => arm !== 'ungated').map(({ changed }) => changed)),
      0,
    ),
    atLeast(
      'masked episodes by the schedule of the specification, mean',
      average(of('seed').map(({ offPolicy }) => offPolicy.masked)),
      1,
    ),
    atMost(
      'episodes to the levels that uniform levels end with, beside theirs',
      average(uniform.flatMap((other, i) => (whole[i] === undefined ? [] : [episodesBeside(whole[i], other)]))),
      0.5,
    ),
  ];
}

/** Episodes of one run to as high as both come, as a share of those of the other. */
function episodesBeside(own: EvolveSummary, other: EvolveSummary): number {
  const { whole, arm } = episodesToTarget(own, other);
  return whole / Math.max(1, arm);
}

/** Every arm beside the whole, in what the part that it leaves out is for. */
function differenceTable(runs: readonly ArmRun[]): Table {
  const whole = runs.filter(({ arm }) => arm === 'whole');
  return {
    title:
      'What each part is for: whole − arm on the same seed and unit, mean with the 95 % interval, seeds drawn anew',
    columns: ['arm', 'measure', 'better is', 'pairs', 'whole', 'arm alone', 'whole − arm', 'interval', 'verdict'],
    rows: evolveArms.flatMap(({ arm, measures = [] }) => {
      const seeds = runs.flatMap((run) => {
        const own = whole.find(({ seed }) => seed === run.seed);
        return run.arm === arm && own !== undefined ? [{ whole: own.summary, arm: run.summary }] : [];
      });
      if (seeds.length === 0) return [];
      return measures.map((measure) => {
        const found = differenceOf(measure, seeds);
        if (found === undefined) return [arm, measure, '', 0, '', '', '', '', 'nothing was measured in both'];
        return [arm, measure, ...differenceCells(found)];
      });
    }),
  };
}

function differenceCells({
  better,
  pairs,
  whole,
  arm,
  difference,
  interval,
  verdict,
}: Difference): (string | number)[] {
  const shown = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3));
  const ends = interval === undefined ? 'none' : `${shown(interval.low)} to ${shown(interval.high)}`;
  return [better, pairs, shown(whole), shown(arm), shown(difference), ends, verdict];
}

/** Climbing levels, arm by arm, beside uniform domains and levels. */
function climbTable(runs: readonly ArmRun[]): Table {
  const of = (arm: string): readonly ArmRun[] => runs.filter((run) => run.arm === arm);
  const uniform = of('uniform-levels');
  return {
    title:
      'Climbing: sum of the levels reached at the end, and episodes to the highest sum that the arm and `uniform-levels` both reach, beside those of `uniform-levels`',
    columns: ['arm', 'sum of levels', 'episodes beside uniform levels', 'by seed'],
    rows: evolveArms.flatMap(({ arm }) => {
      const own = of(arm);
      if (own.length === 0) return [];
      const shares = own.flatMap(({ seed, summary }) => {
        const other = uniform.find((run) => run.seed === seed);
        return other === undefined ? [] : [episodesBeside(summary, other.summary)];
      });
      const sums = own.map(({ summary }) => summary.climb.at(-1)?.levels ?? 0);
      return [[arm, spread(sums), spread(shares), shares.map((share) => share.toFixed(2)).join(', ')]];
    }),
  };
}

/** Sum of the levels reached against episodes of practice, for the arms that differ in what is practised. */
function climbPlot(runs: readonly ArmRun[]): Plot {
  const arms = ['whole', 'uniform-domains', 'uniform-levels', 'seed', 'unaided', 'flat'];
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

/** What is measured beside the runs themselves. */
export interface Measured {
  readonly outsiders: readonly OutsiderScore[];
  readonly costs: readonly Table[];
  readonly harms: readonly Harm[];
}

/** All runs as one result. */
export function evolveReport(
  runs: readonly ArmRun[],
  { outsiders, costs, harms }: Measured,
  facts: Pick<SuiteResult, 'quick' | 'seed' | 'configuration' | 'cpuSeconds'>,
): SuiteResult {
  return {
    suite: 'evolve',
    ...facts,
    tables: [
      armTable(runs),
      differenceTable(runs),
      climbTable(runs),
      harmTable(harms),
      templateTable(runs),
      keptTable(runs),
      practiceTable(runs),
      compositionTable(runs),
      outsiderTable(outsiders),
      ...costs,
      runTable(runs),
    ],
    plots: [climbPlot(runs), efficiencyPlot(outsiders)],
    targets: targetsOf(runs, harms),
    notes: [
      ...evolveArms.map(({ arm, says }) => `${arm}: ${says}`),
      'A library with PPO or DQN: not measured. npm has reinforce-js, rl-ts and rl-js, which were not tried; none is a dependency.',
    ],
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
