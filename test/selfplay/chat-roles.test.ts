import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour, Received } from '#world/models/loopback';
import { type Outcome, runPawl } from '../run-pawl.ts';
import { startSums, type SumsServer } from './sums-server.ts';

let folder = '';
let server: SumsServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-chat-'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly hash: string;
  readonly run: string;
  readonly generatorLearnsBy: string;
  readonly judged: number;
  readonly kept: number;
  readonly ended: string;
  readonly judgeCalls: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly dollars: number;
}

/** Only where a server hangs: on a busy machine a second passes quickly. */
let patience: { timeoutSeconds?: number } = {};
const price = { prompt: 1000, completion: 1000 };

/** All roles are models of one server, called by the SDK; `also` goes over the config. */
async function play(also: object = {}, more: readonly string[] = ['--seed', '3']): Promise<Outcome & { said: Said }> {
  const of = (name: string) => ({ model: `vllm:${name}`, baseUrl: `${server!.address}/v1`, price, ...patience });
  const selfplay = {
    topic: 'sums of two numbers',
    generator: of('asks'),
    solver: of('answers'),
    judge: { model: of('judges'), rubric: 'The sum must be right.' },
    iterations: 2,
    questions: 6,
    strong: { count: 3, bestOf: 1 },
    weak: { count: 2, temperature: 2 },
    scorePasses: 2,
    pairs: 1,
    pairPasses: 8,
    finalQuestions: 0,
    ...also,
  };
  writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ selfplay }));
  const where = ['--config', join(folder, 'pawl.config.json'), '--workspace', join(folder, '.pawl'), '--json'];
  const outcome = await runPawl(['selfplay', ...more, ...where], { cwd: folder, env: {} });
  return { ...outcome, said: outcome.code === 0 ? (JSON.parse(outcome.out) as Said) : ({} as Said) };
}

async function serve(before?: (request: Received, index: number) => Behaviour | undefined): Promise<void> {
  server = await startSums(before);
  for (const name of ['asks', 'answers', 'judges', 'small']) server.models.set(name, name === 'small' ? 0.1 : 0.6);
}

const askedOf = (name: string): Received[] => server!.received.filter(({ body }) => body['model'] === name);

describe('chat models as generator, solver and judge', { timeout: 180_000 }, () => {
  it('play through the SDK as three models: questions are kept, and what was judged well is shown to who asks', async () => {
    await serve();
    const { said, err } = await play({ iterations: 3 });
    expect(said.kept, err).toBeGreaterThan(0);
    expect(said).toMatchObject({ generatorLearnsBy: 'examples in its prompt', ended: 'done' });
    expect(askedOf('asks').length + askedOf('answers').length).toBe(said.modelCalls);
    expect(askedOf('judges').length).toBe(said.judgeCalls);
    expect(askedOf('asks').at(-1)!.text).toContain('could be judged reliably');
    // The server counts a token for four letters of the request, and at least one for its reply; all roles pay the same price.
    const prompts = server!.received.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0);
    expect(said.tokens).toBeGreaterThan(prompts + server!.received.length);
    expect(said.tokens).toBeLessThan(prompts + 30 * server!.received.length);
    expect(said.dollars).toBeCloseTo(said.tokens / 1000, 6);
  });

  it('leave questions that `pawl tasks` and `pawl train` take as they are, and pairs with their real margins', async () => {
    await serve();
    const { said } = await play({ questions: 14, judgedStrong: 6 });
    const around = { cwd: folder, env: {} };
    const store = ['--workspace', join(folder, '.pawl')];
    const exported = await runPawl(['selfplay', 'export', said.run, '-o', 'tasks.jsonl', '--json', ...store], around);
    expect(JSON.parse(exported.out)).toMatchObject({ lines: said.kept });
    const reviewed = await runPawl(['tasks', 'review', 'tasks.jsonl', '--json'], { ...around, stdin: 'g\nd\nq\n' });
    expect(JSON.parse(reviewed.out)).toMatchObject({ kept: said.kept - 1, dropped: 1, labelled: 1 });
    writeFileSync(join(folder, 'SKILL.md'), '# Sums\n\nAnswer with the number alone.\n');
    const train = {
      skill: 'SKILL.md',
      tasks: 'tasks.jsonl',
      split: [1, 1, 0],
      scorer: { kind: 'exact' },
      target: { model: 'compatible:answers', baseUrl: `${server!.address}/v1` },
      epochs: 1,
      retries: 0,
      search: { draftSteps: 1, readings: 1, votes: 1, creditTasks: 0 },
    };
    writeFileSync(join(folder, 'train.config.json'), JSON.stringify({ train }));
    const trained = await runPawl(['train', '--config', 'train.config.json', '--json', ...store], around);
    // The server answers each task with one word, so its rollouts are scored; as an optimizer it can be read nowhere.
    expect(trained.code, trained.err).toBe(1);
    expect(trained.err).toContain('12 validation tasks');
    expect(trained.err).toMatch(/loops\/unreadable-replies.*The first begins: \\"word\\"/);
    await runPawl(['selfplay', 'export', said.run, '--format', 'trl-dpo', '-o', 'pairs.jsonl', ...store], around);
    const pairs = readFileSync(join(folder, 'pairs.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { margin: number; flip_rate: number; chosen: string; prompt: string });
    for (const { margin, flip_rate: flipRate, prompt, chosen } of pairs) {
      expect(margin).toBeGreaterThan(0.5);
      expect(margin).toBeLessThan(0.85);
      // 6 passes or more, none of them against: (0 + 1) / (n + 2).
      expect([1 / 8, 1 / 10]).toContain(flipRate);
      expect(chosen).toBe(String((prompt.match(/\d+/gu) ?? []).map(Number).reduce((a, b) => a + b)));
    }
    expect(pairs.length).toBeGreaterThan(0);
  });

  it('play as one model in all three roles', async () => {
    await serve();
    const one = { model: 'vllm:answers', baseUrl: `${server!.address}/v1` };
    const { said, err } = await play({
      generator: one,
      solver: one,
      judge: { model: one, rubric: 'sum' },
      isShared: true,
    });
    expect(said.kept, err).toBeGreaterThan(0);
    expect(new Set(server!.received.map(({ body }) => body['model']))).toEqual(new Set(['answers']));
    const two = await play({ isShared: true });
    expect(two.code).toBe(2);
    expect(two.err).toContain('generator and solver are two');
  });

  it('outlast a server that refuses, hangs and breaks off, to the hash of an undisturbed run', async () => {
    await serve();
    const calm = (await play()).said;
    await server!.close();
    rmSync(join(folder, '.pawl'), { recursive: true });
    const rude: Record<number, Behaviour> = {
      3: { kind: 'status', status: 429, retryAfter: '0' },
      9: { kind: 'hang' },
      20: { kind: 'truncated' },
      31: { kind: 'malformed' },
      40: { kind: 'reset' },
      47: { kind: 'status', status: 503 },
    };
    await serve((_, index) => rude[index]);
    patience = { timeoutSeconds: 3 };
    const { said, err } = await play();
    patience = {};
    expect(server!.received.length, err).toBeGreaterThan(calm.judgeCalls + calm.modelCalls);
    expect({ hash: said.hash }, err).toEqual({ hash: calm.hash });
  });

  it('are resumed to the same hash after a key was refused half-way', async () => {
    await serve();
    const calm = (await play()).said;
    await server!.close();
    rmSync(join(folder, '.pawl'), { recursive: true });
    let isOpen = false;
    await serve((_, index) => (index > 60 && !isOpen ? { kind: 'status', status: 401 } : undefined));
    const cut = await play();
    expect(cut.code).not.toBe(0);
    expect(cut.err).toMatch(/401|key/iu);
    isOpen = true;
    // The port is another than that of the calm run, and part of no hash.
    expect((await play({}, ['--resume', 'latest'])).said.hash).toBe(calm.hash);
  });

  it('take the weak answers from a smaller model, the strong ones as the best of three, and rankings', async () => {
    await serve();
    const small = { model: 'vllm:small', baseUrl: `${server!.address}/v1` };
    const { said, err } = await play({
      iterations: 1,
      weak: { count: 2, temperature: 1, model: small },
      strong: { count: 3, bestOf: 3 },
      validity: 0,
      rankPasses: 2,
    });
    expect(said.judged, err).toBeGreaterThan(0);
    expect(askedOf('small')).toHaveLength(2 * said.judged);
    expect(askedOf('answers')).toHaveLength(2 * 9 * said.judged);
    expect(askedOf('judges').some(({ text }) => text.includes('letters of all answers'))).toBe(true);
  });

  it.each([
    ['modelCalls', 60],
    ['judgeCalls', 30],
    ['tokens', 6000],
    ['dollars', 6],
    ['milliseconds', 1],
  ] as const)('end at a limit of %s, and never pass it', async (what, limit) => {
    await serve();
    const { said, err } = await play({ limits: { [what]: limit } });
    expect(said.ended, err).toBe('budget');
    expect(err).toContain('limit');
    const used = what === 'milliseconds' ? 0 : said[what];
    expect(used).toBeLessThanOrEqual(limit);
  });

  it('are not paid by a run with a limit in dollars that knows no price', async () => {
    await serve();
    const solver = { model: 'vllm:answers', baseUrl: `${server!.address}/v1` };
    const { code, err } = await play({ solver, limits: { dollars: 1 } });
    expect(code).not.toBe(0);
    expect(err).toContain('no price is known for the solver');
    expect(server!.received).toEqual([]);
  });
});
