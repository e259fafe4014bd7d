import { z } from 'zod';
import type { TrainingMethod } from '#foundation/contracts/self-play';
import type { TrainingKnobs } from './trl-config.ts';

/** How a job stands. */
export type JobState =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly model: string }
  | { readonly kind: 'failed'; readonly why: string };

/** What a job is made from. */
export interface HostedJob {
  readonly base: string;
  readonly file: string;
  readonly name: string;
  readonly method: TrainingMethod;
  readonly knobs: TrainingKnobs;
  readonly account: string;
}

/** How one service names things. Paths begin after the address, which ends before `/v1`. */
export interface HostedDialect {
  readonly name: string;
  /** Requests that bring a file there, in order; the id of the file is read from the last answer, or is the name it was given. */
  upload(
    name: string,
    account: string,
  ): readonly {
    readonly path: string;
    readonly json?: unknown;
    /** The field that holds the file, and what stands beside it. */
    readonly form?: { readonly field: string; readonly fields: Readonly<Record<string, string>> };
  }[];
  fileId(answer: unknown, name: string, account: string): string;
  create(job: HostedJob): { readonly path: string; readonly body: unknown };
  jobId(answer: unknown): string;
  poll(job: string, account: string): string;
  state(answer: unknown): JobState;
}

const WithId = z.looseObject({ id: z.string().min(1) });
const WithName = z.looseObject({ name: z.string().min(1) });

const OpenAiJob = z.looseObject({
  status: z.string(),
  fine_tuned_model: z.string().nullish(),
  error: z.looseObject({ message: z.string().nullish() }).nullish(),
});

/** @source OpenAI API reference, files and fine_tuning.jobs */
const openai: HostedDialect = {
  name: 'openai',
  upload: () => [{ path: '/v1/files', form: { field: 'file', fields: { purpose: 'fine-tune' } } }],
  fileId: (answer) => WithId.parse(answer).id,
  create: ({ base, file, name, method, knobs }) => {
    const hyperparameters = { n_epochs: knobs.epochs, batch_size: knobs.batchSize };
    const isPreference = method === 'dpo';
    return {
      path: '/v1/fine_tuning/jobs',
      body: {
        model: base,
        training_file: file,
        suffix: name.slice(0, 40),
        method: isPreference
          ? { type: 'dpo', dpo: { hyperparameters: { ...hyperparameters, beta: knobs.beta } } }
          : { type: 'supervised', supervised: { hyperparameters } },
      },
    };
  },
  jobId: (answer) => WithId.parse(answer).id,
  poll: (job) => `/v1/fine_tuning/jobs/${job}`,
  state: (answer) => {
    const { status, fine_tuned_model: model, error } = OpenAiJob.parse(answer);
    if (status === 'failed' || status === 'cancelled') return { kind: 'failed', why: error?.message ?? status };
    if (status !== 'succeeded') return { kind: 'running' };
    return typeof model === 'string' ? { kind: 'done', model } : { kind: 'failed', why: 'it names no model' };
  },
};

const TogetherJob = z.looseObject({
  status: z.string(),
  model_output_name: z.string().nullish(),
  output_name: z.string().nullish(),
});

/** @source Together API reference, /v1/files/upload and /v1/fine-tunes */
const together: HostedDialect = {
  name: 'together',
  upload: (name) => [
    {
      path: '/v1/files/upload',
      form: { field: 'file', fields: { purpose: 'fine-tune', file_name: `${name}.jsonl`, file_type: 'jsonl' } },
    },
  ],
  fileId: (answer) => WithId.parse(answer).id,
  create: ({ base, file, name, method, knobs }) => ({
    path: '/v1/fine-tunes',
    body: {
      model: base,
      training_file: file,
      suffix: name.slice(0, 40),
      n_epochs: knobs.epochs,
      learning_rate: knobs.learningRate,
      training_type: { type: 'Lora', lora_r: knobs.loraRank, lora_alpha: 2 * knobs.loraRank },
      training_method: method === 'dpo' ? { method: 'dpo', dpo_beta: knobs.beta } : { method: 'sft' },
    },
  }),
  jobId: (answer) => WithId.parse(answer).id,
  poll: (job) => `/v1/fine-tunes/${job}`,
  state: (answer) => {
    const { status, model_output_name: model, output_name: older } = TogetherJob.parse(answer);
    if (['error', 'cancelled', 'user_error'].includes(status)) return { kind: 'failed', why: status };
    if (status !== 'completed') return { kind: 'running' };
    const name = model ?? older;
    return typeof name === 'string' ? { kind: 'done', model: name } : { kind: 'failed', why: 'it names no model' };
  },
};

const FireworksJob = z.looseObject({
  state: z.string(),
  status: z.looseObject({ message: z.string().nullish() }).nullish(),
  trainingConfig: z.looseObject({ outputModel: z.string() }).nullish(),
  outputModel: z.string().nullish(),
});

/** @source Fireworks API reference, datasets, dpoJobs and supervisedFineTuningJobs */
const fireworks: HostedDialect = {
  name: 'fireworks',
  upload: (name, account) => [
    { path: `/v1/accounts/${account}/datasets`, json: { datasetId: name, dataset: { userUploaded: {} } } },
    { path: `/v1/accounts/${account}/datasets/${name}:upload`, form: { field: 'file', fields: {} } },
  ],
  fileId: (_, name, account) => `accounts/${account}/datasets/${name}`,
  create: ({ base, file, name, method, knobs, account }) => {
    const outputModel = `accounts/${account}/models/${name}`;
    const common = { baseModel: base, outputModel, loraRank: knobs.loraRank, epochs: knobs.epochs };
    return method === 'dpo'
      ? {
          path: `/v1/accounts/${account}/dpoJobs`,
          body: {
            dataset: file,
            trainingConfig: { ...common, learningRate: knobs.learningRate },
            lossConfig: { method: 'DPO', klBeta: knobs.beta },
          },
        }
      : {
          path: `/v1/accounts/${account}/supervisedFineTuningJobs`,
          body: { dataset: file, ...common, learningRate: knobs.learningRate },
        };
  },
  jobId: (answer) => WithName.parse(answer).name,
  poll: (job) => `/v1/${job}`,
  state: (answer) => {
    const { state, status, trainingConfig, outputModel } = FireworksJob.parse(answer);
    if (/FAILED|CANCELLED|EXPIRED/u.test(state)) return { kind: 'failed', why: status?.message ?? state };
    if (!state.endsWith('COMPLETED')) return { kind: 'running' };
    const model = trainingConfig?.outputModel ?? outputModel;
    return typeof model === 'string' ? { kind: 'done', model } : { kind: 'failed', why: 'it names no model' };
  },
};

export const hostedDialects = { openai, together, fireworks } as const;
export type HostedDialectName = keyof typeof hostedDialects;
