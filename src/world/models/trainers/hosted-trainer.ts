import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Sampler, Trainer, TrainingBatch, TrainingMethod } from '#foundation/contracts/self-play';
import { Fault, hashOf } from '#foundation/kernel';
import { findTrainingFormat } from './formats/formats.ts';
import { toLines } from './formats/training-format.ts';
import {
  type HostedDialect,
  type HostedDialectName,
  hostedDialects,
  type HostedJob,
  type JobState,
} from './hosted-dialects.ts';
import { requestJson, saidBy } from './http-json.ts';
import { trainingKnobs, type TrainingKnobs } from './trl-config.ts';

export interface HostedTrainerSettings {
  readonly dialect: HostedDialectName;
  /** Up to and without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly base: string;
  /** Fireworks: whose models and datasets they are. */
  readonly account?: string;
  /** Ids of begun jobs are kept in here, so that a resumed run waits for its job and does not pay for a second one. */
  readonly folder: string;
  readonly pollMs?: number;
  /** Polls until a job is given up; the job itself is left to its service. */
  readonly mostPolls?: number;
  readonly knobs?: Partial<TrainingKnobs>;
}

const Kept = z.object({ job: z.string() });

/** A job of a fine-tuning service: upload, create, poll; `open` makes a sampler of the model it names. */
export function createHostedTrainer(settings: HostedTrainerSettings, open: (model: string) => Sampler): Trainer {
  const dialect: HostedDialect = hostedDialects[settings.dialect];
  const knobs = { ...trainingKnobs, ...settings.knobs };
  const account = settings.account ?? '';
  return {
    id: `hosted ${settings.dialect} ${settings.base}`,
    methods: ['dpo', 'sft', 'preferred'],
    start: () => Promise.resolve({ id: settings.base, backend: 'hosted', where: settings.base }),
    async train(from, batch, method) {
      const content = hashOf({
        from: from.id,
        pairs: [...batch.pairs],
        method,
        knobs: { ...knobs },
        base: settings.base,
      });
      const name = `pawl-${batch.role}-${batch.iteration}-${content.slice(0, 10)}`;
      const memory = join(settings.folder, `${name}.json`);
      const kept = await readFile(memory, 'utf8').then(
        (text) => Kept.parse(JSON.parse(text)).job,
        () => undefined,
      );
      const job = kept ?? (await begin(settings, dialect, { base: from.where, name, method, knobs, account }, batch));
      if (kept === undefined) await keep(settings.folder, memory, job);
      const state = await awaitEnd(settings, dialect, job, account);
      if (state.kind === 'done') return { id: state.model, backend: 'hosted', where: state.model };
      // A resumed run begins another job in its place.
      await rm(memory, { force: true });
      throw new Fault('models/training-failed', `job ${job} failed: ${state.why}`);
    },
    serve: async ({ where }) => {
      const sampler = open(where);
      const [reply] = await sampler.sample([{ prompt: 'Say a word.', seed: 0, temperature: 0, maxTokens: 8 }]);
      if (reply === null || reply === undefined) {
        throw new Fault('models/serving-failed', `${where} was trained but does not answer`);
      }
      return sampler;
    },
    retire: () => Promise.resolve(),
  };
}

async function begin(
  settings: HostedTrainerSettings,
  dialect: HostedDialect,
  job: Omit<HostedJob, 'file'>,
  batch: TrainingBatch,
): Promise<string> {
  const text = trainingText(batch, job.method);
  let answer: unknown;
  for (const { path, json, form } of dialect.upload(job.name, job.account)) {
    answer = await send(settings, path, form === undefined ? json : formOf(form, job.name, text));
  }
  const file = idIn('the file', answer, (found) => dialect.fileId(found, job.name, job.account));
  const { path, body } = dialect.create({ ...job, file });
  return idIn('the job', await send(settings, path, body), (found) => dialect.jobId(found));
}

function idIn(what: string, answer: unknown, read: (answer: unknown) => string): string {
  try {
    return read(answer);
  } catch (cause) {
    const said = JSON.stringify(answer)?.slice(0, 200);
    throw new Fault('models/training-failed', `the service names no id of ${what}: ${said}`, { cause });
  }
}

/** Preference rows for DPO, conversations with the preferred answer otherwise. */
function trainingText({ pairs }: TrainingBatch, method: TrainingMethod): string {
  if (method === 'dpo') return findTrainingFormat('openai-preference').write(pairs)['preferences.jsonl'] ?? '';
  return toLines(
    pairs.map(({ prompt, chosen }) => ({
      messages: [
        { role: 'user', content: prompt },
        { role: 'assistant', content: chosen },
      ],
    })),
  );
}

function formOf(
  form: { readonly field: string; readonly fields: Readonly<Record<string, string>> },
  name: string,
  text: string,
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(form.fields)) data.set(key, value);
  data.set(form.field, new Blob([text], { type: 'application/jsonl' }), `${name}.jsonl`);
  return data;
}

/** Refusals that say nothing was begun are tried again; anything else could begin a second job. */
const TRIED_AGAIN: readonly number[] = [429, 503];
const TRIES = 5;

async function send(settings: HostedTrainerSettings, path: string, body: unknown): Promise<unknown> {
  for (let at = 1; ; at += 1) {
    const answer = await requestJson({
      url: `${settings.baseUrl}${path}`,
      method: 'POST',
      headers: keyHeader(settings),
      body,
    });
    if (answer.status < 300) return answer.body;
    if (at === TRIES || !TRIED_AGAIN.includes(answer.status)) {
      throw new Fault('models/training-failed', `${settings.dialect} refuses ${path}: ${saidBy(answer)}`);
    }
    await new Promise<void>((resolve) => setTimeout(resolve, settings.pollMs ?? 15_000));
  }
}

async function awaitEnd(
  settings: HostedTrainerSettings,
  dialect: HostedDialect,
  job: string,
  account: string,
): Promise<Exclude<JobState, { kind: 'running' }>> {
  const { pollMs = 15_000, mostPolls = 5760 } = settings;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const answer = await requestJson({
      url: `${settings.baseUrl}${dialect.poll(job, account)}`,
      method: 'GET',
      headers: keyHeader(settings),
    }).catch(() => undefined);
    // A poll that fails says nothing about the job; the next one may.
    if (answer !== undefined && answer.status < 300) {
      const state = readState(dialect, answer.body);
      if (state.kind !== 'running') return state;
    } else if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      throw new Fault('models/training-failed', `job ${job} cannot be asked for: ${saidBy(answer)}`);
    }
    await new Promise<void>((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Fault('models/training-failed', `job ${job} is still running after ${mostPolls} polls; resume to wait on`);
}

/** An answer that breaks off says as little as none. */
function readState(dialect: HostedDialect, body: unknown): JobState {
  try {
    return dialect.state(body);
  } catch {
    return { kind: 'running' };
  }
}

function keyHeader({ key }: HostedTrainerSettings): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

async function keep(folder: string, file: string, job: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.making`, JSON.stringify({ job }));
  await rename(`${file}.making`, file);
}
