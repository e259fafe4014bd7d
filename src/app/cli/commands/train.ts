import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { openTraining, requestedBy, type Training } from '#app/api';
import type { Dispatcher } from '#foundation/contracts/ports';
import type { SkillFiles } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import type { TrainSettings } from '#learners/skill/train';
import { openStore, showPlace, type Store } from '#world/store';
import { recordedSkill } from './adopt.ts';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { queuedModel } from '../jobs/ask-kind.ts';
import { openQueue, queueFlags, requireQueue } from '../jobs/open-dispatcher.ts';
import { queuedWorld } from '../jobs/rollout-kind.ts';
import { findRun, hasRuns, workspaceFlag } from '../runs/open-runs.ts';
import { trainModels } from '../skill/named-models.ts';
import { type BuildOptions, buildRoles, type Roles } from '../skill/build-world.ts';
import { runSettings } from '../skill/batched.ts';
import { dryRun, powerOf } from '../skill/dry-run.ts';
import { exportSkillopt } from '../skill/skillopt/export-skillopt.ts';
import {
  type ImportedSkillopt,
  importSkillopt,
  requireAdapter,
  requireTrainSize,
} from '../skill/skillopt/import-skillopt.ts';
import { fileOf, readPlace } from '../skill/read-skill.ts';
import { INTERRUPTED, type Interrupts, takingInterrupts } from '../skill/interrupts.ts';
import { tellRetries } from '../skill/tell-retries.ts';
import { configuredTraining, TrainConfig, writtenTraining } from '../skill/train-config.ts';
import { reportTraining, type Trained } from '../skill/train-report.ts';
import { readSet, setFlag } from '../set-flag.ts';
import { reportOf } from '../runs/run-report.ts';
import { watchTraining } from '../skill/watch-training.ts';
import { withModel } from '../skill/with-model.ts';
import { writeBest } from '../skill/write-skill.ts';

export const trainCommand = defineCommand({
  name: 'train',
  flags: z.object({
    seed: z.coerce.number().int().min(0).optional().describe('names every random stream of the run; 1 unless told'),
    model: z.string().optional().describe('provider:model for target and optimizer, or simulated:WORLD'),
    resume: z.string().optional().describe('run to take up again: an id, the beginning of one, or latest'),
    continue: z
      .string()
      .optional()
      .describe('a finished run whose undecided draft this one begins with: an id, the beginning of one, or latest'),
    batch: z
      .boolean()
      .default(false)
      .describe('ask through the batch endpoints of OpenAI and Anthropic: half the price, answers within a day'),
    stopAt: z.coerce
      .number()
      .gt(0)
      .max(1)
      .optional()
      .describe('end, with the trial of what there is, at the first step whose training score reaches this'),
    dryRun: z.boolean().default(false).describe('say what a run may cost, and spend nothing'),
    fromSkillopt: z.string().optional().describe('read the settings from a YAML file of SkillOpt'),
    exportSkillopt: z.string().optional().describe("write the run's artefacts in SkillOpt's layout to this folder"),
    set: setFlag,
    ...queueFlags,
  }),
  settings: TrainConfig,
  conflicts: { resume: ['seed', 'dryRun', 'continue'], batch: ['queue'] },
  examples: [
    'pawl train --config my-skill/pawl.config.ts',
    'pawl train --model openai:gpt-5-mini --seed 2 --json',
    'pawl train --model openai:gpt-5-mini --batch    # half the price, answers within a day',
    'pawl train --set epochs=4 --set batchSize=20',
    'pawl train --stop-at 0.95',
    'pawl train --resume latest',
    'pawl train --continue latest    # with more validation tasks',
    'pawl train --queue redis://10.0.0.5:6379 --queue-per-second openai=20',
  ],

  async run(_args, given, shell) {
    const flags = given.fromSkillopt === undefined ? given : withoutFound(given, shell);
    if (flags.resume !== undefined && !hasRuns(shell)) {
      throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    }
    const folder = shell.config?.folder ?? shell.folder;
    const { imported, configured } = readSettings(flags.fromSkillopt, shell);
    const env = { ...shell.env, ...imported?.secrets };
    const store = openStore(shell.store, { mask: shell.mask });
    const queue = flags.dryRun ? undefined : await openQueue(flags, shell.env, store);
    try {
      if (queue !== undefined) await requireQueue(flags, shell);
      const found = flags.resume === undefined ? undefined : findRun(store, flags.resume, 'train');
      const seed = found?.seed ?? flags.seed ?? imported?.seed ?? 1;
      const before = found === undefined ? undefined : requestedBy(found.config);
      const model = flags.model ?? before?.model;
      const { config, settings } = runSettings(
        withModel({ ...configured, ...stopOf(flags), ...readSet(flags.set, TrainConfig) }, model),
        seed,
        flags.batch,
      );
      const path = resolve(folder, fileOf(config.skill));
      const skill = before?.skill ?? readPlace(path, config.skill);
      if (before === undefined && !existsSync(path))
        shell.note(`${fileOf(config.skill)} is not there: training begins with an empty text`);
      const how = { asksNobody: flags.dryRun, isBatched: flags.batch, note: (line: string) => shell.note(line) };
      const roles = rolesOf(config, { folder, seed, env, skill, ...how }, queue);
      if (imported !== undefined) requireTrainSize(imported, roles.world);
      for (const note of (await roles.rehearse?.()) ?? []) shell.note(note);
      if (flags.dryRun) {
        if (namesNobody(config))
          shell.note('no target is named: the figures are for a model without a price; name one with --model');
        dryRun(skill, settings, roles, shell);
        return ExitCode.ok;
      }
      const draft = flags.continue === undefined ? before?.draft : draftOf(store, flags.continue, skill);
      const from = relative(shell.workspace, path);
      const resume = found === undefined ? {} : { resume: found.id };
      const begun = { ...(model === undefined ? {} : { model }), ...(draft === undefined ? {} : { draft }) };
      const training = openTraining(
        { skill, settings, ...roles, ...resume, from, models: trainModels(config), ...begun },
        store,
      );
      if (found === undefined) shell.note(`run ${training.run}: ${powerOf(settings, roles.world)}`);
      else shell.note(training.isDone ? `run ${found.id} is done; its result:` : `run ${found.id} taken up again`);
      const line = resumeLine(training.run, flags, shell);
      const trained = await takingInterrupts(line, shell, (interrupts) =>
        trainWith(training, { skill, settings, interrupts }, shell),
      );
      if (trained === undefined) return INTERRUPTED;
      const artefacts = flags.exportSkillopt ?? imported?.artefacts;
      if (artefacts !== undefined) exportSkillopt(store, training.run, artefacts, shell);
      reportTraining({ ...trained, sentence: reportOf(store, findRun(store, training.run)).sentence }, shell);
      return ExitCode.ok;
    } finally {
      await queue?.close();
      store.close();
    }
  },
});

/** Whether own tasks have nobody who works on them. */
function namesNobody({ tasks, agent, target, optimizer }: TrainConfig): boolean {
  return typeof tasks === 'string' && !tasks.startsWith('teach:') && (agent ?? target ?? optimizer) === undefined;
}

/** The roles of a run; with a queue, rollouts and calls of models are done by its workers. */
function rolesOf(config: TrainConfig, options: BuildOptions, queue: Dispatcher | undefined): Roles {
  if (queue === undefined) return buildRoles(config, options);
  if ((config.record ?? config.replay) !== undefined) {
    throw new Fault('cli/usage', 'record and replay are for a run on one machine, not for --queue');
  }
  const roles = buildRoles(config, { ...options, askElsewhere: (id, settings) => queuedModel(id, settings, queue) });
  return { ...roles, world: queuedWorld(roles.world, { config, seed: options.seed }, queue) };
}

/** Without what a config file that was merely found says of flags. */
function withoutFound<Flags extends object>(flags: Flags, { config }: Shell): Flags {
  const found = config?.isNamed === false ? (config.sections['train'] ?? {}) : {};
  const kept = Object.entries(flags).filter(([name, value]) => name === 'fromSkillopt' || found[name] !== value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same flags, less optional ones
  return Object.fromEntries(kept) as Flags;
}

interface ReadSettings {
  readonly imported: ImportedSkillopt | undefined;
  readonly configured: TrainConfig;
}

/**
 * The settings of a run: the config file's, or SkillOpt's. A config file that merely lies in the folder is left out beside a file of
 * SkillOpt, and one that was named goes before it; both are told.
 */
function readSettings(skillopt: string | undefined, shell: Shell): ReadSettings {
  if (skillopt === undefined) return { imported: undefined, configured: configuredTraining(shell) };
  const imported = importSkillopt(resolve(shell.folder, skillopt), shell.env);
  shell.hide(Object.values(imported.secrets));
  for (const note of imported.notes) shell.note(note);
  const written = shell.config?.isNamed === true ? writtenTraining(shell) : {};
  if (shell.config?.isNamed === false && Object.keys(writtenTraining(shell)).length > 0)
    shell.note(
      `${shell.config.path} is left out: the settings are those of ${skillopt}; name it with --config to use both`,
    );
  const both = Object.keys(written).filter((key) => key in imported.config);
  if (both.length > 0) shell.note(`${shell.config?.path} goes before ${skillopt} for ${both.join(', ')}`);
  const configured = { ...imported.config, ...written };
  requireAdapter(imported, configured.tasks);
  return { imported, configured };
}

/** What an earlier run left undecided, on top of the skill that it began with. */
function draftOf(store: Store, asked: string, skill: SkillFiles): SkillFiles {
  const run = findRun(store, asked, 'train');
  const { best } = recordedSkill(store, run, true);
  const began = requestedBy(run.config).skill;
  if (Object.entries(began).some(([name, text]) => skill[name] !== text)) {
    throw new Fault('cli/usage', `the skill is not the one that ${run.id} began with, so its draft does not fit`, {
      hint: 'Begin anew, or take the draft over with pawl adopt --undecided and train from there.',
    });
  }
  return best;
}

interface Prepared {
  readonly skill: SkillFiles;
  readonly settings: TrainSettings;
  readonly interrupts: Interrupts;
}

/** How to go on with a run that did not end. */
interface Asked {
  readonly fromSkillopt?: string | undefined;
  readonly batch: boolean;
  readonly stopAt?: number | undefined;
  readonly set: readonly string[];
}

function stopOf({ stopAt }: Pick<Asked, 'stopAt'>): Pick<TrainConfig, 'stopAt'> {
  return stopAt === undefined ? {} : { stopAt };
}

function resumeLine(run: string, { fromSkillopt: skillopt, batch, stopAt, set }: Asked, shell: Shell): string {
  const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path));
  const config = shell.config === undefined ? '' : ` --config ${quoted(relative(shell.folder, shell.config.path))}`;
  const from = skillopt === undefined ? '' : ` --from-skillopt ${quoted(skillopt)}`;
  const turned = set.map((one) => ` --set ${quoted(one)}`).join('');
  const stop = stopAt === undefined ? '' : ` --stop-at ${stopAt}`;
  return `Go on with it: npx pawl train --resume ${run}${config}${from}${stop}${turned}${batch ? ' --batch' : ''}${workspaceFlag(shell)}`;
}

async function trainWith(
  training: Training,
  { skill, settings, interrupts }: Prepared,
  shell: Shell,
): Promise<Trained> {
  const display = watchTraining(settings, shell);
  const began = performance.now();
  try {
    const summary = await training.train({
      watch: display.watch,
      tell: tellRetries(shell),
      over: (journal, timer) => interrupts.over(journal, timer),
    });
    const seconds = (performance.now() - began) / 1000;
    const { run, hash, repeated } = summary;
    return { run, hash, repeated, skill, best: writeBest(summary.best.skill, run, shell), summary, seconds };
  } finally {
    display.end();
  }
}
