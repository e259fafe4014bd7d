import { resolve } from 'node:path';
import type { ModelClient, SkillWorld } from '#contracts';
import { createBubblewrap, createQuickJsSandbox } from '#dispatch';
import { Fault } from '#kernel';
import { createHarnessWorld, createModelWorld, createTeachWorld } from '#loops';
import {
  createHarness,
  createModel,
  createSimulatedOptimizer,
  createSimulatedWorld,
  findSimulatedWorld,
  ModelSettings,
} from '#models';
import { createScorer } from '#score';
import { isEnvironment } from './define-environment.ts';
import { loadTasks, type TaskSplits } from './load-tasks.ts';
import type { TrainConfig } from './train-config.ts';

/** The world and the optimizer of a run. */
export interface Roles {
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
}

export interface BuildOptions {
  readonly folder: string;
  /** `--model`: in place of both models of the file. */
  readonly model: string | undefined;
  readonly seed: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const simulated = /^simulated(?::([a-z]+))?(?:@(\d+))?$/;

/** Builds target, tasks, scorer and optimizer from the config file. */
export function buildRoles(config: TrainConfig, options: BuildOptions): Roles {
  const { tasks } = config;
  const target = options.model ?? config.target ?? 'simulated';
  const optimizer = options.model ?? config.optimizer ?? target;
  const named = typeof target === 'string' ? simulated.exec(target) : null;
  if (named !== null) return simulatedRoles(config, options, named);
  const client = (model: string | ModelSettings): ModelClient =>
    createModel(typeof model === 'string' ? { model } : model, options.env);
  const writer = client(optimizer);
  if (isEnvironment(tasks)) return { world: tasks, optimizer: writer };
  const teach = typeof tasks === 'string' ? /^teach:(.+?)(?:@(\d+))?$/.exec(tasks) : null;
  if (teach !== null) return { world: teachWorld(config, options, teach, client(target)), optimizer: writer };
  const splits = splitsOf(config, options);
  const scorer = createScorer(config.scorer ?? { kind: 'normalised', part: 'tagged' }, {
    sandbox: createBubblewrap(),
    codeSandbox: createQuickJsSandbox(),
    ...(config.judge === undefined ? {} : { judge: client(config.judge) }),
  });
  if (config.agent !== undefined) {
    const { tokens, dollars } = config.agentCeiling ?? { tokens: 200_000 };
    const ceiling = { calls: 1, promptTokens: tokens, completionTokens: 0, ...(dollars === undefined ? {} : { dollars }) };
    const harness = createHarness(config.agent, options.env);
    return { world: createHarnessWorld({ name: config.agent.agent, harness, scorer, tasks: splits, ceiling }), optimizer: writer };
  }
  const { temperature, maxTokens = 4096 } = config;
  const world = createModelWorld({
    name: typeof tasks === 'string' ? tasks : 'tasks',
    client: client(target),
    scorer,
    tasks: splits,
    maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
  });
  return { world, optimizer: writer };
}

function teachWorld(config: TrainConfig, { seed }: BuildOptions, teach: RegExpExecArray, client: ModelClient): SkillWorld {
  const sizes = config.sizes ?? { train: 80, validation: 40, test: 100 };
  const [, template = '', level = '1'] = teach;
  const { maxTokens = 4096 } = config;
  return createTeachWorld({ template, level: Number(level), seed, sizes, client, maxTokens, maxTurns: 50 });
}

function splitsOf({ tasks, split, splitSeed, limit }: TrainConfig, { folder }: BuildOptions): TaskSplits {
  if (typeof tasks !== 'string') throw new Fault('cli/bad-tasks', 'the config names no tasks: a file, a folder, teach:NAME@LEVEL or defineEnvironment');
  return loadTasks(resolve(folder, tasks), { ratio: split ?? [4, 2, 4], seed: splitSeed ?? 42, limit: limit ?? 0 });
}

/** The simulated world knows its own tasks; a task file must hold tasks of that kind, as `pawl init skill` writes them. */
function simulatedRoles(config: TrainConfig, options: BuildOptions, [, name = 'easy', draw]: RegExpExecArray): Roles {
  if (isEnvironment(config.tasks)) {
    return { world: config.tasks, optimizer: createSimulatedOptimizer(findSimulatedWorld(name), options.seed) };
  }
  const data = findSimulatedWorld(name);
  const world = createSimulatedWorld(data, Number(draw ?? 1));
  const optimizer = createSimulatedOptimizer(data, options.seed);
  if (config.tasks === undefined) return { world, optimizer };
  const splits = splitsOf(config, options);
  const known = new Set(world.tasks('train')[0] === undefined ? [] : ['Tags:']);
  for (const { id, text } of [...splits.train, ...splits.validation, ...splits.test]) {
    if ([...known].every((start) => !text.startsWith(start))) {
      throw new Fault('cli/not-simulated', `the simulated model cannot work on task ${id}`, { details: { id } });
    }
  }
  return {
    world: {
      name: world.name,
      isSimulated: true,
      fingerprint: world.fingerprint,
      tasks: (split) => splits[split],
      rollout: (request, signal) => world.rollout(request, signal),
    },
    optimizer,
  };
}
