import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerJudge, PreferencePair, Sampler, TrainingBatch } from '#foundation/contracts/self-play';
import { type CommandTrainerSettings, createCommandTrainer } from './command-trainer.ts';
import type { HostedDialectName } from './hosted-dialects.ts';
import { createHostedTrainer } from './hosted-trainer.ts';
import { createLoraServer } from './lora-server.ts';
import { startRewardServer } from './reward-server.ts';

type Handler = (path: string, body: string, request: IncomingMessage) => { status?: number; body: unknown };

let folder = '';
const closers: (() => void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-trainers-'));
});

afterEach(() => {
  for (const close of closers.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

/** A real server on loopback; what it got is kept as `METHOD path`. */
async function serve(handle: Handler): Promise<{ address: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const path = request.url ?? '';
      seen.push(`${request.method} ${path}`);
      const reply = handle(path, body, request);
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  return { address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`, seen };
}

const pair: PreferencePair = {
  id: 'p1',
  iteration: 7,
  prompt: 'reverse ab',
  chosen: 'ba',
  rejected: 'ab',
  scoreChosen: 0.9,
  scoreRejected: 0.1,
  margin: 0.8,
  flipRate: 0.1,
  reliability: { cons: 0.9, sep: 0.5, stab: 0.8, combined: 0.7 },
  source: 'run',
};
const batch: TrainingBatch = { role: 'solver', iteration: 7, pairs: [pair], rewarded: [] };

const chatReply = (content: string) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
});

/** Behaves as vLLM with runtime adapters: a name answers once it is loaded, and no longer when it is unloaded. */
async function startVllm(canLoad = true) {
  const loaded = new Map<string, string>([['base-model', '']]);
  const handle: Handler = (path, text) => {
    const body = JSON.parse(text) as { lora_name: string; lora_path: string; model: string };
    if (path === '/v1/load_lora_adapter') {
      if (!canLoad) return { status: 400, body: { message: 'rank too high' } };
      if (loaded.has(body.lora_name)) return { status: 400, body: { message: 'has already been loaded' } };
      loaded.set(body.lora_name, body.lora_path);
      return { body: 'Success' };
    }
    if (path === '/v1/unload_lora_adapter') {
      loaded.delete(body.lora_name);
      return { body: 'Success' };
    }
    return loaded.has(body.model)
      ? { body: chatReply(`by ${body.model}`) }
      : { status: 404, body: { error: { message: 'no such model' } } };
  };
  return { loaded, ...(await serve(handle)) };
}

/** A training command: a program of a few lines that reads its configuration and leaves what `leave` says. */
function trainerProgram(leave: string): string[] {
  const program = join(folder, 'trainer.mjs');
  writeFileSync(
    program,
    `import { readFileSync, writeFileSync, mkdirSync, appendFileSync } from 'node:fs';
const [config, data, output] = process.argv.slice(2);
const yaml = readFileSync(config, 'utf8');
const rows = readFileSync(data, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
if (!yaml.includes(JSON.stringify(data)) || rows[0].chosen !== 'ba') throw new Error('bad job');
appendFileSync('${join(folder, 'calls')}', 'x');
const header = Buffer.from(JSON.stringify({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(header.length));
const weights = Buffer.concat([length, header, Buffer.alloc(8)]);
${leave}
`,
  );
  return [process.execPath, program, '{config}', '{data}', '{output}'];
}

const adapter = `writeFileSync(output + '/adapter_config.json', '{}');
writeFileSync(output + '/adapter_model.safetensors', weights);`;

const settings = (command: readonly string[]): CommandTrainerSettings => ({
  command,
  base: 'base-model',
  folder: join(folder, 'jobs'),
  environment: { PATH: process.env['PATH'] ?? '' },
  timeoutMs: 5000,
  pollMs: 20,
});
const loraServer = (address: string) => createLoraServer({ baseUrl: `${address}/v1`, stage: 'solver' }, {});
const ask = async (sampler: Sampler): Promise<string | undefined> =>
  (await sampler.sample([{ prompt: 'hello', seed: 1, temperature: 0, maxTokens: 4 }]))[0]?.text;

describe('training by a command', () => {
  it('writes data and configuration, runs it, loads the adapter under a new name and drops the old one', async () => {
    const vllm = await startVllm();
    const trainer = createCommandTrainer(settings(trainerProgram(adapter)), loraServer(vllm.address));
    const start = await trainer.start();
    expect(await ask(await trainer.serve(start))).toBe('by base-model');
    const first = await trainer.train(start, batch, 'dpo');
    expect(await ask(await trainer.serve(first))).toBe(`by ${first.id}`);
    const second = await trainer.train(first, { ...batch, iteration: 8 }, 'ranking');
    expect(second.id).toMatch(/^solver-it0008-/);
    await trainer.serve(second);
    await trainer.retire(first);
    expect([...vllm.loaded.keys()]).toEqual(['base-model', second.id]);
    const yaml = readFileSync(join(folder, 'jobs', first.id, 'train.yaml'), 'utf8');
    expect(yaml).toContain('loss_type: "robust"');
    expect(yaml).toContain('label_smoothing: 0.1');
  });

  it('does not train again what is there, as a resumed run finds it', async () => {
    const vllm = await startVllm();
    const trainer = createCommandTrainer(settings(trainerProgram(adapter)), loraServer(vllm.address));
    const start = await trainer.start();
    const first = await trainer.train(start, batch, 'dpo');
    expect(await trainer.train(start, batch, 'dpo')).toEqual(first);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('x');
  });

  it('waits for the manifest of a job that another machine ends later', async () => {
    const later = `mkdirSync(output + '/ckpt');
writeFileSync(output + '/ckpt/w.bin', 'abc');
writeFileSync('done.json', '{"v":1,"chec');
const { spawn } = await import('node:child_process');
const text = JSON.stringify({ v: 1, checkpoint: 'output/ckpt', files: { 'w.bin': 3 } });
spawn(process.execPath, ['-e', 'setTimeout(() => process.getBuiltinModule("node:fs").writeFileSync("done.json", process.argv[1]), 150)', text], { detached: true, stdio: 'ignore' }).unref();`;
    const vllm = await startVllm();
    const trainer = createCommandTrainer(settings(trainerProgram(later)), loraServer(vllm.address));
    const checkpoint = await trainer.train(await trainer.start(), batch, 'dpo');
    expect(checkpoint.where).toMatch(/output\/ckpt$/);
  });

  it.each([
    ['a command that fails', `console.error('out of memory'); process.exit(3);`, /ended with 3/],
    [
      'weights that break off',
      `${adapter}\nwriteFileSync(output + '/adapter_model.safetensors', weights.subarray(0, -3));`,
      /has \d+ bytes of \d+/,
    ],
    [
      'a manifest that promises more',
      `writeFileSync('done.json', JSON.stringify({ v: 1, checkpoint: 'output', files: { 'w.bin': 9 } }));`,
      /not whole: w.bin has no bytes/,
    ],
    [
      'weights without a configuration',
      `writeFileSync(output + '/adapter_model.safetensors', weights);`,
      /no adapter_config/,
    ],
  ])('refuses %s, and the server keeps what it had', async (_, leave, message) => {
    const vllm = await startVllm();
    const trainer = createCommandTrainer(settings(trainerProgram(leave)), loraServer(vllm.address));
    await expect(trainer.train(await trainer.start(), batch, 'dpo')).rejects.toThrow(message);
    expect([...vllm.loaded.keys()]).toEqual(['base-model']);
  });

  it('gives up when nothing is left behind, and when the program is not there', async () => {
    const vllm = await startVllm();
    const short = { ...settings(['true']), timeoutMs: 600 };
    const silent = createCommandTrainer(short, loraServer(vllm.address));
    await expect(silent.train(await silent.start(), batch, 'dpo')).rejects.toThrow(/no done.json and no adapter/);
    const missing = createCommandTrainer(settings(['no-such-program']), loraServer(vllm.address));
    await expect(missing.train(await missing.start(), { ...batch, iteration: 9 }, 'sft')).rejects.toThrow(
      /could not be started/,
    );
    await expect(missing.train(await missing.start(), batch, 'grpo')).rejects.toThrow(/cannot train by grpo/);
  });

  it('says so when the server does not take an adapter', async () => {
    const vllm = await startVllm(false);
    const trainer = createCommandTrainer(settings(trainerProgram(adapter)), loraServer(vllm.address));
    const checkpoint = await trainer.train(await trainer.start(), batch, 'dpo');
    await expect(trainer.serve(checkpoint)).rejects.toThrow(/rank too high/);
  });
});

const still: Sampler = {
  id: 'still',
  isSimulated: true,
  sample: (requests) => Promise.resolve(requests.map(() => ({ text: 'here', finish: 'stop' as const }))),
};

/** Each service as its reference describes it; the job ends at the third poll as `end` says. */
function hostedService(dialect: HostedDialectName, end: 'done' | 'failed'): { handle: Handler; bodies: string[] } {
  const bodies: string[] = [];
  let polls = 0;
  const handle: Handler = (_path, body, request) => {
    if (request.headers.authorization !== 'Bearer secret') return { status: 401, body: { error: 'key' } };
    if (request.method === 'POST') bodies.push(body);
    if (request.method === 'POST') return { body: { id: 'file-1', name: 'accounts/me/dpoJobs/job-1' } };
    polls += 1;
    if (polls === 1) return { status: 503, body: 'busy' };
    const isEnd = polls > 2;
    switch (dialect) {
      case 'openai':
        return {
          body: {
            status: isEnd ? (end === 'done' ? 'succeeded' : 'failed') : 'running',
            fine_tuned_model: isEnd ? 'ft:new' : null,
            error: { message: 'bad rows' },
          },
        };
      case 'together':
        return {
          body: { status: isEnd ? (end === 'done' ? 'completed' : 'error') : 'queued', model_output_name: 'ft:new' },
        };
      case 'fireworks':
        return {
          body: {
            state: isEnd ? (end === 'done' ? 'JOB_STATE_COMPLETED' : 'JOB_STATE_FAILED') : 'JOB_STATE_RUNNING',
            trainingConfig: { outputModel: 'ft:new' },
          },
        };
    }
  };
  return { handle, bodies };
}

describe.each(['openai', 'together', 'fireworks'] as const)('training at a service in the dialect of %s', (dialect) => {
  const open = async (end: 'done' | 'failed', key = 'secret') => {
    const service = hostedService(dialect, end);
    const server = await serve(service.handle);
    const trainer = createHostedTrainer(
      {
        dialect,
        baseUrl: server.address,
        key,
        base: 'base-model',
        account: 'me',
        folder: join(folder, 'jobs'),
        pollMs: 1,
        mostPolls: 20,
      },
      () => still,
    );
    return { trainer, server, bodies: service.bodies };
  };

  it('uploads preference rows, creates a job, polls through an outage and serves what comes out', async () => {
    const { trainer, bodies, server } = await open('done');
    const checkpoint = await trainer.train(await trainer.start(), batch, 'dpo');
    expect(checkpoint).toEqual({ id: 'ft:new', backend: 'hosted', where: 'ft:new' });
    expect(bodies.join('\n')).toContain('"preferred_output":[{"role":"assistant","content":"ba"}]');
    expect(bodies.at(-1)?.toLowerCase()).toContain('dpo');
    expect(await ask(await trainer.serve(checkpoint))).toBe('here');
    expect(server.seen.filter((line) => line.startsWith('GET'))).toHaveLength(3);
    // A resumed run asks for the same job and creates none.
    const before = bodies.length;
    await trainer.train(await trainer.start(), batch, 'dpo');
    expect(bodies.length).toBe(before);
  });

  it('fails where the job fails, and where the key is refused', async () => {
    const { trainer } = await open('failed');
    await expect(trainer.train(await trainer.start(), batch, 'preferred')).rejects.toThrow(/failed/);
    const refused = await open('done', 'wrong');
    await expect(refused.trainer.train(await trainer.start(), { ...batch, iteration: 3 }, 'dpo')).rejects.toThrow(
      /refuses/,
    );
    // What failed is forgotten, so that a resumed run begins anew.
    expect(readdirSync(join(folder, 'jobs'))).toEqual([]);
  });
});

describe('our judge as the reward of an outside trainer', () => {
  const judge: AnswerJudge = {
    id: 'length',
    isSimulated: true,
    score: (items) =>
      Promise.resolve(
        items.map(({ answer, pass }) => (answer === 'no verdict' ? null : answer.length / 10 + pass / 100)),
      ),
    compare: () => Promise.resolve([]),
  };
  const post = async (address: string, body: unknown) => {
    const reply = await fetch(address, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json() };
  };

  it('answers in the words of OpenRLHF, with the mean over passes', async () => {
    const server = await startRewardServer({ judge, passes: 3 });
    closers.push(() => void server.close());
    const body = { query: ['2+2=4', '2+2=fourteen'], prompts: ['2+2=', '2+2='], labels: ['', ''] };
    const reply = await post(server.address, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ rewards: [0.11, expect.closeTo(0.81)], scores: expect.any(Array), extra_logs: {} });
    expect(server.scored).toBe(2);
  });

  it('never makes up a reward: no verdict is 503, a bad request 400, another path 404', async () => {
    const server = await startRewardServer({ judge, passes: 1 });
    closers.push(() => void server.close());
    expect((await post(server.address, { query: ['no verdict'], prompts: [''] })).status).toBe(503);
    expect((await post(server.address, { query: ['a'], prompts: [] })).status).toBe(400);
    expect((await post(server.address, '{"query"')).status).toBe(400);
    expect((await post(server.address.replace('get_reward', 'other'), {})).status).toBe(404);
  });
});
