import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type SelfPlayParts, type StartSource, systemTimer } from '#app/api';
import type { Json } from '#foundation/contracts';
import type { AnswerJudge, QuestionForm, Sampler, Trainer } from '#foundation/contracts/self-play';
import { Fault, hashOf } from '#foundation/kernel';
import type { Price } from '#ratchet/budget';
import {
  type billOf,
  chatForm,
  createEmbeddedTrainer,
  type Corpus,
  embeddedKnobs,
  type EmbeddedStart,
  patternForm,
} from '#learners/model/selfplay';
import { createPace, paceModel } from '#world/models';
import { createChatJudge, createCommandJudge, createJudgePanel } from '#world/models/judges';
import {
  createPracticeExaminer,
  createPracticeJudge,
  type Examiner,
  practiceForms,
  type PracticeChoice,
} from '#world/models/practice';
import { createModel, type ModelSettings } from '#world/models/providers';
import { chatSampler, servedModel } from '#world/models/trainers';
import { idOf, type OpenOptions } from '../skill/open-model.ts';
import { namedModels } from '../skill/named-models.ts';
import { roleName, tellSilence } from '../skill/tell-silence.ts';
import { priceOf } from '../skill/rollout-ceiling.ts';
import { schoolInThread } from './school-in-thread.ts';
import { outsideTrainer } from './outside-trainer.ts';
import {
  defined,
  type JudgeConfig,
  schoolingOf,
  type SelfPlayConfig,
  selfPlaySettings,
  type TrainerConfig,
} from './selfplay-config.ts';

export interface BuildSelfPlayOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly seed: number;
  /** Says a line to the person at the terminal. */
  readonly note?: (line: string) => void;
  /** Has a model asked elsewhere, under the id that it has here. */
  readonly askElsewhere?: OpenOptions['askElsewhere'];
  /** Has a judge asked elsewhere. */
  readonly judgeElsewhere?: (judge: AnswerJudge) => AnswerJudge;
}

/** A run of self-play, put together, with what must be closed after it. */
export interface BuiltSelfPlay {
  readonly parts: SelfPlayParts;
  /** Where the solver learns. */
  readonly solverLearns: Parameters<typeof billOf>[1]['solverLearns'];
  close(): void;
}

/** Builds roles, judge, trainers and start from the config file. */
export function buildSelfPlay(config: SelfPlayConfig, options: BuildSelfPlayOptions): BuiltSelfPlay {
  requireRoles(config);
  const settings = selfPlaySettings(config, options.seed);
  const practice = practiceOf(config);
  const form = formOf(config);
  const own = judgeOf(config, options);
  const isAsked = config.judge !== undefined && (Array.isArray(config.judge) || 'model' in config.judge);
  const judge = isAsked ? own : (options.judgeElsewhere?.(own) ?? own);
  const examiner: Examiner | undefined = practice === undefined ? undefined : createPracticeExaminer(practice);
  const start = startOf(config, options);
  const trainers = trainersOf(config, options, { judge, form });
  const weak = weakOf(config, options);
  const fingerprint: Json = JSON.parse(
    JSON.stringify({
      generator: config.generator ?? 'embedded',
      solver: config.solver ?? 'embedded',
      trainer: config.trainer ?? { kind: 'embedded' },
      ...(weak === undefined ? {} : { weak: weak.id }),
    }),
  );
  return {
    parts: {
      settings,
      form,
      judge,
      ...(start === undefined ? {} : { start }),
      trainers,
      ...(weak === undefined ? {} : { weak }),
      prices: pricesOf(config),
      school: schoolInThread(config),
      fingerprint,
      models: modelsOf(config),
      ...(examiner === undefined ? {} : { examiner, examSize: config.practice?.exam ?? 30 }),
    },
    solverLearns:
      config.solver === undefined || config.solver === 'embedded'
        ? 'here'
        : config.solver === 'trainer'
          ? 'outside'
          : 'nowhere',
    close() {
      examiner?.close();
      own.close?.();
    },
  };
}

function practiceOf({
  practice,
  patterns,
  topic,
}: Pick<SelfPlayConfig, 'practice' | 'patterns' | 'topic'>): PracticeChoice | undefined {
  if (practice === undefined && (patterns !== undefined || topic !== undefined)) return undefined;
  return { name: practice?.world ?? 'first', seed: practice?.seed ?? 1, noise: practice?.noise ?? 'by-family' };
}

export function formOf(config: Pick<SelfPlayConfig, 'practice' | 'patterns' | 'topic' | 'instruction'>): QuestionForm {
  const { patterns, topic, instruction } = config;
  const practice = practiceOf(config);
  if (topic !== undefined) return chatForm({ topic, ...defined({ instruction }) });
  if (patterns !== undefined) return patternForm(patterns);
  return patternForm(practiceForms[practice?.name ?? 'first']);
}

export function judgeOf(config: SelfPlayConfig, options: BuildSelfPlayOptions): AnswerJudge {
  const [{ judge }, practice] = [config, practiceOf(config)];
  if (judge === undefined) {
    if (practice !== undefined) return createPracticeJudge(practice);
    throw new Fault('cli/usage', 'no judge is named', {
      hint: 'Set selfplay.judge to { model, rubric } or { command }; only practice worlds bring their own.',
    });
  }
  return Array.isArray(judge)
    ? createJudgePanel(judge.map((each) => oneJudge(each, options)))
    : oneJudge(judge, options);
}

function oneJudge(judge: JudgeConfig, options: BuildSelfPlayOptions): AnswerJudge {
  if ('command' in judge) {
    const { command, timeoutMs } = judge;
    const environment = definedEnvironment(options.env);
    return createCommandJudge({
      command,
      folder: options.folder,
      environment,
      id: `command ${command.join(' ')}`,
      ...defined({ timeoutMs }),
    });
  }
  const { rubric, temperature } = judge;
  return createChatJudge(samplerOf(judgeModel(judge), 'judge', options), { rubric, ...defined({ temperature }) });
}

/** The model of a judge, whether its settings stand in `model` or beside it. */
function judgeModel(judge: Exclude<JudgeConfig, { readonly command: unknown }>): string | ModelSettings {
  const { model, rubric: _rubric, temperature: _temperature, ...more } = judge;
  return typeof model === 'string' ? { ...more, model } : model;
}

function samplerOf(
  model: string | ModelSettings,
  stage: string,
  { env, askElsewhere, note }: BuildSelfPlayOptions,
): Sampler {
  const settings = typeof model === 'string' ? { model } : model;
  const asked =
    askElsewhere?.(idOf(settings, env), settings) ?? paceModel(createModel(settings, env), createPace(8, systemTimer));
  const client =
    note === undefined ? asked : tellSilence(asked, { note, name: roleName(stage, settings), patienceMs: 4000 });
  return chatSampler(client, { stage, workers: 8 });
}

function definedEnvironment(env: BuildSelfPlayOptions['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

const CorpusRow = z.object({ question: z.string().min(1), answer: z.string() });

function startOf(config: SelfPlayConfig, { folder }: BuildSelfPlayOptions): StartSource | undefined {
  const { generator = 'embedded', solver = 'embedded', corpus, checkpoint } = config;
  if (generator !== 'embedded' && solver !== 'embedded') return undefined;
  if (checkpoint !== undefined) {
    const path = resolve(folder, checkpoint);
    return { kind: 'file', bytes: readBytes(path), name: checkpoint };
  }
  if (corpus === undefined) {
    throw new Fault('cli/usage', 'the embedded model has nothing to begin with', {
      hint: 'Set selfplay.corpus to JSON lines of question and answer, or selfplay.checkpoint to a file; `pawl init selfplay` writes a corpus.',
    });
  }
  return { kind: 'corpus', corpus: readCorpus(resolve(folder, corpus)), schooling: schoolingOf(config), seed: 1 };
}

function readBytes(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new Fault('config/not-found', `there is no ${path}`, { cause });
  }
}

function readCorpus(path: string): Corpus {
  return new TextDecoder()
    .decode(readBytes(path))
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      try {
        return [CorpusRow.parse(JSON.parse(line))];
      } catch (cause) {
        throw new Fault('config/invalid', `line ${i + 1} of ${path} is not {"question", "answer"}`, { cause });
      }
    });
}

function trainersOf(
  config: SelfPlayConfig,
  options: BuildSelfPlayOptions,
  ports: { readonly judge: AnswerJudge; readonly form: QuestionForm },
): SelfPlayParts['trainers'] {
  const {
    generator = 'embedded',
    solver = 'embedded',
    trainer = { kind: 'embedded' as const, ...embeddedKnobs },
  } = config;
  return (start) => {
    const embedded = once(() => embeddedOf(trainer, start));
    const outside = once(() => outsideTrainer(trainer, options, ports));
    const of = (role: 'generator' | 'solver', who: typeof solver): Trainer => {
      if (who === 'embedded') return embedded();
      if (who === 'trainer') return outside();
      return servedModel(samplerOf(who, role, options));
    };
    return { generator: of('generator', generator), solver: of('solver', solver) };
  };
}

/** Who plays which role, for people. */
function modelsOf({ generator = 'embedded', solver = 'embedded', judge, weak }: SelfPlayConfig): Record<string, Json> {
  const judges = (judge === undefined ? [] : Array.isArray(judge) ? judge : [judge]).map((each) =>
    'model' in each ? judgeModel(each) : each.command.join(' '),
  );
  const judging = judges.map((each, i) => [judges.length === 1 ? 'judge' : `judge ${i + 1}`, each] as const);
  return namedModels({ generator, solver, ...Object.fromEntries(judging), weak: weak?.model ?? weak?.checkpoint });
}

/** What a configuration of roles cannot mean. */
function requireRoles({ generator = 'embedded', solver = 'embedded', isShared, weak }: SelfPlayConfig): void {
  if (isShared === true && JSON.stringify(generator) !== JSON.stringify(solver)) {
    throw new Fault('cli/usage', 'isShared means one model, but generator and solver are two', {
      hint: 'Name the same one for both, such as embedded or trainer, or drop isShared.',
    });
  }
  if (weak?.model !== undefined && weak.checkpoint !== undefined) {
    throw new Fault('cli/usage', 'weak names both a model and a checkpoint', { hint: 'One of them answers: name it.' });
  }
}

/** The smaller model of the weak regime, where one is named. */
function weakOf({ weak }: SelfPlayConfig, options: BuildSelfPlayOptions): Trainer | undefined {
  if (weak?.model !== undefined) return servedModel(samplerOf(weak.model, 'weak', options));
  if (weak?.checkpoint === undefined) return undefined;
  const bytes = readBytes(resolve(options.folder, weak.checkpoint));
  return createEmbeddedTrainer({ id: hashOf(bytes), bytes }, embeddedKnobs);
}

const free: Price = { prompt: 0, completion: 0 };

/** What the calls of each role cost; what runs here, or on a server of one's own with adapters, costs nothing that is counted. */
function pricesOf(config: SelfPlayConfig): NonNullable<SelfPlayParts['prices']> {
  const { generator = 'embedded', solver = 'embedded', judge, weak, trainer } = config;
  const judges = judge === undefined ? [] : Array.isArray(judge) ? judge : [judge];
  const trained = trainer?.kind === 'hosted' ? trainer.price : free;
  const of = (who: typeof solver | undefined): Price | undefined =>
    who === undefined || who === 'embedded' ? free : who === 'trainer' ? trained : priceOf(who);
  return defined({
    generator: of(generator),
    solver: of(solver),
    weak: of(weak?.model),
    judge: dearest(judges.map((each) => of('model' in each ? judgeModel(each) : undefined))),
  });
}

/** Of several judges the price that none exceeds; nothing where one has none. */
function dearest(prices: readonly (Price | undefined)[]): Price | undefined {
  return prices.reduce<Price | undefined>(
    (most, price) =>
      most === undefined || price === undefined
        ? undefined
        : {
            prompt: Math.max(most.prompt, price.prompt),
            completion: Math.max(most.completion, price.completion),
          },
    free,
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function embeddedOf(trainer: TrainerConfig, start: EmbeddedStart | undefined): Trainer {
  if (start === undefined) throw new Fault('cli/usage', 'the embedded model has nothing to begin with');
  const { kind: _kind, ...knobs } =
    trainer.kind === 'embedded' ? { ...embeddedKnobs, ...trainer } : { kind: '', ...embeddedKnobs };
  return createEmbeddedTrainer(start, knobs);
}
