import { z } from 'zod';
import { type Price, type TrainSettings, usualSettings } from '#loops';
import { HarnessSettings, listPriceOf, ModelSettings } from '#models';
import { ScorerSettings } from '#score';
import type { Shell } from '../command.ts';

const count = z.int().min(0);
const positive = z.int().min(1);
const share = z.number().min(0).max(1);
const model = z.union([z.string().min(1), ModelSettings]);

/** What only the config file says of training: the section `train`. Every key is optional. */
export const TrainConfig = z
  .strictObject({
    skill: z.string().min(1).default('SKILL.md').describe('the skill: a folder, SKILL.md or one Markdown file'),
    tasks: z.unknown().describe('a file, a folder, teach:NAME@LEVEL, or defineEnvironment({ … })'),
    split: z.tuple([z.number().min(0), z.number().min(0), z.number().min(0)]).default([4, 2, 4]),
    splitSeed: z.int().default(42),
    limit: count.default(0),
    sizes: z
      .strictObject({ train: positive, validation: positive, test: positive })
      .default({ train: 80, validation: 40, test: 100 }),
    scorer: ScorerSettings.default({ kind: 'normalised', part: 'tagged' }),
    target: model.optional().describe('provider:model, or simulated:WORLD'),
    optimizer: model.optional(),
    judge: model.optional(),
    agent: HarnessSettings.optional().describe('a coding agent in place of a target model'),
    agentCeiling: z
      .strictObject({ tokens: positive, dollars: z.number().min(0).optional() })
      .default({ tokens: 200_000 }),
    maxTokens: positive.default(4096),
    temperature: z.number().min(0).max(2).optional(),

    epochs: positive,
    batchSize: positive,
    accumulation: positive,
    minibatchSize: positive,
    mergeBatchSize: z.int().min(2),
    analystWorkers: positive,
    failureOnly: z.boolean(),
    showsTranscripts: z.boolean().describe('whether analysts see what led to a reply'),
    failBelow: share,
    updateMode: z.enum(['patch', 'rewrite_from_suggestions', 'full_rewrite_minibatch']),
    editBudget: count,
    minEditBudget: count,
    editBudgetRule: z.enum(['constant', 'linear', 'cosine', 'autonomous']),
    editBudgetControl: z.enum(['fixed', 'autonomous', 'none']),
    slowUpdate: z.boolean(),
    slowUpdateSamples: positive,
    slowUpdateGate: z.enum(['measure', 'force']),
    pairPolicy: z.enum(['mixed', 'changed', 'unchanged']),
    metaSkill: z.boolean(),
    skillAware: z.boolean(),
    appendixSource: z.enum(['both', 'failure_only']),
    consolidateAbove: count,
    gate: z.strictObject({
      kind: z.enum(['sequential', 'strict', 'off']).optional(),
      alpha: z.number().gt(0).lt(1).optional(),
      tries: positive.optional(),
      repeats: positive.optional(),
      incumbent: z.enum(['fresh', 'shared']).optional(),
      hopeless: z.number().min(0).lt(1).optional(),
    }),
    gateMetric: z.enum(['hard', 'soft', 'mixed']),
    mixedWeight: share,
    validationTasks: count,
    testTasks: count,
    testAtEnd: z.boolean(),
    search: z
      .strictObject({
        pool: positive,
        proposers: z.array(z.enum(['edits', 'rewrite', 'merge'])).min(1),
        patience: count,
        restarts: count,
        creditTasks: count,
        draftSteps: positive,
        draftGain: z.number().min(0).max(1),
        readings: positive,
        votes: positive,
      })
      .partial(),
    concurrency: positive.default(16),
    retries: count.default(5),
    minimumCoverage: share.default(0.8),
    limits: z
      .strictObject({
        rollouts: positive,
        calls: positive,
        tokens: positive,
        dollars: z.number().gt(0),
        milliseconds: positive,
      })
      .partial(),
    reasoningEffort: z.string().optional(),
    rewriteReasoningEffort: z.string().optional(),
    rewriteMaxTokens: positive.optional(),
    contextTokens: positive.optional(),
    prompts: z.record(z.string(), z.string()),
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
    search: { ...search, ...defined(config.search ?? {}) },
    rollouts: {
      concurrency: config.concurrency ?? rollouts.concurrency,
      patience: { ...rollouts.patience, retries: config.retries ?? rollouts.patience.retries },
      minimumCoverage: config.minimumCoverage ?? rollouts.minimumCoverage,
    },
  };
}

/** Prices per role: what the file says of a model, else the list. A model without a price has none, and a limit in dollars then fails closed. */
function pricesOf({ target, optimizer = target }: TrainConfig): TrainSettings['prices'] {
  const priceOf = (model: TrainConfig['target']): Price | undefined =>
    typeof model === 'object' ? (model.price ?? listPriceOf(nameOf(model.model))) : listPriceOf(nameOf(model ?? ''));
  return defined({ target: priceOf(target), optimizer: priceOf(optimizer) });
}

function nameOf(model: string): string {
  return model.slice(model.indexOf(':') + 1);
}

const notOfTheLoop = {
  skill: true,
  tasks: true,
  split: true,
  splitSeed: true,
  limit: true,
  sizes: true,
  scorer: true,
  target: true,
  optimizer: true,
  judge: true,
  agent: true,
  agentCeiling: true,
  maxTokens: true,
  temperature: true,
  concurrency: true,
  retries: true,
  minimumCoverage: true,
  gate: true,
  limits: true,
  search: true,
} as const;
const LoopConfig = TrainConfig.omit(notOfTheLoop).strip();

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
