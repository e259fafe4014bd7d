import { z } from 'zod';
import { Json, type Run } from '#contracts';
import { Fault } from '#kernel';
import { createBitPractice, practise, type PractiseConfig, type PractiseSummary } from '#loops';
import { openStore, type RunJournal, type Store } from '#store';
import { parseSetting } from '#tasks';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findNamedTemplate } from '../find-named-template.ts';
import { findRun, hasRuns, workspaceFlag } from '../runs/open-runs.ts';
import { endOnSignals } from '../skill/interrupts.ts';

/** Counted effort per profile; `quick` is a few seconds on one core. */
const profiles = {
  tiny: { rounds: 4, episodesPerRound: 150, heldOutTasks: 60 },
  quick: { rounds: 12, episodesPerRound: 600, heldOutTasks: 200 },
  full: { rounds: 40, episodesPerRound: 3000, heldOutTasks: 500 },
} as const;

const Asked = z.strictObject({
  task: z.string(),
  profile: z.enum(['tiny', 'quick', 'full']),
  alpha: z.number(),
  exploration: z.number(),
});
type Asked = z.infer<typeof Asked>;

export const practiseCommand = defineCommand({
  name: 'practise',
  summary:
    'Let a baseline learner practise one template; a change stays only when the gate accepts it, with a certificate.',
  flags: z.object({
    task: z
      .string()
      .default('GRID_NAV/1,obstacles=0,size=4')
      .describe('template and setting: NAME/LEVEL or NAME/LEVEL,param=value'),
    profile: z.enum(['tiny', 'quick', 'full']).default('quick').describe('how much effort'),
    seed: z.coerce.number().int().min(0).default(1).describe('names every random stream of the run'),
    alpha: z.coerce.number().gt(0).lt(1).default(0.05).describe('chance that a run accepts a useless change'),
    exploration: z.coerce.number().min(0).max(1).default(0.2).describe('share of random actions while learning'),
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
  }),
  conflicts: { resume: ['task', 'profile', 'seed', 'alpha', 'exploration'] },
  examples: [
    'pawl practise',
    'pawl practise --task PARITY/1 --profile tiny --seed 7 --json',
    'pawl practise --resume latest',
  ],

  async run(_args, { seed, resume, ...asked }, shell) {
    // Looking for a run to resume must not leave an empty store behind.
    if (resume !== undefined && !hasRuns(shell))
      throw new Fault('store/no-runs', `there is no run in ${shell.workspace}`);
    const store = openStore(shell.workspace, { mask: shell.mask });
    try {
      const journal = resume === undefined ? start(store, seed, asked) : takeUp(store, findRun(store, resume), shell);
      const run = findRun(store, journal.run);
      const config = Asked.parse(run.config);
      if (resume === undefined)
        shell.note(`run ${run.id}: ${config.task}, profile ${config.profile}, seed ${run.seed}`);
      const summary = await practiseWith(journal, run.seed, config, shell);
      const hash = journal.finish(summary);
      report({ run: run.id, ...summary, hash }, config, shell);
      return ExitCode.ok;
    } finally {
      store.close();
    }
  },
});

function start(store: Store, seed: number, asked: Asked): RunJournal {
  practiceOf(asked.task, seed);
  return store.createRun({ loop: 'practise', seed, config: Json.parse(Asked.parse(asked)) });
}

function takeUp(store: Store, run: Run, shell: Shell): RunJournal {
  if (run.loop !== 'practise') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of practise`);
  shell.note(run.status === 'done' ? `run ${run.id} is done; its result:` : `run ${run.id} taken up again`);
  return store.resumeRun(run.id);
}

function practiceOf(task: string, seed: number): ReturnType<typeof createBitPractice> {
  const [name = '', setting = '1', ...rest] = task.split('/');
  if (rest.length > 0) throw new Fault('cli/usage', `expected NAME/LEVEL, got ${task}`);
  const template = findNamedTemplate(name);
  return createBitPractice(template, parseSetting(template, setting), seed);
}

async function practiseWith(journal: RunJournal, seed: number, asked: Asked, shell: Shell): Promise<PractiseSummary> {
  const config: PractiseConfig = {
    seed,
    ...profiles[asked.profile],
    alpha: asked.alpha,
    exploration: asked.exploration,
    learningRate: 0.5,
    discount: 0.95,
  };
  const unhear = endOnSignals(shell, `npx pawl practise --resume ${journal.run}${workspaceFlag(shell)}`);
  const display = shell.progress('practise');
  try {
    return await practise(practiceOf(asked.task, seed), config, journal, display.update);
  } finally {
    unhear();
    display.end();
  }
}

function report(
  result: PractiseSummary & { readonly run: string; readonly hash: string },
  asked: Asked,
  shell: Shell,
): void {
  if (shell.json) {
    shell.print(JSON.stringify(result));
    return;
  }
  const percent = (score: number): string => `${(100 * score).toFixed(1)} %`;
  shell.print(`${result.run}: a table learner on ${asked.task}, ${result.episodes} episodes`);
  shell.print(
    `  score on fresh tasks  ${percent(result.scoreBefore)} → ${percent(result.scoreAfter)}   (0 % is chance, 100 % the optimum)`,
  );
  shell.print(
    `  changes               ${result.accepted} accepted, ${result.rejected} rejected, ${result.undecided} undecided`,
  );
  shell.print(`  hash                  ${result.hash}`);
  shell.print('');
  const where = workspaceFlag(shell);
  shell.print(`Look at it:          npx pawl runs show ${result.run}${where}`);
  shell.print(`Check it again:      npx pawl audit ${result.run}${where}`);
}
