import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour, Received } from '#world/models/loopback';
import { type Outcome, runPawl } from '../run-pawl.ts';
import { judgeProgram, startSums, type SumsServer } from './sums-server.ts';

let folder = '';
let server: SumsServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-outside-'));
  writeFileSync(join(folder, 'judge.mjs'), judgeProgram);
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A training command as TRL runs one: it reads its configuration and its rows, and leaves a LoRA whose level the file `lesson` says: `+` learns,
 * `-` unlearns, `half` breaks off in the weights, `fail` runs out of memory.
 */
const trainerProgram = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [config, data, output, from, reward] = process.argv.slice(2);
const yaml = readFileSync(config, 'utf8');
const rows = readFileSync(data, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
if (!yaml.includes(JSON.stringify(data)) || !yaml.includes(JSON.stringify(output))) throw new Error('not the job of this file');
const lesson = readFileSync('../../lesson', 'utf8');
appendFileSync('../../trained', rows.length + '\\n');
if (lesson === 'fail') { console.error('CUDA out of memory'); process.exit(3); }
const before = from === '' ? 0.5 : JSON.parse(readFileSync(from + '/adapter_config.json', 'utf8')).level;
let level = lesson === '-' ? 0 : Math.min(1, before + 0.5);
if (reward) {
  // As OpenRLHF asks for rewards: whole texts with the prompts they begin with.
  const sum = (prompt) => prompt.match(/\\d+/gu).map(Number).reduce((a, b) => a + b);
  const prompts = rows.map(({ prompt }) => prompt);
  const ask = async (query) => {
    const reply = await fetch(reward, { method: 'POST', body: JSON.stringify({ query, prompts, labels: prompts.map(() => '') }) });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()).rewards;
  };
  const [right, wrong] = [await ask(prompts.map((prompt) => prompt + sum(prompt))), await ask(prompts.map((prompt) => prompt + (sum(prompt) + 1)))];
  const gap = right.reduce((total, each, i) => total + each - wrong[i], 0) / right.length;
  if (!(gap > 0.5)) throw new Error('the reward tells nothing apart: ' + gap);
  level = lesson === '-' ? 0 : Math.min(1, before + gap);
} else if (!('chosen' in rows[0]) || !('rejected' in rows[0])) throw new Error('not pairs');
const header = Buffer.from(JSON.stringify({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(header.length));
const weights = Buffer.concat([length, header, Buffer.alloc(8)]);
writeFileSync(output + '/adapter_config.json', JSON.stringify({ level }));
writeFileSync(output + '/adapter_model.safetensors', lesson === 'half' ? weights.subarray(0, -3) : weights);
`;

const small = {
  topic: 'sums of two numbers',
  iterations: 2,
  questions: 8,
  strong: { count: 4 },
  weak: { count: 2, temperature: 2, lag: 1 },
  scorePasses: 2,
  pairs: 1,
  pairPasses: 8,
  thresholds: { cons: 0.1, stab: 0 },
  validity: 0.5,
  gate: { every: 1, questions: 16, passes: 1 },
  finalQuestions: 0,
};

/** Writes the config and plays it; what the command prints is read as JSON where it ended well. */
async function play(
  trainer: object,
  more: readonly string[] = [],
  also: object = {},
): Promise<Outcome & { said: Said }> {
  const served = { model: 'vllm:base', baseUrl: `${server!.address}/v1` };
  const judge = { command: [process.execPath, join(folder, 'judge.mjs')] };
  const selfplay = { ...small, generator: served, solver: 'trainer', judge, trainer, ...also };
  writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ selfplay }));
  const config = ['--config', join(folder, 'pawl.config.json'), '--workspace', join(folder, '.pawl'), '--json'];
  const seed = more.includes('--resume') ? [] : ['--seed', '3'];
  const env = { PATH: process.env['PATH'] ?? '', HOSTED_KEY: 'secret' };
  const outcome = await runPawl(['selfplay', ...seed, ...more, ...config], { cwd: folder, env });
  return { ...outcome, said: outcome.code === 0 ? (JSON.parse(outcome.out) as Said) : ({} as Said) };
}

interface Said {
  readonly run: string;
  readonly hash: string;
  readonly accepted: number;
  readonly rolledBack: number;
  readonly generatorLearnsBy: string;
  readonly checkpoints: { readonly solver: string; readonly start: string };
}

const command = (kind: 'command' | 'reward-server') => ({
  kind,
  command: [
    process.execPath,
    join(folder, 'train.mjs'),
    '{config}',
    '{data}',
    '{output}',
    '{from}',
    ...(kind === 'command' ? [] : ['{reward}']),
  ],
  base: 'base',
  server: `${server!.address}/v1`,
  folder: join(folder, 'jobs'),
  timeoutMs: 20_000,
  pollMs: 10,
});
const teach = (lesson: '+' | '-' | 'half' | 'fail'): void =>
  writeFileSync(join(folder, 'jobs', '..', 'lesson'), lesson);
const trained = (): string[] => readFileSync(join(folder, 'trained'), 'utf8').trim().split('\n');

describe.each(['command', 'reward-server'] as const)(
  'a trainer of kind %s, by the config file',
  { timeout: 180_000 },
  (kind) => {
    beforeEach(async () => {
      writeFileSync(join(folder, 'train.mjs'), trainerProgram);
      server = await startSums();
    });

    it('trains by a command, switches adapters under new names, drops old ones, and certifies what it accepts', async () => {
      teach('+');
      const { said, err } = await play(command(kind));
      expect(said.accepted, err).toBeGreaterThan(0);
      expect(said.checkpoints.solver).toMatch(/^solver-it000\d-/);
      expect(server!.models.has(said.checkpoints.solver)).toBe(true);
      expect(server!.moves.filter((move) => move.startsWith('+'))).toHaveLength(2);
      const audit = await runPawl(['audit', said.run, '--workspace', join(folder, '.pawl')], { cwd: folder });
      expect(audit.out).toContain(`${said.accepted} of ${said.accepted} certificates hold`);
      const job = JSON.parse(readFileSync(join(folder, 'jobs', said.checkpoints.solver, 'job.json'), 'utf8')) as object;
      expect(job).toMatchObject({ method: kind === 'command' ? 'dpo' : 'grpo', base: 'base' });
    });

    it('rolls back a checkpoint that is worse, and ends with the model it began with', async () => {
      teach('-');
      const { said, err } = await play(command(kind), [], { iterations: 1 });
      expect(said.rolledBack, err).toBeGreaterThan(0);
      expect(said).toMatchObject({ accepted: 0, checkpoints: { solver: 'base', start: 'base' } });
      expect(err).toContain('back to the one in force');
    });

    // How a job is run is the same for both.
    it.runIf(kind === 'command')(
      'stops at a command that fails or leaves half of it, keeps the server as it was, and resumes to the same hash',
      async () => {
        teach('fail');
        const failed = await play(command(kind));
        expect(failed.code).not.toBe(0);
        expect(failed.err).toContain('ended with 3');
        teach('half');
        const half = await play(command(kind), ['--resume', 'latest']);
        expect(half.code).not.toBe(0);
        expect(half.err).toMatch(/has \d+ bytes of \d+/);
        expect(server!.moves).toEqual([]);
        teach('+');
        const { said, err } = await play(command(kind), ['--resume', 'latest']);
        expect(said.accepted, err).toBeGreaterThan(0);
        const whole = await play(command(kind));
        expect(whole.said.hash).toBe(said.hash);
        // Two tries that came to nothing, two jobs, and none again: the whole run finds them done.
        expect(trained()).toHaveLength(4);
      },
    );
  },
);

type Dialect = 'openai' | 'together' | 'fireworks';

/** A fine-tuning service as its reference describes it; what a job ends as is up to `ends`. */
function service(dialect: Dialect, ends: () => 'good' | 'worse' | 'failed', files: string[]) {
  let jobs = 0;
  const polls = new Map<string, number>();
  const json = (body: unknown, status = 200): Behaviour => ({ kind: 'raw', body: JSON.stringify(body), status });
  return ({ method, path, headers, text }: Received): Behaviour | undefined => {
    if (path.endsWith('/chat/completions')) return undefined;
    if (headers['authorization'] !== 'Bearer secret') return json({ error: 'key' }, 401);
    if (method === 'POST' && /files|datasets/u.test(path)) {
      files.push(text);
      return files.length === 1 ? json({ error: 'slow down' }, 429) : json({ id: `file-${files.length}` });
    }
    if (method === 'POST') {
      jobs += 1;
      const id = `${ends()}-${jobs}`;
      return json({ id, name: `accounts/me/dpoJobs/${id}` });
    }
    const id = path.split('/').at(-1)!;
    polls.set(id, (polls.get(id) ?? 0) + 1);
    // The first answer breaks off, the second says that it runs.
    if (polls.get(id) === 1) return { kind: 'raw', body: '{"status": "succee' };
    const [isEnd, isFailed, model] = [polls.get(id)! > 2, id.startsWith('failed'), `ft:${id}`];
    const word = (running: string, failed: string, done: string): string =>
      isEnd ? (isFailed ? failed : done) : running;
    if (isEnd && !isFailed) server!.models.set(model, id.startsWith('good') ? 1 : 0);
    if (dialect === 'openai') {
      const error = { message: 'bad rows' };
      return json({ status: word('running', 'failed', 'succeeded'), fine_tuned_model: isEnd ? model : null, error });
    }
    if (dialect === 'together') {
      return json({ status: word('queued', 'error', 'completed'), model_output_name: model });
    }
    const state = `JOB_STATE_${word('RUNNING', 'FAILED', 'COMPLETED')}`;
    return json({ state, trainingConfig: { outputModel: model } });
  };
}

describe.each(['openai', 'together', 'fireworks'] as const)(
  'a hosted trainer in the dialect of %s, by the config file',
  { timeout: 180_000 },
  (dialect) => {
    const files: string[] = [];
    let end: 'good' | 'worse' | 'failed' = 'good';
    const hosted = () => ({
      kind: 'hosted',
      dialect,
      baseUrl: server!.address,
      keyVariable: 'HOSTED_KEY',
      base: 'base',
      account: 'me',
      folder: join(folder, 'jobs'),
      pollMs: 1,
    });

    beforeEach(async () => {
      files.length = 0;
      server = await startSums(service(dialect, () => end, files));
    });

    it.runIf(dialect === 'openai')('rolls back a model that is worse', async () => {
      end = 'worse';
      const { said, err } = await play(hosted(), [], { iterations: 1 });
      expect(said, err).toMatchObject({ accepted: 0, rolledBack: 1, checkpoints: { solver: 'base' } });
    });

    it('uploads pairs, waits through refusals and broken answers, stops at a job that fails, begins another when resumed', async () => {
      end = 'failed';
      const failed = await play(hosted(), [], { iterations: 1 });
      expect(failed.code).not.toBe(0);
      expect(failed.err).toMatch(/job .*failed-1 failed/u);
      expect(readdirSync(join(folder, 'jobs'))).toEqual([]);
      end = 'good';
      const { said, err } = await play(hosted(), ['--resume', 'latest'], { iterations: 1 });
      expect(said, err).toMatchObject({ accepted: 1, checkpoints: { solver: 'ft:good-2' } });
      expect(files.join('\n')).toContain('"preferred_output":[{"role":"assistant"');
    });
  },
);
