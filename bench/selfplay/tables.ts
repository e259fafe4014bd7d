import { mean } from '#foundation/statistics';
import type { Table } from '../suite.ts';
import { above, atLeast, below, type Target } from '../target.ts';
import type { ArmResult } from './arm-result.ts';
import { arms } from './arms.ts';
import { type Cell, cells } from './cells.ts';
import { twoWayInterval } from './two-way-interval.ts';

type Results = readonly ArmResult[];
type Interval = NonNullable<ReturnType<typeof twoWayInterval>>;

const of = (results: Results, cell: Cell, arm: string): ArmResult[] =>
  results.filter((result) => result.cell === cell.title && result.arm === arm);

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
};

const playedArms = (results: Results, cell: Cell): string[] =>
  Object.keys(arms).filter((arm) => of(results, cell, arm).length > 0);

const columns: Readonly<Record<string, (result: ArmResult) => number | null>> = {
  start: (result) => result.startAccuracy,
  'accuracy, judgeable kinds': (result) => result.accuracy,
  'accuracy, all': (result) => result.accuracyAll,
  'labels true': (result) => result.labelsTrue,
  pairs: (result) => result.pairs,
  'judgeable of judged, first third': (result) => result.judgeable.early,
  'last third': (result) => result.judgeable.late,
  'judgeable of asked, first generator': (result) => result.asked.first,
  'last generator': (result) => result.asked.last,
  'reliability of judged, first third': (result) => result.reliability.early,
  'reliability, last third': (result) => result.reliability.late,
  updates: (result) => result.updates,
  'taken back': (result) => result.held,
  'model calls': (result) => result.modelCalls,
};

export function cellTable(cell: Cell, results: Results): Table {
  return {
    title: `${cell.title}: means over seeds and starts`,
    columns: ['arm', 'runs', ...Object.keys(columns)],
    rows: playedArms(results, cell).map((arm) => {
      const own = of(results, cell, arm);
      return [arm, own.length, ...Object.values(columns).map((pick) => meanOf(own.map(pick)))];
    }),
  };
}

/** Paired differences default − other arm over the seeds and starts that both played. */
function differencesTo(arm: string, cell: Cell, results: Results): (Interval & { n: number }) | null {
  const others = of(results, cell, arm);
  const gaps = of(results, cell, 'default').flatMap(({ seed, start, accuracy }) => {
    const other = others.find((result) => result.seed === seed && result.start === start);
    return other === undefined ? [] : [{ seed, start, value: accuracy - other.accuracy }];
  });
  const interval = twoWayInterval(gaps, `${cell.title}/${arm}`);
  return interval === null ? null : { ...interval, n: gaps.length };
}

export function differenceTable(cell: Cell, results: Results): Table {
  return {
    title: `${cell.title}: default minus …, accuracy on judgeable kinds, paired by seed and start`,
    columns: ['arm', 'difference', 'low 95 %', 'high 95 %', 'pairs of runs'],
    rows: playedArms(results, cell)
      .filter((arm) => arm !== 'default')
      .map((arm) => {
        const gap = differencesTo(arm, cell, results);
        return [arm, gap?.mean ?? null, gap?.low ?? null, gap?.high ?? null, gap?.n ?? 0];
      }),
  };
}

/** How much a figure of the default rises, with its interval over seeds and starts. */
function riseOf(cell: Cell, results: Results, rise: (result: ArmResult) => number): Interval | null {
  const values = of(results, cell, 'default').map((result) => ({ ...result, value: rise(result) }));
  return twoWayInterval(values, `${cell.title}/rise`);
}

const reports = cells.filter((cell, place) => cell.isScarce && place > 0);

/** Fixed before the first run; a missed target stays written as missed. */
export function targetsOf(results: Results): Target[] {
  const ofReport = reports.flatMap((cell) => {
    const own = of(results, cell, 'default');
    const low = (arm: string): number | undefined => differencesTo(arm, cell, results)?.low;
    const updates = own.reduce((sum, each) => sum + each.updates + each.held, 0);
    const held = own.reduce((sum, each) => sum + each.held, 0);
    const name = cell.title.replace('scarce, report: ', '');
    return [
      above(`${name}: default minus uniform + gate, lower 95 % bound`, low('uniform + gate'), 0),
      above(`${name}: default minus difficulty + gate, lower 95 % bound`, low('difficulty + gate'), 0),
      above(
        `${name}: rise of the reliability of judged questions within the run, lower 95 % bound`,
        riseOf(cell, results, ({ reliability }) => reliability.late - reliability.early)?.low,
        0,
      ),
      above(
        `${name}: rise of the judgeable share of what the generator asks, lower 95 % bound`,
        riseOf(cell, results, ({ asked }) => asked.last - asked.first)?.low,
        0,
      ),
      below(`${name}: updates of the generator taken back`, updates === 0 ? undefined : held / updates, 0.25),
      atLeast(`${name}: labels of the default that are true`, meanOf(own.map((each) => each.labelsTrue)), 0.9),
    ];
  });
  const all = cells.at(-1)!;
  return [
    ...ofReport,
    above(`${all.title}: default minus uniform + gate`, differencesTo('uniform + gate', all, results)?.mean, -0.01),
  ];
}

export function notesOf(results: Results, planned: number): string[] {
  const short = results.length < planned ? [`${results.length} of ${planned} runs were played`] : [];
  return [
    'Every arm runs the same loop with the same judge calls; arms differ in which questions are judged, in the reward of the generator and in which questions teach.',
    'Solvers are compared without the trial on held-out questions, as they stand when the judge calls are used up.',
    'Intervals draw seeds and starts again (pigeonhole bootstrap); three starts make them a little too narrow.',
    'Start checkpoints are schooled on a corpus half of whose answers follow a common mistake; which kinds can be judged is drawn from the seed.',
    'Defaults were chosen on tagged words and on the world where the judge is good at most families.',
    ...short,
  ];
}
