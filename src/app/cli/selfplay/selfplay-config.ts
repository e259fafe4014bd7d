import { z } from 'zod';
import { TrainingMethod } from '#foundation/contracts/self-play';
import { combiners } from '#learners/model/judge/reliability';
import {
  choiceKnobs,
  embeddedKnobs,
  scaledSettings,
  type Schooling,
  seedSettings,
  type SelfPlaySettings,
  usualSchooling,
  usualSelfPlay,
} from '#learners/model/selfplay';
import { practiceWorldNames } from '#world/models/practice';
import { ModelSettings } from '#world/models/providers';
import { hostedDialects } from '#world/models/trainers';
import type { Shell } from '../command.ts';

const positive = z.int().min(1);
const share = z.number().min(0).max(1);
const model = z.union([z.string().min(1), ModelSettings]);
const regime = z
  .strictObject({ count: positive, temperature: z.number().min(0).max(5), bestOf: positive, lag: z.int().min(0) })
  .partial();
const usually = (says: string, value: unknown): string => `${says}; usually ${JSON.stringify(value)}`;

type ChoiceName = keyof typeof choiceKnobs;

/** The table of knobs that say where judge calls go, as settings. */
function choiceSchema(): Record<ChoiceName, z.ZodNumber> {
  const rows = Object.entries(choiceKnobs).map(([name, row]) => [
    name,
    z.number().min(row.low).max(row.high).describe(usually(row.says, row.default)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row for every knob
  return Object.fromEntries(rows) as Record<ChoiceName, z.ZodNumber>;
}

function choiceOf(config: SelfPlayConfig): Partial<Record<ChoiceName, number>> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => name in choiceKnobs));
}

const commandWords = z.array(z.string()).min(1);
const trainerKnobs = z
  .strictObject({
    beta: z.number().gt(0),
    learningRate: z.number().gt(0),
    epochs: positive,
    batchSize: positive,
    loraRank: positive,
  })
  .partial();
const served = {
  base: z.string().min(1).describe('the model that adapters are trained on'),
  server: z.string().describe('OpenAI-compatible address up to /v1, with runtime adapters as in vLLM'),
  keyVariable: z.string().optional(),
};

/** Where weights change. */
const TrainerConfig = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('embedded'),
    rate: z.number().gt(0).default(embeddedKnobs.rate),
    generatorRate: z.number().gt(0).default(embeddedKnobs.generatorRate),
    beta: z.number().gt(0).default(embeddedKnobs.beta),
    chosenWeight: z.number().min(0).default(embeddedKnobs.chosenWeight),
    batchSize: positive.default(embeddedKnobs.batchSize),
    epochs: positive.default(embeddedKnobs.epochs),
    rehearsal: z.number().min(0).default(embeddedKnobs.rehearsal),
  }),
  z.strictObject({
    kind: z.literal('command'),
    command: commandWords.describe('words; {trainer} {config} {data} {output} {base} {from} are filled in'),
    folder: z.string().default('training').describe('every job gets a folder in here'),
    ...served,
    timeoutMs: positive.optional(),
    pollMs: positive.optional(),
    knobs: trainerKnobs.optional(),
  }),
  z.strictObject({
    kind: z.literal('hosted'),
    dialect: z.enum(['openai', 'together', 'fireworks'] satisfies (keyof typeof hostedDialects)[]),
    baseUrl: z.url(),
    keyVariable: z.string(),
    base: z.string().min(1),
    account: z.string().optional(),
    price: ModelSettings.shape.price.describe(
      'dollars per million tokens of the trained model, for a limit in dollars',
    ),
    folder: z.string().default('training'),
    pollMs: positive.optional(),
    mostPolls: positive.optional(),
    knobs: trainerKnobs.optional(),
  }),
  z.strictObject({
    kind: z.literal('reward-server'),
    command: commandWords.describe('words of an RL trainer; {reward} is the address of our judge as its reward'),
    folder: z.string().default('training'),
    ...served,
    passes: positive.default(2).describe('passes over each answer that the trainer asks for'),
    timeoutMs: positive.optional(),
    pollMs: positive.optional(),
    knobs: trainerKnobs.optional(),
  }),
]);
export type TrainerConfig = z.infer<typeof TrainerConfig>;

const asking = { rubric: z.string(), temperature: z.number().min(0).max(2).optional() };
const judge = z.union([
  z.strictObject({ command: commandWords, timeoutMs: positive.optional() }),
  z.strictObject({ model, ...asking }),
  z.strictObject({ ...ModelSettings.shape, ...asking }),
]);
export type JudgeConfig = z.infer<typeof judge>;

/** What only the config file says of self-play: the section `selfplay`. Every key is optional. */
export const SelfPlayConfig = z
  .strictObject({
    practice: z
      .strictObject({
        world: z.enum(practiceWorldNames),
        seed: z.int().min(0),
        noise: z.enum(['by-family', 'homogeneous']),
        exam: positive.describe('questions per family of the examination before and after'),
      })
      .partial()
      .describe('a world whose truth is known to its judge, in a process of its own, and to an examiner'),
    patterns: z
      .record(z.string(), z.string())
      .describe('forms of well-formed questions by kind, as regular expressions'),
    topic: z.string().describe('what a chat model asks questions about'),
    instruction: z.string().describe('what is put before every question to the solver'),
    corpus: z.string().describe('JSON lines of question and answer that the embedded model is schooled on first'),
    schooling: z
      .strictObject({
        steps: positive,
        layers: positive,
        width: positive,
        heads: positive,
        batchSize: positive,
        rate: z.number().gt(0),
        asking: share,
      })
      .partial()
      .describe(usually('size and schooling of the embedded model', usualSchooling)),
    checkpoint: z.string().describe('a safetensors file of `pawl lm train` to begin with, in place of a corpus'),
    judge: z
      .union([judge, z.array(judge).min(2)])
      .describe(
        'a command that answers lines of JSON; a model with a rubric, as { model, rubric } or { model, baseUrl, rubric }; or a list of them that take turns',
      ),
    generator: z
      .union([z.literal('embedded'), z.literal('trainer'), model])
      .describe('who asks: embedded, trainer (the one below), or provider:model'),
    solver: z
      .union([z.literal('embedded'), z.literal('trainer'), model])
      .describe('who answers: embedded, trainer (the one below), or provider:model'),
    isShared: z
      .boolean()
      .describe(usually('generator and solver are one model that learns both; they must be named alike', false)),
    trainer: TrainerConfig.describe('kind: embedded, command, hosted or reward-server, and its settings'),
    iterations: positive.describe(
      usually('rounds of asking, answering, judging and learning', usualSelfPlay.iterations),
    ),
    questions: positive.describe(usually('questions judged per iteration', usualSelfPlay.questions)),
    choose: z
      .enum(['all', 'worth'])
      .describe(usually('judge all questions that are drawn, or those worth most', usualSelfPlay.choose)),
    ...choiceSchema(),
    strong: regime.describe(usually('the strong regime', usualSelfPlay.strong)),
    weak: regime
      .extend({
        model: model.describe('a smaller model that gives the weak answers, as provider:model'),
        checkpoint: z.string().describe('the same as a safetensors file'),
      })
      .partial()
      .describe(
        usually(
          'the weak regime; model or checkpoint (a safetensors file) names a smaller model for it',
          usualSelfPlay.weak,
        ),
      ),
    questionTokens: positive.describe(usually('most tokens of a question', usualSelfPlay.questionTokens)),
    answerTokens: positive.describe(usually('most tokens of an answer', usualSelfPlay.answerTokens)),
    scorePasses: z.int().min(2).describe(usually('passes over each answer', usualSelfPlay.scorePasses)),
    pairs: positive.describe(usually('pairs compared per question', usualSelfPlay.pairs)),
    rankPasses: z
      .int()
      .min(0)
      .multipleOf(2)
      .describe(
        usually('passes that put the answers of those pairs in order at once, before', usualSelfPlay.rankPasses),
      ),
    pairPasses: z.int().min(2).describe(usually('most passes over a pair', usualSelfPlay.pairPasses)),
    mode: z.enum(['default', 'seed']).describe('how reliability is measured; `seed` takes its formulas as they stand'),
    combiner: z.enum(combiners).describe(usually('how the metrics become one number', 'geometric')),
    thresholds: z
      .strictObject({ cons: share, sep: share, stab: share })
      .partial()
      .describe(
        usually('least R_cons, R_sep (of the kind) and R_stab of a question that teaches', usualSelfPlay.thresholds),
      ),
    filter: z
      .enum(['evidence', 'thresholds', 'band', 'none'])
      .describe(usually('which questions teach the solver', usualSelfPlay.filter)),
    validity: share.describe(
      usually('P(strong judged above weak) at which a kind counts as valid', usualSelfPlay.validity),
    ),
    generatorReward: z
      .enum(['worth', 'reliability', 'difficulty', 'none'])
      .describe(usually('what the generator earns', usualSelfPlay.generator.reward)),
    generatorMethod: TrainingMethod.describe(usually('how it learns', usualSelfPlay.generator.method)),
    solverMethod: TrainingMethod.describe(usually('how the solver learns', usualSelfPlay.solver.method)),
    gate: z
      .strictObject({ every: positive, questions: positive, passes: positive, alpha: z.number().gt(0).lt(1) })
      .partial()
      .describe(usually('the trial of a checkpoint on held-out questions', usualSelfPlay.gate)),
    finalQuestions: z
      .int()
      .min(0)
      .describe(usually('questions that compare first and last generator', usualSelfPlay.finalQuestions)),
    limits: z
      .strictObject({
        judgeCalls: positive,
        modelCalls: positive,
        tokens: positive,
        dollars: z.number().gt(0),
        milliseconds: positive,
      })
      .partial()
      .describe('hard limits: judgeCalls, modelCalls, tokens, dollars (of calls, not of training), milliseconds'),
  })
  .partial();
export type SelfPlayConfig = z.infer<typeof SelfPlayConfig>;

/** The section `selfplay` of the config file. */
export function configuredSelfPlay({ config }: Pick<Shell, 'config'>): SelfPlayConfig {
  return SelfPlayConfig.strip().parse(config?.sections['selfplay'] ?? {});
}

export function schoolingOf({ schooling = {} }: SelfPlayConfig): Schooling {
  return { ...usualSchooling, ...defined(schooling) };
}

/** The settings of the loop that a configuration asks for, over the usual ones. */
export function selfPlaySettings(config: SelfPlayConfig, seed: number): SelfPlaySettings {
  const limits = defined(config.limits ?? {});
  const usual: SelfPlaySettings = {
    ...usualSelfPlay,
    ...scaledSettings(limits),
    ...(config.mode === 'seed' ? seedSettings : {}),
  };
  const { generator, reliability } = usual;
  return {
    ...usual,
    ...defined({
      iterations: config.iterations,
      questions: config.questions,
      questionTokens: config.questionTokens,
      answerTokens: config.answerTokens,
      scorePasses: config.scorePasses,
      pairs: config.pairs,
      rankPasses: config.rankPasses,
      pairPasses: config.pairPasses,
      choose: config.choose,
      filter: config.filter,
      ...choiceOf(config),
      validity: config.validity,
      isShared: config.isShared,
      finalQuestions: config.finalQuestions,
    }),
    seed,
    strong: { ...usual.strong, ...defined(config.strong ?? {}) },
    weak: { ...usual.weak, ...defined(regimeOf(config.weak ?? {})) },
    reliability: { ...reliability, ...defined({ combiner: config.combiner }) },
    thresholds: { ...usual.thresholds, ...defined(config.thresholds ?? {}) },
    generator: {
      ...generator,
      ...defined({ reward: config.generatorReward, method: config.generatorMethod }),
    },
    solver: { ...usual.solver, ...defined({ method: config.solverMethod }) },
    gate: { ...usual.gate, ...defined(config.gate ?? {}) },
    limits,
  };
}

function regimeOf({
  count,
  temperature,
  bestOf,
  lag,
}: NonNullable<SelfPlayConfig['weak']>): NonNullable<SelfPlayConfig['strong']> {
  return { count, temperature, bestOf, lag };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members, less the undefined ones
  return Object.fromEntries(entries) as Defined<T>;
}
