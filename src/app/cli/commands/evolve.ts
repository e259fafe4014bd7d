import { z } from 'zod';
import { systemTimer } from '#app/api';
import { Json, type Run } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { type AnyTemplate, Domain } from '#foundation/contracts/tasks';
import { Fault } from '#foundation/kernel';
import { evolve, EvolveConfig, type EvolveSummary, parts, profiles, templatesOf } from '#learners/machine/evolve';
import { openStore, type RunJournal, showPlace, type Store } from '#world/store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { takenOrders } from '../evolve/order-file.ts';
import { filesOfFlag, loadOwnTemplates, requireLaws, tasksFlag } from '../tasks/own-templates.ts';
import { Pulse } from '../evolve/pulse.ts';
import { lossesOf, reportLines } from '../evolve/report-lines.ts';
import { type Heard, watchEvolving } from '../evolve/watch-evolving.ts';
import { openDispatcher, queueFlags, requireQueue } from '../jobs/open-dispatcher.ts';
import { findRun, hasRuns, withRuns, workspaceFlag } from '../runs/open-runs.ts';
import { INTERRUPTED, takingInterrupts } from '../skill/interrupts.ts';

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));

export const evolveCommand = defineCommand({
  name: 'evolve',
  flags: z.object({
    profile: z.enum(['tiny', 'quick', 'full']).default('quick').describe('how much effort, counted'),
    seed: z.coerce.number().int().min(0).default(1).describe('names every random stream of the run'),
    domains: list.optional().describe(`only these, by comma: ${Domain.options.join(', ')}`),
    templates: list.optional().describe('only these templates, by comma, such as ARITH_EXPR,GRID_NAV'),
    tasks: tasksFlag.describe(
      'files with templates of your own (docs/guide/own-template.md), by comma; learnt beside --templates, or alone',
    ),
    schedule: z.enum(['repaired', 'seed']).default('repaired').describe('`seed` follows its formulas as they stand'),
    without: list.default([]).describe(`leave a part out, to see what it is worth: ${Object.keys(parts).join(', ')}`),
    budget: z
      .string()
      .optional()
      .describe(
        'stop practising after this time, such as 30m or 90s; lessons under way are finished, and what was learnt is proved and measured, which takes as long as it takes',
      ),
    alpha: z.coerce.number().gt(0).lt(1).default(0.05).describe('chance that a run accepts a useless change'),
    planted: z.coerce.number().int().min(0).default(0).describe('unsound patches put among the honest ones'),
    threads: z.coerce
      .number()
      .int()
      .min(1)
      .max(256)
      .optional()
      .describe(
        'worker threads; one per core unless told, and for profile tiny one: it ends before others have loaded',
      ),
    ...queueFlags,
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
  }),
  conflicts: {
    resume: ['profile', 'seed', 'domains', 'templates', 'tasks', 'schedule', 'without', 'alpha', 'planted'],
  },
  examples: [
    'pawl evolve',
    'pawl evolve --profile tiny --seed 7 --json',
    'pawl evolve --domains math,code --budget 10m',
    'pawl evolve --without verification --planted 20',
    'pawl evolve --tasks ./my-template.ts --profile tiny',
    'pawl evolve --resume latest',
  ],

  async run(
    _args,
    { seed, resume, budget, threads, tasks, queue, queueName, queueAtOnce, queuePerSecond, ...rest },
    shell,
  ) {
    if (resume !== undefined && !hasRuns(shell)) {
      throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    }
    const shouldStop = stopAfter(budget);
    const files = resume === undefined ? filesOfFlag(tasks, shell) : await filesOf(resume, shell);
    const own = await loadOwnTemplates(files);
    if (resume === undefined) await requireLaws(own, shell);
    const config = readConfig(own.length === 0 ? rest : { ...rest, ...withOwn(rest.templates, own, files) });
    const store = openStore(shell.store, { mask: shell.mask });
    const dispatcher = await openDispatcher(
      {
        threads: threads ?? (config.profile === 'tiny' ? 1 : undefined),
        tasks: files,
        queue,
        queueName,
        queueAtOnce,
        queuePerSecond,
      },
      shell.env,
      store,
    );
    try {
      await requireQueue({ queue, queueName }, shell);
      const journal =
        resume === undefined ? start(store, seed, config) : takeUp(store, findRun(store, resume, 'evolve'), shell);
      const run = findRun(store, journal.run);
      if (resume === undefined) shell.note(`run ${run.id}: profile ${config.profile}, seed ${run.seed}`);
      const ended = await evolveWith(run, { journal, dispatcher, shouldStop }, shell);
      if (ended === undefined) {
        if (shell.json) shell.print(JSON.stringify({ run: run.id, stopped: 'signal', resume: resumeLine(run, shell) }));
        return INTERRUPTED;
      }
      const { summary, heard } = ended;
      const hash = journal.finish(Json.parse(summary));
      // Beside the summary, not in it: its hash must not know the clock.
      const told = { stopped: heard.isSpent ? ('budget' as const) : null, losses: lossesOf(summary, heard.misfits) };
      if (shell.json) shell.print(JSON.stringify({ run: run.id, ...told, ...summary, hash }));
      else
        for (const line of reportLines({ ...summary, ...told, run: run.id, hash, own: files }, shell))
          shell.print(line);
      return ExitCode.ok;
    } finally {
      await dispatcher.close();
      store.close();
    }
  },
});

/** Own templates are learnt beside those that are named, or alone. */
function withOwn(
  named: readonly string[] | undefined,
  own: readonly AnyTemplate[],
  files: readonly string[],
): { readonly templates: readonly string[]; readonly tasks: readonly string[] } {
  return { templates: [...(named ?? []), ...own.map(({ name }) => name)], tasks: files };
}

/** The files of own templates that a run began with. */
async function filesOf(asked: string, shell: Shell): Promise<readonly string[]> {
  return withRuns(shell, (store) => EvolveConfig.parse(findRun(store, asked, 'evolve').config).tasks ?? []);
}

interface Ports {
  readonly journal: RunJournal;
  readonly dispatcher: Dispatcher;
  readonly shouldStop: () => boolean;
}

function resumeLine({ id }: Run, shell: Shell): string {
  return `npx pawl evolve --resume ${id}${workspaceFlag(shell)}`;
}

/** The summary of the run and what it told besides; undefined where a person stopped it. */
async function evolveWith(
  run: Run,
  { journal, dispatcher, shouldStop }: Ports,
  shell: Shell,
): Promise<{ readonly summary: EvolveSummary; readonly heard: Heard } | undefined> {
  const config = EvolveConfig.parse(run.config);
  return takingInterrupts(`Go on with it: ${resumeLine(run, shell)}`, shell, async (interrupts) => {
    const display = shell.progress('evolve');
    const pulse = new Pulse({ display, now: () => performance.now(), isSpent: shouldStop });
    const { target } = profiles[config.profile];
    const stoppable = interrupts.over(journal, systemTimer).journal;
    const watched = watchEvolving(stoppable, { note: (line) => shell.note(line), pulse, target });
    try {
      const summary = await evolve({
        seed: run.seed,
        config,
        journal: watched.journal,
        dispatcher,
        progress: pulse.update,
        shouldStop,
        orders: takenOrders(shell.workspace, run.id),
      });
      return { summary, heard: watched.heard };
    } finally {
      pulse.end();
      display.end();
    }
  });
}

function readConfig(asked: unknown): EvolveConfig {
  const { success, data, error } = EvolveConfig.safeParse(JSON.parse(JSON.stringify(asked)));
  if (!success)
    throw new Fault(
      'cli/usage',
      error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('; '),
    );
  if (templatesOf(data).length === 0) throw new Fault('cli/usage', 'no template is left to practise');
  return data;
}

function start(store: Store, seed: number, config: EvolveConfig): RunJournal {
  return store.createRun({ loop: 'evolve', seed, config: Json.parse(config) });
}

function takeUp(store: Store, run: Run, shell: Shell): RunJournal {
  if (run.loop !== 'evolve') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of evolve`);
  shell.note(run.status === 'done' ? `run ${run.id} is done; its result:` : `run ${run.id} taken up again`);
  return store.resumeRun(run.id);
}

/** `30m`, `90s`, `2h`; without a unit, seconds. */
function stopAfter(budget: string | undefined): () => boolean {
  if (budget === undefined) return () => false;
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(budget) ?? [];
  if (count === undefined)
    throw new Fault('cli/usage', `--budget is ${budget}; expected a time such as 30m, 90s or 2h`);
  const seconds = Number(count) * { s: 1, m: 60, h: 3600 }[unit === 'm' || unit === 'h' ? unit : 's'];
  const end = performance.now() + 1000 * seconds;
  return () => performance.now() > end;
}
