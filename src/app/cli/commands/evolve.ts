import { z } from 'zod';
import { type Evolved, type Evolving, type EvolvingPorts, openEvolving } from '#app/api';
import { type AnyTemplate, Domain } from '#foundation/contracts/tasks';
import { Fault } from '#foundation/kernel';
import { EvolveConfig, parts, profiles, templatesOf } from '#learners/machine/evolve';
import { openStore, showPlace } from '#world/store';
import { findAmong } from '#tasks/registry';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { openMachine } from '../machine/open-machine.ts';
import { takenOrders } from '../evolve/order-file.ts';
import { filesOfFlag, loadOwnTemplates, requireLaws, tasksFlag } from '../tasks/own-templates.ts';
import { sourceHash } from '../tasks/source-hash.ts';
import { EvolveSettings, readEvolveKnobs } from '../evolve/schedule-settings.ts';
import { firstWords } from '../evolve/first-words.ts';
import { Pulse } from '../evolve/pulse.ts';
import { lossesOf, reportLines } from '../evolve/report-lines.ts';
import { type Heard, watchEvolving } from '../evolve/watch-evolving.ts';
import { openDispatcher, queueFlags, requireQueue } from '../jobs/open-dispatcher.ts';
import { findRun, hasRuns, withRuns, workspaceFlag } from '../runs/open-runs.ts';
import { sentenceLines } from '../runs/run-report.ts';
import { setFlag } from '../set-flag.ts';
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
    levels: z
      .string()
      .regex(/^\d+(-\d+)?$/, 'expected a level such as 3, or levels such as 2-5')
      .transform((text) => {
        const [from = 1, to = from] = text.split('-').map(Number);
        return { from: text.includes('-') ? from : 1, to };
      })
      .optional()
      .describe('practise up to this level, such as 3, or these, such as 2-5, in place of the levels of the profile'),
    schedule: z.enum(['repaired', 'seed']).default('repaired').describe('`seed` follows its formulas as they stand'),
    without: list.default([]).describe(`leave a part out, to see what it is worth: ${Object.keys(parts).join(', ')}`),
    budget: z
      .string()
      .optional()
      .describe(
        'stop practising after this time at work, such as 30m or 90s; lessons under way are finished, and what was learnt is proved and measured, which takes as long as it takes',
      ),
    alpha: z.coerce
      .number()
      .gt(0)
      .lt(1)
      .default(0.05)
      .describe('expected share of useless changes among those accepted, at most'),
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
    set: setFlag,
    ...queueFlags,
    from: z
      .string()
      .optional()
      .describe(
        'begin with what this run learnt: its machine skills are carried over, and what recurs in them is the library',
      ),
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
  }),
  conflicts: {
    resume: [
      'profile',
      'seed',
      'domains',
      'templates',
      'tasks',
      'levels',
      'schedule',
      'without',
      'alpha',
      'planted',
      'from',
      'set',
    ],
  },
  table: EvolveSettings,
  examples: [
    'pawl evolve',
    'pawl evolve --profile tiny --seed 7 --json',
    'pawl evolve --domains math,code --budget 10m',
    'pawl evolve --without verification --planted 20',
    'pawl evolve --tasks ./my-template.ts --profile tiny',
    'pawl evolve --set floor=0.2 --set patience=10',
    'pawl evolve --from latest --seed 2',
    'pawl evolve --resume latest',
  ],

  async run(_args, flags, shell) {
    const { seed, resume, from, budget, threads, tasks, queue, queueName, queueAtOnce, queuePerSecond, set, ...rest } =
      flags;
    if (resume !== undefined && !hasRuns(shell)) {
      throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    }
    const milliseconds = timeOf(budget);
    const knobs = readEvolveKnobs(set);
    const found = resume === undefined ? undefined : await withRuns(shell, (store) => findRun(store, resume, 'evolve'));
    const before = found?.loop === 'evolve' ? EvolveConfig.parse(found.config) : undefined;
    const files = before?.tasks?.map(({ file }) => file) ?? filesOfFlag(tasks, shell);
    const own = await loadOwnTemplates(files);
    if (found === undefined) await requireLaws(own, shell);
    const learnt = from === undefined ? undefined : await openMachine(shell, from);
    const asked = before ?? { ...rest, ...knobs, ...namesOf(rest.templates, own), from: learnt?.hash };
    const config = readConfig(files.length === 0 ? asked : { ...asked, tasks: files.map(sourcesOf) }, own);
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
      const run = openEvolving({ seed: found?.seed ?? seed, config, own, resume: found?.id }, store);
      if (found === undefined) {
        const begun =
          learnt === undefined ? '' : `, from ${learnt.main.skills.length} machine skills of ${learnt.run.id}`;
        shell.note(`run ${run.run}: profile ${config.profile}, seed ${seed}${begun}`);
        for (const line of firstWords(templatesOf(config, findAmong(own)))) shell.note(line);
      } else shell.note(run.isDone ? `run ${run.run} is done; its result:` : `run ${run.run} taken up again`);
      const ended = await evolving(run, config, { dispatcher, milliseconds }, shell);
      if (ended === undefined) {
        const line = resumeLine(run.run, shell);
        if (shell.json) shell.print(JSON.stringify({ run: run.run, stopped: 'signal', resume: line }));
        return INTERRUPTED;
      }
      const { evolved, heard } = ended;
      const { run: id, hash, repeated: _repeated, ...summary } = evolved;
      // Beside the summary, not in it: its hash must not know the clock.
      const told = { stopped: heard.isSpent ? ('budget' as const) : null, losses: lossesOf(summary, heard.misfits) };
      if (shell.json) shell.print(JSON.stringify({ run: id, ...told, ...summary, hash }));
      else {
        const lines = reportLines({ ...summary, ...told, run: id, hash, own: files }, shell);
        for (const line of [...sentenceLines(store, id), ...lines]) shell.print(line);
      }
      return ExitCode.ok;
    } finally {
      await dispatcher.close();
      store.close();
    }
  },
});

/** Own templates are learnt beside those that are named, or alone. */
function namesOf(named: readonly string[] | undefined, own: readonly AnyTemplate[]): { templates?: readonly string[] } {
  return own.length === 0 ? {} : { templates: [...(named ?? []), ...own.map(({ name }) => name)] };
}

/** What a run stores of a file: after an edit it is another run. */
function sourcesOf(file: string): { readonly file: string; readonly sources: string } {
  return { file, sources: sourceHash(file) };
}

function resumeLine(run: string, shell: Shell): string {
  return `npx pawl evolve --resume ${run}${workspaceFlag(shell)}`;
}

/** What came of the run and what it told besides; undefined where a person stopped it. */
async function evolving(
  run: Evolving,
  { profile }: EvolveConfig,
  ports: Pick<EvolvingPorts, 'dispatcher' | 'milliseconds'>,
  shell: Shell,
): Promise<{ readonly evolved: Evolved; readonly heard: Heard } | undefined> {
  return takingInterrupts(`Go on with it: ${resumeLine(run.run, shell)}`, shell, async (interrupts) => {
    const display = shell.progress('evolve');
    const end = performance.now() + (ports.milliseconds ?? Infinity);
    const pulse = new Pulse({ display, now: () => performance.now(), isSpent: () => performance.now() > end });
    let heard: Heard = { isSpent: false, misfits: new Map() };
    let endTable = (): void => undefined;
    try {
      const evolved = await run.evolve({
        ...ports,
        progress: pulse.update,
        orders: takenOrders(shell.workspace, run.run),
        over(journal, timer) {
          const stoppable = interrupts.over(journal, timer);
          const { target } = profiles[profile];
          const watched = watchEvolving(stoppable.journal, { note: (line) => shell.note(line), pulse, target });
          ({ heard, end: endTable } = watched);
          return { ...stoppable, journal: watched.journal };
        },
      });
      return { evolved, heard };
    } finally {
      endTable();
      pulse.end();
      display.end();
    }
  });
}

function readConfig(asked: unknown, own: readonly AnyTemplate[]): EvolveConfig {
  const { success, data, error } = EvolveConfig.safeParse(JSON.parse(JSON.stringify(asked)));
  if (!success)
    throw new Fault(
      'cli/usage',
      error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('; '),
    );
  if (templatesOf(data, findAmong(own)).length === 0) throw new Fault('cli/usage', 'no template is left to practise');
  return data;
}

/** `30m`, `90s`, `2h`; without a unit, seconds. In milliseconds. */
function timeOf(budget: string | undefined): number | undefined {
  if (budget === undefined) return undefined;
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(budget) ?? [];
  if (count === undefined)
    throw new Fault('cli/usage', `--budget is ${budget}; expected a time such as 30m, 90s or 2h`);
  return 1000 * Number(count) * { s: 1, m: 60, h: 3600 }[unit === 'm' || unit === 'h' ? unit : 's'];
}
