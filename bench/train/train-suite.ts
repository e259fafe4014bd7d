import type { Dispatcher } from '#foundation/contracts/ports';
import { developmentWorlds } from './worlds/development-family.ts';
import { drawWorld } from './worlds/random-world.ts';
import type { RefereeWorld } from './worlds/referee-world.ts';
import { reportWorlds } from './worlds/report-family.ts';
import { cpuMicros } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult } from '../suite.ts';
import { ownCompetitors } from './own-competitors.ts';
import { type KeptRuns, playKept } from './kept-runs.ts';
import { playElsewhere } from './play-elsewhere.ts';
import { type Contestant, playRuns } from './play-runs.ts';
import { prices } from './prices.ts';
import type { PlannedRun, PlayedRun } from './referee.ts';
import { type CompetitorRuns, LEVEL } from './train-analysis.ts';
import { pathPlot, trainTables } from './train-tables.ts';
import { trainTargets } from './train-targets.ts';

/** Rollouts that SkillOpt spends in four epochs on a world of this kind. */
const BUDGET = 748;
/** With those, and with about half of them. */
const BUDGETS = [BUDGET, 400];
/** Seeds of the report are apart from those on which defaults were chosen (1 to 100). */
const FIRST_SEED = 1001;

export interface TrainBenchOptions extends SuiteOptions {
  /** How this program is started, for competitors of its own. */
  readonly program: readonly string[];
  /** Command lines of other competitors. */
  readonly competitors: readonly string[];
  /** Draws of every world; 20 unless told, 3 where it is quick. */
  readonly seeds?: number;
  /** Where played runs are kept, so that a benchmark that was stopped goes on where it was. */
  readonly keep?: KeptRuns;
  /** Has the runs of our own competitors played by others; here unless told. */
  readonly dispatcher?: Dispatcher;
}

/** The referee's benchmark: our settings, a plain baseline and any other program, in simulated worlds whose truth is known. */
export async function benchTrain(options: TrainBenchOptions): Promise<SuiteResult> {
  const start = cpuMicros();
  const seeds = options.seeds ?? (options.quick ? 3 : 20);
  const first = FIRST_SEED + 10_000 * (options.seed - 1);
  const [ours, ...rest] = ownContestants(options.program);
  const contestants = [ours!, ...options.competitors.map(outsider), ...rest];
  const playNew = options.dispatcher === undefined ? playRuns : playElsewhere(options.dispatcher);
  const play = (contestant: Contestant, plans: readonly PlannedRun[]): Promise<readonly PlayedRun[]> =>
    options.keep === undefined ? playNew(contestant, plans) : playKept(contestant, plans, options.keep, playNew);
  const missing: string[] = [];
  const played = new Map<string, PlayedRun[]>();
  const playWorlds = async (contestant: Contestant, worlds: readonly RefereeWorld[]): Promise<void> => {
    let unplayed = 0;
    for (const plans of blocksOf(worlds, first, seeds)) {
      const { world, rollouts, seed } = plans[0]!;
      options.note(`${contestant.name}: ${world.name}, ${rollouts} rollouts, ${plans.length} seeds from ${seed} on`);
      const found = await play(contestant, plans);
      unplayed += plans.length - found.length;
      played.set(contestant.name, [...(played.get(contestant.name) ?? []), ...found]);
    }
    if (unplayed > 0)
      missing.push(
        `${unplayed} of ${worlds.length * BUDGETS.length * seeds} runs of ${contestant.name} in ${worlds[0]!.name.replace(/\W.*/u, '')} worlds`,
      );
  };
  // What is asked most of a benchmark that was stopped comes first: ours, outside optimisers, and the original's recipe.
  await playWorlds(ours!, reportWorlds);
  options.note('plateau');
  const plateau = await inBlocks(plateauPlans(first, 5 * seeds), (plans) => play(ours!, plans));
  for (const contestant of contestants.slice(1)) await playWorlds(contestant, reportWorlds);
  for (const contestant of contestants) await playWorlds(contestant, developmentWorlds);
  const random: CompetitorRuns[] = [];
  for (const contestant of contestants.filter(({ name }) => ['gate', 'original'].includes(name))) {
    options.note(`${contestant.name}: randomly drawn worlds`);
    const drawn = await play(contestant, randomPlans(first, seeds));
    if (drawn.length === 0) missing.push(`${contestant.name} in randomly drawn worlds`);
    else random.push({ name: contestant.name, runs: drawn });
  }
  if (plateau.length === 0) missing.push('plateau');
  const runs = [...played].map(([name, own]) => ({ name, runs: own })).filter((each) => each.runs.length > 0);
  const figures = { played: runs, plateau, random };
  return {
    suite: 'train',
    quick: options.quick,
    seed: options.seed,
    configuration: {
      seeds,
      firstSeed: first,
      budgets: BUDGETS,
      competitors: contestants.map(({ name }) => name),
      isSimulated: true,
    },
    tables: trainTables(figures, BUDGETS),
    plots: [pathPlot(runs, BUDGET)],
    targets: trainTargets(figures),
    notes: notesOf(first, missing, runs),
    cpuSeconds: (cpuMicros() - start) / 1e6,
  };
}

/** What a reader must know of the figures. */
function notesOf(first: number, missing: readonly string[], played: readonly CompetitorRuns[]): string[] {
  const outside = played.filter(({ name }) => !(name in ownCompetitors)).map(({ name }) => name);
  return [
    'SIMULATION: target and reflector are simulated worlds with known truth. This compares search control, not the quality of prompts with real models.',
    `Defaults were chosen in the worlds of the development family, with seeds below 100. The report family has words, sentences and figures of its own. Seeds are ${first} and following in both.`,
    outside.length === 0
      ? 'No outside optimiser was run for this table; one that is named with --competitor is a row of its own.'
      : `Outside optimisers that were run for this table: ${outside.join(', ')}, each by its own loop; the model they ask is the simulated one.`,
    ...(missing.length === 0 ? [] : [`Put together from kept runs; not played: ${missing.join(', ')}.`]),
    `Dollars are at $${prices.target.prompt} and $${prices.target.completion} per million tokens of the target, and $${prices.optimizer.prompt} and $${prices.optimizer.completion} of the optimizer, for everyone.`,
    'Competitors are processes that speak the protocol of docs/referee.md; rollouts of the sealed test tasks are made by the referee after the end and are not counted.',
  ];
}

/** Who plays the report; the other settings of ours play where they are named. */
const PLAYERS = ['gate', 'original', 'strict', 'best-of-n'];

function ownContestants(program: readonly string[]): Contestant[] {
  return PLAYERS.filter((name) => name in ownCompetitors).map((name) => ({
    name,
    command: [...program, 'bench', 'train', '--compete', name, '--url', '{url}'],
  }));
}

/** `name=command`, or a command that is its own name. Variables of the environment are upper case, so they name nobody. */
export function outsider(text: string): Contestant {
  const [, name = text, command = text] = /^([a-z][a-z0-9-]*)=(.*)$/su.exec(text) ?? [];
  return { name, command: ['sh', '-c', command.replaceAll('{url}', '"$PAWL_REFEREE"')] };
}

/** Draws that are played and kept together. */
const BLOCK = 10;

/** Few draws of every world come before more of any: where a benchmark was stopped, all worlds have about as many. */
function blocksOf(worlds: readonly RefereeWorld[], first: number, seeds: number): readonly (readonly PlannedRun[])[] {
  return Array.from({ length: Math.ceil(seeds / BLOCK) }, (_, at) => {
    const draws = Array.from({ length: Math.min(BLOCK, seeds - at * BLOCK) }, (__, i) => first + at * BLOCK + i);
    return worlds.flatMap((world) => BUDGETS.map((rollouts) => draws.map((seed) => ({ world, seed, rollouts }))));
  }).flat();
}

function plateauPlans(first: number, runs: number): PlannedRun[] {
  const world = reportWorlds.find(({ name }) => name === LEVEL)!;
  return Array.from({ length: runs }, (_, at) => ({ world, seed: first + 1000 + at, rollouts: BUDGET }));
}

function randomPlans(first: number, worlds: number): PlannedRun[] {
  return Array.from({ length: worlds }, (_, at) => ({
    world: drawWorld(first + at),
    seed: first + at,
    rollouts: BUDGET,
  }));
}

/** A few runs at a time, so that little is lost when a benchmark is stopped. */
async function inBlocks(
  plans: readonly PlannedRun[],
  play: (plans: readonly PlannedRun[]) => Promise<readonly PlayedRun[]>,
): Promise<PlayedRun[]> {
  const runs: PlayedRun[] = [];
  for (let at = 0; at < plans.length; at += 40) runs.push(...(await play(plans.slice(at, at + 40))));
  return runs;
}
