import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { Json, type Run, type SkillFiles } from '#contracts';
import { Fault, hashOf } from '#kernel';
import { train, type TrainSettings, type TrainSummary } from '#loops';
import { openStore, type RunJournal, type Store } from '#store';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findRun, hasRuns, workspaceFlag } from '../runs/open-runs.ts';
import { maskOf } from '../secrets.ts';
import { buildRoles, type Roles } from '../skill/build-world.ts';
import { dryRun, powerOf } from '../skill/dry-run.ts';
import { exportSkillopt } from '../skill/export-skillopt.ts';
import { importSkillopt, requireAdapter, requireTrainSize } from '../skill/import-skillopt.ts';
import { type Interrupts, listenForInterrupts } from '../skill/interrupts.ts';
import { readSkill } from '../skill/read-skill.ts';
import { systemTimer } from '../skill/system-timer.ts';
import { tellRetries } from '../skill/tell-retries.ts';
import { configuredTraining, settingsOf, TrainConfig, writtenTraining } from '../skill/train-config.ts';
import { reportTraining, type Trained } from '../skill/train-report.ts';
import { watchTraining } from '../skill/watch-training.ts';
import { withModel } from '../skill/with-model.ts';
import { writeBest } from '../skill/write-skill.ts';

/** What a run needs to be taken up again, beside the config file. */
const Asked = z.strictObject({
  skill: z.record(z.string(), z.string()),
  settings: z.string(),
  world: z.string(),
  model: z.string().nullable(),
  /** Where the skill came from, seen from the workspace. */
  from: z.string().optional(),
});

export const trainCommand = defineCommand({
  name: 'train',
  summary: 'Train a skill on scored tasks; a change stays only when the gate accepts it, with a certificate.',
  flags: z.object({
    seed: z.coerce.number().int().min(0).optional().describe('names every random stream of the run; 1 unless told'),
    model: z.string().optional().describe('provider:model for target and optimizer, or simulated:WORLD'),
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
    dryRun: z.boolean().default(false).describe('say what a run may cost, and spend nothing'),
    fromSkillopt: z.string().optional().describe('read the settings from a YAML file of SkillOpt'),
    exportSkillopt: z.string().optional().describe("write the run's artefacts in SkillOpt's layout to this folder"),
  }),
  settings: TrainConfig,
  conflicts: { resume: ['seed', 'dryRun'] },
  examples: [
    'pawl train --config my-skill/pawl.config.ts',
    'pawl train --model openai:gpt-5-mini --seed 2 --json',
    'pawl train --resume latest',
  ],

  async run(_args, flags, shell) {
    if (flags.resume !== undefined && !hasRuns(shell)) {
      throw new Fault('store/no-runs', `there is no run in ${shell.workspace}`);
    }
    const folder = shell.config?.folder ?? shell.folder;
    const imported =
      flags.fromSkillopt === undefined
        ? undefined
        : importSkillopt(resolve(shell.folder, flags.fromSkillopt), shell.env);
    for (const note of imported?.notes ?? []) shell.note(note);
    const configured =
      imported === undefined ? configuredTraining(shell) : { ...imported.config, ...writtenTraining(shell) };
    if (imported !== undefined) requireAdapter(imported, configured.tasks);
    const env = { ...shell.env, ...imported?.secrets };
    const store = openStore(shell.workspace, { mask: maskOf(env) });
    try {
      const found = flags.resume === undefined ? undefined : findRun(store, flags.resume, 'train');
      const seed = found?.seed ?? flags.seed ?? imported?.seed ?? 1;
      const before = found === undefined ? undefined : Asked.parse(found.config);
      const model = flags.model ?? before?.model ?? undefined;
      const config = withModel(configured, model);
      const settings = settingsOf(config, seed);
      const path = resolve(folder, config.skill ?? 'SKILL.md');
      const skill = before?.skill ?? readSkill(path);
      const roles = buildRoles(config, { folder, seed, env, asksNobody: flags.dryRun, skill });
      if (imported !== undefined) requireTrainSize(imported, roles.world);
      if (flags.dryRun) {
        dryRun(skill, settings, roles.world, shell);
        return ExitCode.ok;
      }
      const asked = { ...askedOf(skill, settings, roles, model), from: relative(shell.workspace, path) };
      const journal = found === undefined ? start(store, seed, asked) : takeUp(store, found, asked, shell);
      if (found === undefined) shell.note(`run ${journal.run}: ${powerOf(settings, roles.world)}`);
      const resume = resumeLine(journal.run, flags.fromSkillopt, shell);
      const trained = await takingInterrupts(resume, shell, (interrupts) =>
        trainWith({ journal, skill, settings, roles, interrupts }, shell),
      );
      if (trained === undefined) return INTERRUPTED;
      const artefacts = flags.exportSkillopt ?? imported?.artefacts;
      if (artefacts !== undefined) exportSkillopt(store, journal.run, artefacts, shell);
      reportTraining(trained, shell);
      return ExitCode.ok;
    } finally {
      store.close();
    }
  },
});

function askedOf(
  skill: SkillFiles,
  settings: TrainSettings,
  { world, optimizer, agent }: Roles,
  model: string | undefined,
): z.infer<typeof Asked> {
  const { rollouts: _how, ...what } = settings;
  const { fingerprint, name } = world;
  return {
    skill: { ...skill },
    settings: hashOf(JSON.parse(JSON.stringify(what))),
    world: hashOf({
      name,
      fingerprint,
      optimizer: optimizer.id,
      ...(agent === undefined ? {} : { agent: agent.harness.id }),
    }),
    model: model ?? null,
  };
}

function start(store: Store, seed: number, asked: z.infer<typeof Asked>): RunJournal {
  return store.createRun({ loop: 'train', seed, config: Json.parse(asked) });
}

/** A run goes on only as the run it was: other settings, tasks or models would be another run under the same name. */
function takeUp(store: Store, run: Run, asked: z.infer<typeof Asked>, shell: Shell): RunJournal {
  if (run.loop !== 'train') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of train`);
  const before = Asked.parse(run.config);
  if (before.settings !== asked.settings || before.world !== asked.world) {
    const what = before.settings === asked.settings ? 'tasks, models or scorer' : 'settings';
    throw new Fault('cli/usage', `the ${what} are not those that ${run.id} was started with`, {
      hint: 'Resume with the config file it was started with, or start a new run.',
    });
  }
  shell.note(run.status === 'done' ? `run ${run.id} is done; its result:` : `run ${run.id} taken up again`);
  return store.resumeRun(run.id);
}

interface Prepared {
  readonly journal: RunJournal;
  readonly skill: SkillFiles;
  readonly settings: TrainSettings;
  readonly roles: Roles;
  readonly interrupts: Interrupts;
}

/** How a shell counts a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/** How to go on with a run that did not end. */
function resumeLine(run: string, skillopt: string | undefined, shell: Shell): string {
  const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path));
  const config = shell.config === undefined ? '' : ` --config ${quoted(relative(shell.folder, shell.config.path))}`;
  const from = skillopt === undefined ? '' : ` --from-skillopt ${quoted(skillopt)}`;
  return `Go on with it: npx pawl train --resume ${run}${config}${from}${workspaceFlag(shell)}`;
}

/** Does the work and hears signals meanwhile. Whatever ends it early, the reader is told how to go on; nothing where it was stopped as asked. */
async function takingInterrupts<T>(
  resume: string,
  shell: Shell,
  work: (interrupts: Interrupts) => Promise<T>,
): Promise<T | undefined> {
  const interrupts = listenForInterrupts(shell, resume);
  try {
    return await work(interrupts);
  } catch (error) {
    shell.note(interrupts.isAsked() ? `Stopped. ${resume}` : resume);
    if (interrupts.isAsked() && error instanceof Fault && error.code === 'cli/interrupted') return undefined;
    throw error;
  } finally {
    interrupts.end();
  }
}

async function trainWith({ journal, skill, settings, roles, interrupts }: Prepared, shell: Shell): Promise<Trained> {
  const display = watchTraining(settings, shell);
  const began = performance.now();
  let summary: TrainSummary;
  try {
    summary = await train(skill, settings, {
      ...roles,
      ...interrupts.over(journal, systemTimer),
      watch: display.watch,
      tell: tellRetries(shell),
    });
  } finally {
    display.end();
  }
  const seconds = (performance.now() - began) / 1000;
  const hash = journal.finish(
    Json.parse({
      accepted: summary.accepted,
      rejected: summary.rejected,
      undecided: summary.undecided,
      rollouts: summary.rollouts,
      scoreBefore: summary.score.before?.score ?? null,
      scoreAfter: summary.score.after?.score ?? null,
      skill: summary.best.hash,
    }),
  );
  const best = writeBest(summary.best.skill, journal.run, shell);
  return { run: journal.run, hash, repeated: journal.repeatedCalls(), skill, best, summary, seconds };
}
