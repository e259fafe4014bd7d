import { mean } from '#kernel';
import { drawWorld, findSimulatedWorld, simulatedWorlds } from '#models';
import { cpuSeconds } from '../cpu-time.ts';
import type { SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { ownCompetitors } from './own-competitors.ts';
import { type Contestant, playRuns } from './play-runs.ts';
import type { PlannedRun, PlayedRun } from './referee.ts';
import { changesWithoutGain, pairedDifferences, rolloutsTo, scoreInterval, truthAt } from './train-analysis.ts';
import { trainTargets } from './train-targets.ts';

/** Rollouts that SkillOpt spends in four epochs on a world of this kind. */
export const BUDGET = 748;
/** Seeds of the report are apart from those on which defaults were chosen (1 to 100). */
const FIRST_SEED = 1001;

export interface TrainBenchOptions extends SuiteOptions {
  /** How this program is started, for competitors of its own. */
  readonly program: readonly string[];
  /** Command lines of other competitors. */
  readonly competitors: readonly string[];
}

/** All runs of one competitor. */
export interface CompetitorRuns {
  readonly name: string;
  readonly runs: readonly PlayedRun[];
}

/** The referee's benchmark: our settings, a plain baseline and any other program, in simulated worlds whose truth is known. */
export async function benchTrain(options: TrainBenchOptions): Promise<SuiteResult> {
  const start = cpuSeconds();
  const seeds = options.quick ? 3 : 20;
  const first = FIRST_SEED + 10_000 * (options.seed - 1);
  const contestants = [...ownContestants(options.program), ...options.competitors.map(outsider)];
  const played: CompetitorRuns[] = [];
  for (const contestant of contestants) {
    options.note(`${contestant.name}: ${simulatedWorlds.length} worlds, ${seeds} seeds`);
    played.push({ name: contestant.name, runs: await playRuns(contestant, matrix(first, seeds)) });
  }
  const ours = contestants[0]!;
  options.note('budgets of the easy world');
  const budgets = await playRuns(ours, budgetPlans(first, seeds));
  options.note('plateau');
  const plateau = await playRuns(ours, plateauPlans(first, options.quick ? 20 : 200));
  const random: CompetitorRuns[] = [];
  for (const contestant of contestants.filter(({ name }) => ['gate', 'strict', 'original'].includes(name))) {
    options.note(`${contestant.name}: randomly drawn worlds`);
    random.push({ name: contestant.name, runs: await playRuns(contestant, randomPlans(first, options.quick ? 4 : 30)) });
  }
  const all = { played, budgets, plateau, random };
  return {
    suite: 'train',
    quick: options.quick,
    seed: options.seed,
    configuration: { seeds, firstSeed: first, budget: BUDGET, competitors: contestants.map(({ name }) => name), isSimulated: true },
    tables: tablesOf(all),
    plots: [pathPlot(played)],
    targets: trainTargets(all),
    notes: [
      'SIMULATION: target and reflector are simulated worlds with known truth. This compares search control, not the quality of prompts with real models.',
      `Defaults were chosen on seeds 1 to 100; these are seeds ${first} and following.`,
      'Figures told of peers in a world of this kind, not measured here: GEPA 0.81 at 1,622 rollouts and 0.91 at 3,217; SkillOpt 0.93 at 748, 0.94 at 1,390; hostile reflector: SkillOpt 0.71, a gate that knows the truth 0.80.',
      'Competitors are processes that speak the protocol of docs/referee.md; rollouts of the sealed test tasks are made by the referee after the end and are not counted.',
    ],
    cpuSeconds: cpuSeconds() - start,
  };
}

/** What the benchmark measured, before it is put into tables. */
export interface TrainFigures {
  readonly played: readonly CompetitorRuns[];
  readonly budgets: readonly PlayedRun[];
  readonly plateau: readonly PlayedRun[];
  readonly random: readonly CompetitorRuns[];
}

function ownContestants(program: readonly string[]): Contestant[] {
  return Object.keys(ownCompetitors).map((name) => ({
    name,
    command: [...program, 'bench', 'train', '--compete', name, '--url', '{url}'],
  }));
}

function outsider(command: string): Contestant {
  return { name: command, command: ['sh', '-c', command.replaceAll('{url}', '"$PAWL_REFEREE"')] };
}

function matrix(first: number, seeds: number): PlannedRun[] {
  return simulatedWorlds.flatMap((world) =>
    Array.from({ length: seeds }, (_, at) => ({ world, seed: first + at, rollouts: BUDGET })),
  );
}

function budgetPlans(first: number, seeds: number): PlannedRun[] {
  const world = findSimulatedWorld('easy');
  return [400, 800, 1600].flatMap((rollouts) =>
    Array.from({ length: seeds }, (_, at) => ({ world, seed: first + at, rollouts })),
  );
}

function plateauPlans(first: number, runs: number): PlannedRun[] {
  const world = findSimulatedWorld('plateau');
  return Array.from({ length: runs }, (_, at) => ({ world, seed: first + 1000 + at, rollouts: BUDGET }));
}

function randomPlans(first: number, worlds: number): PlannedRun[] {
  return Array.from({ length: worlds }, (_, at) => ({ world: drawWorld(first + at), seed: first + at, rollouts: BUDGET }));
}

function tablesOf({ played, budgets, plateau, random }: TrainFigures): Table[] {
  const cell = (name: string, runs: readonly PlayedRun[], ours: readonly PlayedRun[]): (string | number | null)[] => {
    const { low, high } = scoreInterval(runs.map((run) => run.truth), name);
    const gaps = pairedDifferences(ours, runs);
    const gap = scoreInterval(gaps, `${name}/gap`);
    const isSame = ours === runs;
    const { without, all } = changesWithoutGain(runs);
    return [
      name,
      mean(runs.map((run) => run.truth)),
      `[${low.toFixed(3)}, ${high.toFixed(3)}]`,
      mean(runs.map((run) => truthAt(run, 400))),
      Math.round(mean(runs.map((run) => run.used))),
      isSame ? '' : `${mean(gaps).toFixed(3)} [${gap.low.toFixed(3)}, ${gap.high.toFixed(3)}]${mean(gaps) < 0 ? ' LOSES' : ''}`,
      `${without}/${all}`,
      rolloutsTo(runs, 0.9).median,
    ];
  };
  const columns = ['competitor', 'true score', '95 % interval', 'at 400', 'rollouts', 'ours minus it, paired', 'changes without gain', 'median rollouts to 0.9'];
  const worlds = simulatedWorlds.map(({ name, about }): Table => {
    const ours = played[0]!.runs.filter((run) => run.name === name);
    const rows = played.map((competitor) =>
      cell(competitor.name, competitor.name === played[0]!.name ? ours : competitor.runs.filter((run) => run.name === name), ours),
    );
    return { title: `World ${name} (simulated): ${about}; ${BUDGET} rollouts`, columns, rows };
  });
  return [
    ...worlds,
    {
      title: 'Randomly drawn worlds (simulated)',
      columns,
      rows: random.map(({ name, runs }) => cell(name, runs, random[0]!.runs)),
    },
    {
      title: 'Easy world by budget (simulated)',
      columns: ['rollouts allowed', 'true score', '95 % interval'],
      rows: [400, 800, 1600].map((rollouts) => {
        const scores = budgets.filter((run) => run.rollouts === rollouts).map((run) => run.truth);
        const { low, high } = scoreInterval(scores, `budget/${rollouts}`);
        return [rollouts, mean(scores), `[${low.toFixed(3)}, ${high.toFixed(3)}]`];
      }),
    },
    {
      title: 'Plateau (simulated): no edit helps',
      columns: ['runs', 'runs that changed anything', 'mean true score lost'],
      rows: [[plateau.length, plateau.filter((run) => run.isChanged).length, mean(plateau.map((run) => run.path[0]!.truth - run.truth))]],
    },
  ];
}

function pathPlot(played: readonly CompetitorRuns[]): SuiteResult['plots'][number] {
  const steps = Array.from({ length: 16 }, (_, at) => Math.round((BUDGET * at) / 15));
  return {
    title: 'Easy world (simulated): true score of the skill in force',
    x: { label: 'rollouts', scale: 'linear' },
    y: { label: 'true score', scale: 'linear' },
    series: played.map(({ name, runs }) => {
      const easy = runs.filter((run) => run.name === 'easy');
      return { name, points: steps.map((rollouts) => [rollouts, mean(easy.map((run) => truthAt(run, rollouts)))] as const) };
    }),
  };
}
