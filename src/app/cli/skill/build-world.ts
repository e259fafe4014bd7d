import { resolve } from 'node:path';
import { isEnvironment, loadTasks, type TaskSplits } from '#app/api';
import type { ModelClient, Usage } from '#foundation/contracts/ports';
import type { SkillFiles, SkillTask, SkillWorld, Split } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import { boundModel } from '#ratchet/budget';
import type { JudgingPorts } from '#learners/skill/judging';
import type { ProposingAgent } from '#ratchet/rollout';
import { createAnswerWorld, createHarnessWorld, createTeachWorld } from '#learners/skill/worlds';
import { createHarness } from '#world/models/harness';
import type { ModelSettings } from '#world/models/providers';
import { createSimulatedOptimizer, createSimulatedWorld, findSimulatedWorld } from '#world/models/simulated';
import { scorerFor } from './scorer-for.ts';
import { modelOpener, type OpenOptions } from './open-model.ts';
import { addCeilings, callCeiling, callsCeiling, priceOf, usualCalls, usualJudgement } from './rollout-ceiling.ts';
import type { TrainConfig } from './train-config.ts';

/** The world and the optimizer of a run. */
export interface Roles {
  readonly world: SkillWorld;
  readonly optimizer: ModelClient;
  /** The coding agent that proposes changes. */
  readonly agent?: ProposingAgent;
  /** Tries the scorer on the tasks, which costs nothing; tells what looks odd, throws for what cannot work. */
  readonly rehearse?: () => Promise<readonly string[]>;
  /** The judge behind the scores. */
  readonly judging?: JudgingPorts;
}

export interface BuildOptions extends OpenOptions {
  readonly seed: number;
  /** The skill that will be tried, for a first guess at what a rollout uses. */
  readonly skill?: SkillFiles;
  /** To roll out tasks that others bring: none are read, and nobody writes edits. */
  readonly onlyWorld?: boolean;
}

const simulated = /^simulated(?::([^@]+))?(?:@(\d+))?$/;

/** Builds target, tasks, scorer, optimizer and the agent beside it from the config file. */
export function buildRoles(config: TrainConfig, options: BuildOptions): Roles {
  const roles = buildModels(config, options);
  const { proposerAgent: settings } = config;
  if (settings === undefined) return roles;
  const ceiling = agentCeiling(config);
  return { ...roles, agent: { harness: createHarness(settings, options.env, ceiling.promptTokens), ceiling } };
}

/** What one run of a coding agent may use at most. */
function agentCeiling({ agentCeiling: { tokens, dollars } = { tokens: 200_000 } }: TrainConfig): Usage {
  const usage = { calls: 1, promptTokens: tokens, completionTokens: 0 };
  return dollars === undefined ? usage : { ...usage, dollars };
}

/** A run that would cost nothing because nobody named a model is not what was asked for; an estimate needs none. */
function requireModel({ tasks, agent, target, optimizer }: TrainConfig, { asksNobody }: BuildOptions): void {
  if (asksNobody === true || isEnvironment(tasks) || (target ?? optimizer ?? agent) !== undefined) return;
  throw new Fault('cli/no-model', 'no model is named, and a simulation is not taken in its place');
}

/** What stands for a target that nobody named: of the estimate for own tasks a model without a price, which is never asked. */
function unnamedTarget({ tasks, agent, optimizer }: TrainConfig, { asksNobody }: BuildOptions): string {
  const isEstimate = asksNobody === true && typeof tasks === 'string' && (agent ?? optimizer) === undefined;
  return isEstimate ? 'openai:unnamed' : 'simulated';
}

function buildModels(config: TrainConfig, options: BuildOptions): Roles {
  requireModel(config, options);
  const { tasks, agent, target = unnamedTarget(config, options), optimizer = target } = config;
  const isSimulatedWriter = typeof optimizer === 'string' && simulated.test(optimizer);
  const client = modelOpener(config, options);
  const write = options.onlyWorld === true ? modelOpener(config, { ...options, asksNobody: true }) : client;
  /** A model of the world: where a limit counts on it, no call can use more than its ceiling. */
  const bounded = (model: string | ModelSettings, role: string): ModelClient =>
    isCounted(config) ? boundModel(client(model, role), callCeiling(config)) : client(model, role);
  if (isEnvironment(tasks) && !isSimulatedWriter) return { world: tasks, optimizer: write(optimizer, 'optimizer') };
  const named = simulated.exec(typeof target === 'string' ? target : '');
  if (named !== null && agent === undefined) return simulatedRoles(config, options, named);
  if (agent !== undefined && isSimulatedWriter) {
    throw new Fault(
      'cli/no-optimizer',
      `${agent.agent} works on the tasks, but no model is named that writes the edits`,
    );
  }
  const writer = write(optimizer, 'optimizer');
  const { sizes = { train: 80, validation: 40, test: 100 } } = config;
  const sampler = samplerOf(config);
  if (typeof tasks === 'string' && tasks.startsWith('teach:')) {
    const counts = sizes;
    const world = createTeachWorld({
      source: tasks,
      target: bounded(target, 'target'),
      counts,
      seed: options.seed,
      ...sampler,
    });
    const texts = { skill: options.skill, tasks: world.tasks('train') };
    const usual = usualCalls(TEACH_TURNS, texts, config, priceOf(target));
    return { world: withCeiling(world, callsCeiling(200, config, priceOf(target)), usual), optimizer: writer };
  }
  const splits = splitsOf(config, options);
  const { scorer, rehearse } = scorerFor(config, splits, options.folder, () =>
    config.judge === undefined ? undefined : bounded(config.judge, 'judge'),
  );
  const judging = callsCeiling(config.judge === undefined ? 0 : JUDGE_CALLS, config, priceOf(config.judge));
  const isJudged = scorer.name === 'rubric' || scorer.name === 'pairwise';
  const judged = isJudged ? { judging: { scorer, ceiling: judging } } : {};
  if (agent !== undefined) {
    const harness = createHarness(agent, options.env, agentCeiling(config).promptTokens);
    const world = createHarnessWorld({ name: agent.agent, harness, scorer, tasks: splits });
    const most = addCeilings(agentCeiling(config), judging);
    return { world: withCeiling(world, most, shareOf(most, AGENT_SHARE)), optimizer: writer, rehearse, ...judged };
  }
  const world = createAnswerWorld({
    name: typeof tasks === 'string' ? tasks : 'tasks',
    target: bounded(target, 'target'),
    scorer,
    tasks: splits,
    ...sampler,
  });
  const ceiling = addCeilings(callsCeiling(1, config, priceOf(target)), judging);
  const texts = { skill: options.skill, tasks: splits.train };
  const answering = usualCalls(1, texts, config, priceOf(target));
  const usual =
    config.judge === undefined ? answering : addCeilings(answering, usualJudgement(answering, priceOf(config.judge)));
  return { world: withCeiling(world, ceiling, usual), optimizer: writer, rehearse, ...judged };
}

/** Whether a limit counts on what calls use. */
function isCounted({ limits }: TrainConfig): boolean {
  return (limits?.tokens ?? limits?.dollars) !== undefined;
}

function samplerOf({ maxTokens = 4096, temperature }: TrainConfig): { maxTokens: number; temperature?: number } {
  return { maxTokens, ...(temperature === undefined ? {} : { temperature }) };
}

/** A pairwise judge is asked in both orders, each once more where the answer does not read. */
const JUDGE_CALLS = 4;

/** Turns of a game before any was measured. */
const TEACH_TURNS = 10;
/** Of its ceiling, what an agent is first expected to use. */
const AGENT_SHARE = 0.25;

function shareOf({ calls, promptTokens, completionTokens, dollars }: Usage, share: number): Usage {
  const usage = {
    calls,
    promptTokens: Math.ceil(share * promptTokens),
    completionTokens: Math.ceil(share * completionTokens),
  };
  return dollars === undefined ? usage : { ...usage, dollars: share * dollars };
}

function withCeiling(world: SkillWorld, ceiling: Usage, usual?: Usage): SkillWorld {
  return { ...world, ceiling, ...(usual === undefined ? {} : { usual }) };
}

function splitsOf({ tasks, split, splitSeed, limit }: TrainConfig, { folder, onlyWorld }: BuildOptions): TaskSplits {
  if (onlyWorld === true) return { train: [], validation: [], test: [] };
  if (typeof tasks !== 'string')
    throw new Fault(
      'train/bad-tasks',
      'the config names no tasks: a file, a folder, teach:NAME@LEVEL or defineEnvironment',
    );
  return loadTasks(resolve(folder, tasks), { ratio: split ?? [3, 4, 3], seed: splitSeed ?? 42, limit: limit ?? 0 });
}

/** A plain `simulated` works on the sample that `pawl init skill` writes; a task file must hold tasks of that kind. */
function simulatedRoles(config: TrainConfig, options: BuildOptions, [, named, draw]: RegExpExecArray): Roles {
  const name = named ?? 'easy';
  const isNamed = named !== undefined || draw !== undefined;
  if (isEnvironment(config.tasks)) {
    return { world: config.tasks, optimizer: createSimulatedOptimizer(findSimulatedWorld(name), options.seed) };
  }
  const data = findSimulatedWorld(name);
  const world = createSimulatedWorld(data, Number(draw ?? 1));
  const optimizer = createSimulatedOptimizer(data, options.seed);
  const ceiling = { calls: 1, promptTokens: 20_000, completionTokens: 16 };
  // A world named outright brings its own tasks: its rules are other ones than those of the sample.
  if (config.tasks === undefined || isNamed) return { world: withCeiling(world, ceiling), optimizer };
  if (typeof config.tasks === 'string' && config.tasks.startsWith('teach:'))
    throw new Fault('cli/not-simulated', `the simulated model cannot work on ${config.tasks}`);
  const splits = splitsOf(config, options);
  const tasksOf = (split: Split): readonly SkillTask[] =>
    splits[split].map(({ id, text, type }) => {
      if (!text.startsWith('Tags: ')) {
        throw new Fault('cli/not-simulated', `the simulated model cannot work on task ${id}`, { details: { id } });
      }
      // No secrets: here the words of the answers are what is to be learned.
      return { id, text, ...(type === undefined ? {} : { type }), data: null };
    });
  const simulatedTasks = { train: tasksOf('train'), validation: tasksOf('validation'), test: tasksOf('test') };
  return {
    world: {
      name: world.name,
      isSimulated: true,
      fingerprint: world.fingerprint,
      ceiling,
      tasks: (split) => simulatedTasks[split],
      rollout: (request, signal) => world.rollout(request, signal),
    },
    optimizer,
  };
}
