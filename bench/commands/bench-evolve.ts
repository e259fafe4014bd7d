import { z } from 'zod';
import { systemTimer } from '#app/api';
import { cpuMicros } from '../cpu-time.ts';
import { loadEvolveBench } from '../evolve/load-evolve-bench.ts';
import { recorded } from '../provenance/provenance.ts';
import type { SuiteResult } from '../suite.ts';
import { Json, type Run, skillName } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { canonicalText, Fault } from '#foundation/kernel';
import { evolve, EvolveConfig, type EvolveSummary, MainState } from '#learners/machine/evolve';
import { createStopwatch } from '#ratchet/budget';
import { openStore, type RunJournal, type Store } from '#world/store';
import {
  defineCommand,
  INTERRUPTED,
  openDispatcher,
  queueFlags,
  requireQueue,
  type Shell,
  takingInterrupts,
  workspaceFlag,
} from '#app/cli';
import { tellResult } from './bench-suite.ts';

type EvolveBench = Awaited<ReturnType<typeof loadEvolveBench>>;
type OutsiderScore = ReturnType<EvolveBench['scoreOutsiders']>;
type ArmRun = Parameters<EvolveBench['evolveReport']>[0][number];

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));

export const benchEvolveCommand = defineCommand({
  name: 'bench evolve',
  flags: z.object({
    arms: list.optional().describe('only these arms, by comma; all unless told'),
    quick: z.boolean().default(false).describe('two seeds of six templates, and no plain learners: about 10 minutes'),
    seeds: z.coerce.number().int().min(1).max(100).optional().describe('seeds of each arm, from 1; 5 unless told'),
    profile: z.enum(['tiny', 'bench', 'quick', 'full']).default('bench').describe('how much effort, counted'),
    templates: list.optional().describe('only these templates, by comma'),
    outsiders: z.coerce
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('seeds of the plain learners beside it; 5 unless told'),
    planted: z.coerce.number().int().min(0).default(12).describe('unsound patches put among the honest ones'),
    threads: z.coerce.number().int().min(1).max(256).optional().describe('worker threads; one per core unless told'),
    ...queueFlags,
    report: z.string().optional().describe('write a report to this file: a page if it ends in .html, else Markdown'),
    out: z.string().optional().describe('write the result as JSON to this file'),
  }),
  examples: [
    'pawl bench evolve --quick',
    'pawl bench evolve --seeds 1 --arms whole,flat',
    'pawl bench evolve --report evolve.md --out evolve.json',
    'pawl bench evolve --json',
    'pawl bench evolve --queue redis://10.0.0.5:6379',
  ],

  async run(_args, asked, shell) {
    const preset = asked.quick ? QUICK : FULL;
    const flags = {
      ...asked,
      seeds: asked.seeds ?? preset.seeds,
      outsiders: asked.outsiders ?? preset.outsiders,
      templates: asked.templates ?? preset.templates,
    };
    const bench = await loadEvolveBench();
    const { evolveArms } = bench;
    const arms = evolveArms.filter(({ arm }) => flags.arms === undefined || flags.arms.includes(arm));
    if (arms.length < (flags.arms?.length ?? 1)) {
      throw new Fault('cli/usage', `--arms knows ${evolveArms.map(({ arm }) => arm).join(', ')}`);
    }
    const store = openStore(shell.store);
    const dispatcher = await openDispatcher(flags, shell.env, store);
    try {
      await requireQueue(flags, shell);
      const resume = `It goes on where it stopped: npx pawl bench evolve${workspaceFlag(shell)} and the same flags`;
      const measured = await takingInterrupts(resume, shell, async (interrupts) => {
        const over: Ports['over'] = (journal) => interrupts.over(journal, systemTimer).journal;
        const done = [];
        // Seed by seed, so that what is stopped early holds every arm.
        for (let seed = 1; seed <= flags.seeds; seed += 1) {
          for (const { arm, asked } of arms) {
            const { profile, templates, planted } = flags;
            const config = EvolveConfig.parse({
              profile,
              ...(templates === undefined ? {} : { templates }),
              schedule: 'repaired',
              without: [],
              alpha: 0.05,
              planted,
              ...asked,
            });
            shell.note(`${arm}, seed ${seed}`);
            done.push({ arm, seed, ...(await finishRun(store, { seed, config }, { dispatcher, shell, over })) });
          }
        }
        return {
          runs: done,
          outsiders: await measureOutsiders(store, bench, { seeds: flags.outsiders, shell, over }),
        };
      });
      if (measured === undefined) return INTERRUPTED;
      const report = reportOf(store, bench, { ...measured, flags });
      return tellResult(recorded(report), flags, shell);
    } finally {
      await dispatcher.close();
      store.close();
    }
  },
});

/** What is run unless told: quick are templates that a specialist learns in seconds, with two of one size, and some that are not learnt at once. */
const FULL = { seeds: 5, outsiders: 5, templates: undefined } as const;
const QUICK = {
  seeds: 2,
  outsiders: 0,
  templates: [
    'PARITY',
    'DYCK1',
    'KV_RETRIEVAL',
    'COMM_REFERENTIAL',
    'LOGIC_IMPLICATION',
    'SAFE_DECISION_WITH_HELP(KV_RETRIEVAL)',
  ],
} as const;

interface Finished {
  readonly runs: readonly ArmRun[];
  readonly outsiders: readonly OutsiderScore[];
  readonly flags: {
    readonly seeds: number;
    readonly profile: EvolveConfig['profile'];
    readonly planted: number;
    readonly templates?: readonly string[] | undefined;
  };
}

/** All that was measured, as one result. */
function reportOf(
  store: Store,
  { costTable, evolveReport, harmOf }: EvolveBench,
  { runs, outsiders, flags: { seeds, profile, templates, planted } }: Finished,
): SuiteResult {
  const first = runs.find(({ arm, seed }) => arm === 'whole' && seed === 1);
  const mainOf = (machine: EvolveSummary['machine']): MainState =>
    MainState.parse(JSON.parse(new TextDecoder().decode(store.getBlob(machine))));
  const costs = first === undefined ? [] : [costTable(mainOf(first.summary.machine))];
  const harms = runs.map((run) => harmOf(mainOf(run.summary.machine), run));
  return evolveReport(
    runs,
    { outsiders, costs, harms },
    {
      quick: profile !== 'full',
      seed: 1,
      configuration: { seeds, profile, planted, templates: templates === undefined ? null : [...templates] },
      cpuSeconds: cpuMicros() / 1e6,
    },
  );
}

interface Asked {
  readonly seed: number;
  readonly config: EvolveConfig;
}

interface Ports {
  readonly dispatcher: Dispatcher;
  readonly shell: Shell;
  readonly over: (journal: ReturnType<Store['createRun']>) => Parameters<typeof evolve>[0]['journal'];
}

/** The run in the store with this configuration, taken up again, or a new one. */
function openRun(
  store: Store,
  asked: { readonly loop: string; readonly seed: number; readonly config: Json },
): RunJournal {
  const wanted = canonicalText(asked.config);
  const isSame = ({ loop, seed, config }: Run): boolean =>
    loop === asked.loop && seed === asked.seed && canonicalText(config) === wanted;
  const before = store.listRuns().find(isSame);
  return before === undefined ? store.createRun(asked) : store.resumeRun(before.id);
}

/** The plain learners, place by place and seed by seed; each is a recorded step, so that a stopped benchmark goes on. */
async function measureOutsiders(
  store: Store,
  { outsiderPlaces, scoreOutsiders }: Pick<EvolveBench, 'outsiderPlaces' | 'scoreOutsiders'>,
  { seeds, shell, over }: { readonly seeds: number } & Pick<Ports, 'shell' | 'over'>,
): Promise<OutsiderScore[]> {
  if (seeds === 0) return [];
  const journal = openRun(store, { loop: 'bench-evolve-outsiders', seed: 1, config: {} });
  const stoppable = over(journal);
  const scores: OutsiderScore[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const { template, level } of outsiderPlaces) {
      shell.note(`outsiders on ${skillName({ template, level })}, seed ${seed}`);
      const score = (): OutsiderScore => scoreOutsiders(template, level, seed);
      scores.push(await stoppable.step('outsiders', { template, level, seed }, score));
    }
  }
  return scores;
}

/** A run of this configuration: as it was finished before, taken up again, or new. */
async function finishRun(
  store: Store,
  { seed, config }: Asked,
  { dispatcher, shell, over }: Ports,
): Promise<{ readonly summary: EvolveSummary; readonly hash: string }> {
  const journal = openRun(store, { loop: 'evolve', seed, config: Json.parse(config) });
  const display = shell.progress('bench evolve');
  try {
    const watched = over(journal);
    const summary = await evolve({
      seed,
      config,
      journal: watched,
      dispatcher,
      progress: display.update,
      stopwatch: createStopwatch(watched, systemTimer, {}),
      orders: () => [],
    });
    return { summary, hash: journal.finish(Json.parse(summary)) };
  } finally {
    display.end();
  }
}
