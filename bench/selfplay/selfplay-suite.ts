import { Json } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { type Hash, hashOf } from '#foundation/kernel';
import {
  type EmbeddedStart,
  embeddedKnobs,
  scaledSettings,
  schoolStart,
  usualSchooling,
  usualSelfPlay,
} from '#learners/model/selfplay';
import { loadPracticeWorlds } from '#world/models';
import { cpuSecondsSince } from '../cpu-time.ts';
import { hardwareRecord } from '../hardware-record.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import type { KeptRuns } from '../train/kept-runs.ts';
import { armKind } from './arm-kind.ts';
import { ArmResult } from './arm-result.ts';
import { arms } from './arms.ts';
import { cells } from './cells.ts';
import { type Plan, plansOf, type Size } from './plans.ts';
import { playArm } from './play-arm.ts';
import { cellTable, differenceTable, notesOf, targetsOf } from './tables.ts';

interface SelfPlayBenchOptions extends SuiteOptions {
  /** Runs that were played before. */
  readonly keep?: KeptRuns;
  /** Has the arms played by others, all at once, given what keeps bytes for them; here, one after another, unless told. */
  readonly elsewhere?: { readonly dispatcher: Dispatcher; readonly keepBlob: (bytes: Uint8Array) => Hash };
}

/** Fixed beforehand. Pilots used seeds below 100; those of the benchmark begin after them. */
const sizes = {
  full: { seeds: 10, starts: 3, part: 1, steps: usualSchooling.steps },
  quick: { seeds: 1, starts: 1, part: 0.1, steps: 150 },
} as const satisfies Readonly<Record<string, Size>>;

/** Ways to steer self-play at an equal number of judge calls, in worlds whose truth only the experiment knows. */
export async function benchSelfPlay(options: SelfPlayBenchOptions): Promise<SuiteResult> {
  const cpuSeconds = cpuSecondsSince();
  const size = sizes[options.quick ? 'quick' : 'full'];
  const worlds = await loadPracticeWorlds();
  const play = playerOf(worlds, startsOf(worlds, size, options), options);
  const plans = plansOf(options.seed, size);
  const results = await inOrder(plans, options.elsewhere !== undefined, async (plan) => {
    const { cell, seed, startNumber, arm } = plan;
    const name = nameOf(plan, size);
    const known = options.keep?.read(name);
    if (known === undefined && options.keep?.isClosed === true) return [];
    const result = known === undefined ? await play(plan) : ArmResult.parse(JSON.parse(known));
    if (known === undefined) options.keep?.write(name, JSON.stringify(result));
    options.note(
      `${cell.title}, seed ${seed}, start ${startNumber}, ${arm}: ${result.accuracy.toFixed(3)} from ${result.startAccuracy.toFixed(3)}`,
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
    notes: notesOf(results, plans.length),
    cpuSeconds: cpuSeconds(),
  };
}

type Worlds = Awaited<ReturnType<typeof loadPracticeWorlds>>;
type StartOf = (plan: Pick<Plan, 'cell' | 'startNumber'>) => EmbeddedStart;

/** Start checkpoints by world and number, each schooled once. */
function startsOf(worlds: Worlds, { steps }: Size, options: SelfPlayBenchOptions): StartOf {
  const starts = new Map<string, EmbeddedStart>();
  return ({ cell, startNumber }) => {
    const schooling = { ...usualSchooling, steps };
    const id = hashOf({ name: cell.name, startNumber, corpus: { ...cell.corpus }, schooling });
    const file = `start-${id.slice(0, 16)}.txt`;
    const known = starts.get(id);
    if (known !== undefined) return known;
    const kept = options.keep?.read(file);
    if (kept === undefined) options.note(`schooling start ${startNumber} of the world ${cell.name}`);
    const { count, wrong } = cell.corpus;
    const bytes =
      kept === undefined
        ? schoolStart(cell.world(worlds, startNumber).corpus(count, wrong), cell.form(), {
            seed: startNumber,
            schooling,
          })
        : new Uint8Array(Buffer.from(kept, 'base64'));
    if (kept === undefined) options.keep?.write(file, Buffer.from(bytes).toString('base64'));
    const start = { id, bytes };
    starts.set(id, start);
    return start;
  };
}

/** A run that was played with other settings has another name. */
function nameOf({ arm, cell, seed, startNumber, judgeCalls, perFamily }: Plan, { steps }: Size): string {
  const plan = { arm, cell: cell.title, seed, startNumber, judgeCalls, perFamily, steps };
  const settings = plain({ ...usualSelfPlay, ...arms[arm], ...scaledSettings({ judgeCalls }) });
  return `${hashOf({ ...plan, settings, knobs: { ...embeddedKnobs } }).slice(0, 16)}.json`;
}

/** How an arm is played: here, or by whoever takes the job, who finds the start checkpoint by its hash. */
function playerOf(
  worlds: Worlds,
  startOf: StartOf,
  { elsewhere }: SelfPlayBenchOptions,
): (plan: Plan) => Promise<ArmResult> {
  if (elsewhere === undefined) return (plan) => playArm(worlds, { ...plan, start: startOf(plan) });
  return ({ cell, ...plan }) => {
    const { id, bytes } = startOf({ cell, ...plan });
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
  return plain({
    ...size,
    schooling: { ...usualSchooling, steps: size.steps },
    knobs: embeddedKnobs,
    settings: usualSelfPlay,
    arms,
    cells: cells.map(({ form: _form, world: _world, ...cell }) => cell),
    hardware: hardwareRecord().record,
  });
}

function plain(value: object): Json {
  return Json.parse(JSON.parse(JSON.stringify(value)));
}
