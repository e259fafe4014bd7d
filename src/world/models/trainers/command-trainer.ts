import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, Trainer, TrainingBatch, TrainingMethod } from '#foundation/contracts/self-play';
import { Fault, hashOf } from '#foundation/kernel';
import { runCommand } from '../harness/run-command.ts';
import { findAdapter, manifestFault, readManifest } from './adapter-files.ts';
import type { LoraServer } from './lora-server.ts';
import { type RewardServerSettings, startRewardServer } from './reward-server.ts';
import { trainingKnobs, type TrainingKnobs, trlConfig, trlRecipe } from './trl-config.ts';

export interface CommandTrainerSettings {
  /**
   * Words of the command; {trainer} (dpo, sft), {config}, {data}, {output}, {base} and {from} (the adapter to go on from, or nothing) are filled
   * in. It runs here, or hands the folder to another machine and comes back: what counts is the manifest.
   */
  readonly command: readonly string[];
  /** The model that adapters are trained on, by the trainer's and the server's name. */
  readonly base: string;
  /** Every job gets a folder in here. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** How often to look for the manifest. */
  readonly pollMs?: number;
  readonly knobs?: Partial<TrainingKnobs>;
  /** Serves our judge as a reward while the command runs; {reward} in its words is the address. The command then trains by policy gradient. */
  readonly reward?: Pick<RewardServerSettings, 'judge' | 'passes' | 'questionOf'>;
}

/** Methods that TRL's command line runs on files alone. */
const methods: readonly TrainingMethod[] = ['dpo', 'ranking', 'sft', 'preferred'];
/** Methods of a trainer that asks for rewards. */
const rewardMethods: readonly TrainingMethod[] = ['grpo', 'reinforce'];

/**
 * Training as a command of the user's: writes the pairs and a TRL configuration, runs the command, waits for `done.json` (or the
 * adapter that plain TRL leaves), checks that every file is whole, and loads the adapter into the server under a new name.
 *
 * A job's folder is named by the hash of its content: a resumed run that finds it done does not train again.
 */
export function createCommandTrainer(settings: CommandTrainerSettings, server: LoraServer): Trainer {
  const knobs = { ...trainingKnobs, ...settings.knobs };
  const id = `command ${settings.command.join(' ')} on ${settings.base}`;
  const loaded = new Set<string>();
  return {
    id,
    methods: settings.reward === undefined ? methods : rewardMethods,
    start: () => Promise.resolve({ id: settings.base, backend: 'command', where: '' }),
    async train(from, batch, method, signal) {
      const job = await prepare(settings, knobs, { from, batch, method });
      const done = await checkpointIn(job.folder).catch(() => undefined);
      if (done === undefined) {
        await clearOutput(job.folder);
        await runRewarded(settings, job, signal);
      }
      const where = done ?? (await awaitCheckpoint(settings, job.folder));
      return { id: job.name, backend: 'command', where };
    },
    async serve(checkpoint) {
      if (checkpoint.where === '') return server.use(checkpoint.id);
      const sampler = await server.load(checkpoint.id, checkpoint.where);
      loaded.add(checkpoint.id);
      return sampler;
    },
    async retire(checkpoint) {
      if (loaded.delete(checkpoint.id)) await server.unload(checkpoint.id);
    },
  };
}

interface Job {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
}

interface Asked {
  readonly from: Checkpoint;
  readonly batch: TrainingBatch;
  readonly method: TrainingMethod;
}

/** Writes a job's folder under another name and renames it: it is there as a whole or not at all. */
async function prepare(
  settings: CommandTrainerSettings,
  knobs: TrainingKnobs,
  { from, batch, method }: Asked,
): Promise<Job> {
  const recipe = trlRecipe(method);
  const isRewarded = settings.reward !== undefined;
  if (rewardMethods.includes(method) !== isRewarded)
    throw new Fault('models/training-failed', `a command cannot train by ${method}`);
  const { role, iteration, pairs } = batch;
  const content = hashOf({ from: from.id, base: settings.base, pairs: [...pairs], method, knobs: { ...knobs } }).slice(
    0,
    10,
  );
  const name = `${role}-it${String(iteration).padStart(4, '0')}-${content}`;
  const folder = join(settings.folder, name);
  const output = join(folder, 'output');
  const [[dataName, dataText] = ['', '']] = Object.entries(recipe.format.write(pairs));
  const data = join(folder, dataName);
  const config = join(folder, 'train.yaml');
  const flipRate = pairs.length === 0 ? 0 : pairs.reduce((sum, pair) => sum + pair.flipRate, 0) / pairs.length;
  const filled: Readonly<Record<string, string>> = {
    trainer: recipe.trainer,
    config,
    data,
    output,
    base: settings.base,
    from: from.where,
  };
  const command = settings.command.map((word) =>
    word.replaceAll(/\{(\w+)\}/gu, (all, key: string) => filled[key] ?? all),
  );
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(join(making, 'output'), { recursive: true });
  await writeFile(join(making, dataName), dataText);
  await writeFile(
    join(making, 'train.yaml'),
    trlConfig({ method, base: settings.base, data, output }, knobs, flipRate),
  );
  await writeFile(
    join(making, 'job.json'),
    `${JSON.stringify({ v: 1, name, method, base: settings.base, from, command }, null, 2)}\n`,
  );
  // A folder of this name holds the same job, begun before.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }));
  return { name, folder, command };
}

/** What an earlier try left half written would be taken for the checkpoint of the next. */
async function clearOutput(folder: string): Promise<void> {
  await rm(join(folder, 'done.json'), { force: true });
  await rm(join(folder, 'output'), { recursive: true, force: true });
  await mkdir(join(folder, 'output'), { recursive: true });
}

/** Runs the command, with the reward served for as long as it runs. */
async function runRewarded(settings: CommandTrainerSettings, job: Job, signal?: AbortSignal): Promise<void> {
  if (settings.reward === undefined) return runJob(settings, job, signal);
  const server = await startRewardServer(settings.reward);
  try {
    const command = job.command.map((word) => word.replaceAll('{reward}', server.address));
    await runJob(settings, { ...job, command }, signal);
  } finally {
    await server.close();
  }
}

async function runJob(settings: CommandTrainerSettings, job: Job, signal?: AbortSignal): Promise<void> {
  const { timeoutMs = 24 * 3_600_000, environment } = settings;
  const result = await runCommand(
    { command: job.command, folder: job.folder, environment, milliseconds: timeoutMs },
    signal,
  ).catch((cause: unknown) => {
    throw new Fault('models/training-failed', `${job.command[0]} could not be started`, { cause });
  });
  if (result.exitCode === 0) return;
  const why = result.isTimedOut ? 'took too long' : `ended with ${result.exitCode}`;
  throw new Fault('models/training-failed', `the training command ${why}`, {
    details: {
      job: job.name,
      folder: job.folder,
      stderr: result.stderr.slice(-2000),
      stdout: result.stdout.slice(-500),
    },
  });
}

/** Where the whole checkpoint of a job is; undefined while there is none. */
async function checkpointIn(folder: string): Promise<string | undefined> {
  const manifest = await readManifest(folder).then((found) => found ?? readManifest(join(folder, 'output')));
  if (manifest === undefined) return findAdapter(join(folder, 'output'));
  const at = (await readManifest(folder)) === undefined ? join(folder, 'output') : folder;
  const fault = await manifestFault(at, manifest);
  if (fault !== undefined) throw new Fault('models/training-failed', `the checkpoint is not whole: ${fault}`);
  return join(at, manifest.checkpoint);
}

async function awaitCheckpoint(settings: CommandTrainerSettings, folder: string): Promise<string> {
  const { timeoutMs = 24 * 3_600_000, pollMs = 5000 } = settings;
  for (let waited = 0; ; waited += pollMs) {
    const found = await checkpointIn(folder);
    if (found !== undefined) return found;
    if (waited >= timeoutMs) break;
    await new Promise<void>((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Fault('models/training-failed', `there is no done.json and no adapter in ${folder}`);
}
