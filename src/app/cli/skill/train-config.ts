import { z } from 'zod';
import { describeGates, GateConfig } from '#ratchet/gate';
import { TrainKnobs, type TrainSettings, usualSettings } from '#learners/skill/train';
import { HarnessSettings } from '#world/models/harness';
import { ModelSettings } from '#world/models/providers';
import { ScorerSettings } from '#learners/skill/score';
import { promptRoles } from '#learners/skill/optimizer';
import type { Shell } from '../command.ts';
import { priceOf } from './rollout-ceiling.ts';

const count = z.int().min(0);
const positive = z.int().min(1);
const share = z.number().min(0).max(1);
const model = z.union([z.string().min(1), ModelSettings]);

/** How the optimizer is asked. */
const optimizerKnobs = {
  reasoningEffort: z.string().optional().describe('reasoning effort of the optimizer'),
  rewriteReasoningEffort: z.string().optional().describe('the same where it rewrites a whole skill'),
  rewriteMaxTokens: positive.optional().describe('most tokens of a rewritten skill'),
  contextTokens: positive.optional().describe('most tokens of a prompt of the optimizer'),
  prompts: z
    .partialRecord(z.enum(promptRoles), z.string())
    .describe(`prompts in place of ours, by role: ${promptRoles.join(', ')}`),
};

/** What only the config file says of training: the section `train`. Every key is optional. */
export const TrainConfig = z
  .strictObject({
    skill: z
      .union([
        z.string().min(1),
        z.strictObject({ file: z.string().min(1), fields: z.array(z.string().min(1)).min(1) }),
      ])
      .default('SKILL.md')
      .describe(
        "what is trained: a folder, SKILL.md, any one text file, or texts of a JSON file as { file: 'tools.json', fields: ['/tools/0/description'] }",
      ),
    tasks: z
      .unknown()
      .describe(
        'a file, a folder, teach:NAME@LEVEL, or a program: defineEnvironment({ name, isSimulated, fingerprint, tasks: (split) => [ … ], rollout: async ({ task, skill }) => ({ … }) }) of pawl/skill; README has one',
      ),
    split: z
      .tuple([z.number().min(0), z.number().min(0), z.number().min(0)])
      .default([3, 4, 3])
      .describe('shares of train, validation and test, for tasks that do not say their split'),
    splitSeed: z.int().default(42).describe('seed of that split'),
    limit: count.default(0).describe('most tasks per split; 0 is all'),
    sizes: z
      .strictObject({ train: positive, validation: positive, test: positive })
      .default({ train: 80, validation: 40, test: 100 })
      .describe('tasks per split drawn from a TEACH template'),
    scorer: ScorerSettings.default({ kind: 'normalised', part: 'tagged' }).describe(
      'kind and its settings: exact, normalised, f1, anls, numeric, rules, json, command, code, rubric, pairwise',
    ),
    target: model
      .optional()
      .describe(
        "provider:model, or simulated:WORLD; any server with OpenAI's protocol is { model: 'compatible:NAME', baseUrl: 'http://127.0.0.1:8000/v1' }",
      ),
    optimizer: model.optional().describe('provider:model of the role that writes edits; the target unless told'),
    judge: model.optional().describe('the model behind a rubric or pairwise scorer'),
    record: z.string().min(1).optional().describe('a file to which every reply of a model is added, for a replay'),
    replay: z.string().min(1).optional().describe('a recording that answers in place of the models; nobody is asked'),
    agent: HarnessSettings.optional().describe('a coding agent in place of a target model'),
    agentCeiling: z
      .strictObject({ tokens: positive, dollars: z.number().min(0).optional() })
      .default({ tokens: 200_000 })
      .describe('most that one run of the agent may use; charged where it does not tell'),
    proposerAgent: HarnessSettings.optional().describe(
      'a coding agent that edits the skill in a workspace, beside the optimizer: the proposer `agent`; agentCeiling holds for it too',
    ),
    maxTokens: positive.default(4096).describe('most tokens of one reply of the target'),
    promptCeiling: positive
      .default(32_000)
      .describe(
        'most tokens that one prompt of target or judge may have, counted as bytes; a limit in tokens or dollars reserves as many before each call and refuses longer prompts',
      ),
    temperature: z.number().min(0).max(2).optional().describe('temperature of the target'),

    ...TrainKnobs.shape,
    gate: GateConfig.describe(describeGates()),
    search: z
      .strictObject({
        pool: positive,
        proposers: z.array(z.enum(['edits', 'rewrite', 'merge', 'agent'])).min(1),
        patience: count,
        restarts: count,
        creditTasks: count,
        draftSteps: positive,
        readings: positive,
        votes: positive,
      })
      .partial()
      .describe(
        'pool, proposers (edits, rewrite, merge, agent), patience, restarts, creditTasks, draftSteps, readings, votes',
      ),
    objectives: z
      .strictObject({
        skillTokens: positive,
        reduce: z.enum(['nothing', 'length', 'cost']),
        margin: z.number().gt(0).lt(1),
        screenTasks: positive,
        screenRollouts: positive,
      })
      .partial()
      .describe(
        'skillTokens (most tokens of SKILL.md); reduce (length, cost): after training leave out lines whose loss costs less than margin',
      ),
    concurrency: positive.default(16).describe('rollouts at once; results do not depend on it'),
    retries: count
      .default(8)
      .describe('tries again after an outage, over a minute and a half; a rate limit is waited out'),
    minimumCoverage: share.default(0.8).describe('share of rollouts that must have a score, else the run stops'),
    limits: z
      .strictObject({
        rollouts: positive,
        calls: positive,
        tokens: positive,
        dollars: z.number().gt(0),
        milliseconds: positive,
      })
      .partial()
      .describe('hard limits over all roles: rollouts (the final test included), calls, tokens, dollars, milliseconds'),
    ...optimizerKnobs,
  })
  .partial();
export type TrainConfig = z.infer<typeof TrainConfig>;

/** The section `train` of the config file. Values of flags in it are read with the flags. */
export function configuredTraining({ config }: Pick<Shell, 'config'>): TrainConfig {
  return TrainConfig.strip().parse(config?.sections['train'] ?? {});
}

/** Only what the section says, without defaults: they must not go before what another file says. */
export function writtenTraining(shell: Pick<Shell, 'config'>): TrainConfig {
  const section = shell.config?.sections['train'] ?? {};
  return Object.fromEntries(Object.entries(configuredTraining(shell)).filter(([key]) => key in section));
}

/** The settings of the loop that a configuration asks for, over the usual ones. */
export function settingsOf(config: TrainConfig, seed: number): TrainSettings {
  const { rollouts, search } = usualSettings;
  return {
    ...usualSettings,
    ...defined(loopKeys(config)),
    seed,
    gate: defined(config.gate ?? {}),
    limits: defined(config.limits ?? {}),
    prices: pricesOf(config),
    ...(config.objectives === undefined ? {} : { objectives: defined(config.objectives) }),
    search: { ...search, ...proposersOf(config), ...defined(config.search ?? {}) },
    rollouts: {
      concurrency: config.concurrency ?? rollouts.concurrency,
      patience: { ...rollouts.patience, retries: config.retries ?? rollouts.patience.retries },
      minimumCoverage: config.minimumCoverage ?? rollouts.minimumCoverage,
    },
  };
}

/** An agent that is named takes part, unless the file says which proposers do. */
function proposersOf({ proposerAgent }: TrainConfig): Partial<TrainSettings['search']> {
  return proposerAgent === undefined ? {} : { proposers: [...usualSettings.search.proposers, 'agent'] };
}

/** Prices per role: what the file says of a model, else the list. A model without a price has none, and a limit in dollars then fails closed. */
function pricesOf({ agent, target, optimizer = target, judge }: TrainConfig): TrainSettings['prices'] {
  // A rollout that a judge scores has a price only where both have one; an agent's is in its ceiling.
  const isPriced = agent === undefined && (judge === undefined || priceOf(judge) !== undefined);
  return defined({ target: isPriced ? priceOf(target) : undefined, optimizer: priceOf(optimizer) });
}

const LoopConfig = z.object({ ...TrainKnobs.shape, ...optimizerKnobs }).partial();

function loopKeys(config: TrainConfig): z.infer<typeof LoopConfig> {
  return LoopConfig.parse(config);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
function defined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members, less the undefined ones
  return Object.fromEntries(entries) as Defined<T>;
}
