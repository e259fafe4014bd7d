import { Json } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { createRng, type Hash, hashOf } from '#foundation/kernel';
import {
  type EmbeddedStart,
  embeddedKnobs,
  patternForm,
  schoolStart,
  usualSchooling,
  usualSelfPlay,
} from '#learners/model/selfplay';
import { loadPracticeWorlds } from '#world/models';
import { practiceForms } from '#world/models/practice';
import { bootstrapInterval, mean } from '#foundation/statistics';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { above, atLeast, type Target } from '../target.ts';
import type { KeptRuns } from '../train/kept-runs.ts';
import { arms, type Cell, cells } from './arms.ts';
import { armKind } from './arm-kind.ts';
import { ArmResult } from './arm-result.ts';
import { type ArmJob, playArm } from './play-arm.ts';

interface SelfPlayBenchOptions extends SuiteOptions {
  /** Runs that were played before. */
  readonly keep?: KeptRuns;
  /** Has the arms played by others, all at once, given what keeps bytes for them; here, one after another, unless told. */
  readonly elsewhere?: { readonly dispatcher: Dispatcher; readonly keepBlob: (bytes: Uint8Array) => Hash };
}

/** Fixed beforehand. Pilots used seed 1; the seeds of the benchmark begin after it. */
const sizes = {
  full: { seeds: 10, judgeCalls: 48_000, questions: 96, perFamily: 30, steps: usualSchooling.steps },
  quick: { seeds: 2, judgeCalls: 4000, questions: 48, perFamily: 10, steps: 150 },
} as const;
const CORPUS = { count: 3600, wrong: 0.5 } as const;

/** Ways to steer self-play at an equal number of judge calls, in worlds whose truth only the experiment knows. */
export async function benchSelfPlay(options: SelfPlayBenchOptions): Promise<SuiteResult> {
  const cpuSeconds = cpuSecondsSince();
  const size = sizes[options.quick ? 'quick' : 'full'];
  const worlds = await loadPracticeWorlds();
  const starts = new Map<string, EmbeddedStart>();
  const startOf = ({ name }: Cell): EmbeddedStart => {
    const known = starts.get(name);
    if (known !== undefined) return known;
    options.note(`schooling the start checkpoint of the ${name} world`);
    const corpus = worlds.createPracticeWorld(name, 1).corpus(CORPUS.count, CORPUS.wrong);
    const schooling = { ...usualSchooling, steps: size.steps };
    const bytes = schoolStart(corpus, patternForm(practiceForms[name]), { seed: 1, schooling });
    const start = { id: hashOf({ name, corpus: { ...CORPUS }, schooling }), bytes };
    starts.set(name, start);
    return start;
  };
  const play = playerOf(worlds, startOf, options);
  const results = await inOrder(plansOf(options.seed, size), options.elsewhere !== undefined, async (plan) => {
    const { cell, seed, arm } = plan;
    const name = nameOf(plan, size);
    const known = options.keep?.read(name);
    if (known === undefined && options.keep?.isClosed === true) return [];
    const result = known === undefined ? await play(plan) : ArmResult.parse(JSON.parse(known));
    if (known === undefined) options.keep?.write(name, JSON.stringify(result));
    options.note(
      `${cell.title}, seed ${seed}, ${arm}: ${result.accuracy.toFixed(3)} from ${result.startAccuracy.toFixed(3)}`,
    );
    return [result];
  });
  return {
    suite: 'selfplay',
    quick: options.quick,
    seed: options.seed,
    configuration: configurationOf(size),
    tables: [...cells.map((cell) => cellTable(cell, results)), ...cells.map((cell) => differenceTable(cell, results))],
    plots: [],
    targets: targetsOf(results),
    notes: notesOf(results, size.seeds),
    cpuSeconds: cpuSeconds(),
  };
}

type Size = (typeof sizes)['full' | 'quick'];
type Plan = Omit<ArmJob, 'start'>;

function plansOf(block: number, { seeds, judgeCalls, questions, perFamily }: Size): Plan[] {
  const draws = Array.from({ length: seeds }, (_, i) => 100 * block + 1 + i);
  return cells.flatMap((cell) =>
    draws.flatMap((seed) => Object.keys(arms).map((arm) => ({ arm, cell, seed, judgeCalls, questions, perFamily }))),
  );
}

/** A run that was played with other settings has another name. */
function nameOf({ arm, cell, seed }: Plan, size: Size): string {
  const plan = { arm, cell: cell.title, seed, ...size };
  const settings: Json = Json.parse(JSON.parse(JSON.stringify(usualSelfPlay)));
  return `${hashOf({ ...plan, settings, knobs: { ...embeddedKnobs } }).slice(0, 16)}.json`;
}

/** How an arm is played: here, or by whoever takes the job, who finds the start checkpoint by its hash. */
function playerOf(
  worlds: Awaited<ReturnType<typeof loadPracticeWorlds>>,
  startOf: (cell: Cell) => EmbeddedStart,
  { elsewhere }: SelfPlayBenchOptions,
): (plan: Plan) => Promise<ArmResult> {
  if (elsewhere === undefined) return (plan) => playArm(worlds, { ...plan, start: startOf(plan.cell) });
  return ({ cell, ...plan }) => {
    const { id, bytes } = startOf(cell);
    const start = { id, blob: elsewhere.keepBlob(bytes) };
    return elsewhere.dispatcher.run(armKind, { ...plan, cell: cell.title, start });
  };
}

/** What each comes to, in their order; one after another, or all at once. */
async function inOrder<T, R>(all: readonly T[], atOnce: boolean, act: (one: T) => Promise<R[]>): Promise<R[]> {
  if (atOnce) return (await Promise.all(all.map(act))).flat();
  const found: R[] = [];
  for (const one of all) found.push(...(await act(one)));
  return found;
}

function configurationOf(size: Size): Json {
  return Json.parse(
    JSON.parse(
      JSON.stringify({
        ...size,
        corpus: CORPUS,
        schooling: { ...usualSchooling, steps: size.steps },
        knobs: embeddedKnobs,
        settings: usualSelfPlay,
        arms,
        cells,
        hardware: hardwareRecord().record,
      }),
    ),
  );
}

const of = (results: readonly ArmResult[], cell: Cell, arm: string): ArmResult[] =>
  results.filter((result) => result.cell === cell.title && result.arm === arm);

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
};

function cellTable(cell: Cell, results: readonly ArmResult[]): Table {
  return {
    title: `${cell.title}: means over seeds`,
    columns: [
      'arm',
      'seeds',
      'accuracy, judgeable families',
      'start',
      'accuracy, all',
      'labels true',
      'kept of judgeable',
      'kept of telling',
      'pairs',
      'bad families asked at the end',
    ],
    rows: Object.keys(arms).map((arm) => {
      const own = of(results, cell, arm);
      const column = (pick: (result: ArmResult) => number | null): number | null => meanOf(own.map(pick));
      return [
        arm,
        own.length,
        column(({ accuracy }) => accuracy),
        column(({ startAccuracy }) => startAccuracy),
        column(({ accuracyAll }) => accuracyAll),
        column(({ labelsTrue }) => labelsTrue),
        column(({ kept }) => kept),
        column(({ keptOfTelling }) => keptOfTelling),
        column(({ pairs }) => pairs),
        column(({ badShare }) => badShare),
      ];
    }),
  };
}

/** Paired differences default − other arm, over the seeds that both played, with a bootstrap interval over seeds. */
function differencesTo(
  arm: string,
  cell: Cell,
  results: readonly ArmResult[],
): { mean: number; low: number; high: number; n: number } | null {
  const others = of(results, cell, arm);
  const gaps = of(results, cell, 'default').flatMap(({ seed, accuracy }) => {
    const other = others.find((result) => result.seed === seed);
    return other === undefined ? [] : [accuracy - other.accuracy];
  });
  if (gaps.length < 2) return null;
  const rng = createRng(`bench/selfplay/${cell.title}/${arm}`);
  const { low, high } = bootstrapInterval(gaps, mean, { confidence: 0.95, method: 'percentile' }, rng);
  return { mean: mean(gaps), low, high, n: gaps.length };
}

function differenceTable(cell: Cell, results: readonly ArmResult[]): Table {
  return {
    title: `${cell.title}: default minus …, accuracy on judgeable families, paired by seed`,
    columns: ['arm', 'difference', 'low 95 %', 'high 95 %', 'seeds'],
    rows: Object.keys(arms)
      .filter((arm) => arm !== 'default')
      .map((arm) => {
        const gap = differencesTo(arm, cell, results);
        return [arm, gap?.mean ?? null, gap?.low ?? null, gap?.high ?? null, gap?.n ?? 0];
      }),
  };
}

/** Fixed before the first run; a missed target stays written as missed. */
function targetsOf(results: readonly ArmResult[]): Target[] {
  const [first, second] = cells;
  const own = of(results, first, 'default');
  return [
    above('default minus difficulty-only, lower 95 % bound', differencesTo('difficulty-only', first, results)?.low, 0),
    above('default minus uniform + gate, lower 95 % bound', differencesTo('uniform + gate', first, results)?.low, 0),
    atLeast('labels of the default that are true', meanOf(own.map(({ labelsTrue }) => labelsTrue)), 0.9),
    atLeast('judgeable questions that the default keeps', meanOf(own.map(({ kept }) => kept)), 0.3),
    above(
      'second world: default minus difficulty-only, lower 95 % bound',
      differencesTo('difficulty-only', second, results)?.low,
      0,
    ),
    above(
      'second world: default minus uniform + gate, lower 95 % bound',
      differencesTo('uniform + gate', second, results)?.low,
      0,
    ),
  ];
}

function notesOf(results: readonly ArmResult[], seeds: number): string[] {
  const short = cells.flatMap((cell) =>
    Object.keys(arms).flatMap((arm) => {
      const played = of(results, cell, arm).length;
      return played < seeds ? [`${cell.title}, ${arm}: ${played} of ${seeds} seeds were played`] : [];
    }),
  );
  return [
    'Every arm runs the same loop with the same judge calls; arms differ in the reward of the generator and in which questions teach.',
    'Solvers are compared without the gate, as they stand when the judge calls are used up.',
    '"telling" questions are those of judgeable families whose drawn answers are partly right: from others no pair can be learnt.',
    'Start checkpoints: one per world, schooled on a corpus half of whose answers follow a common mistake; the worlds of the seeds differ in which families are judged badly.',
    ...short,
  ];
}
