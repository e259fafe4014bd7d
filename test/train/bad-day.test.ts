import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour, ModelServer, Received } from '#world/models/loopback';
import { type Outcome, runPawl } from '../run-pawl.ts';
import { startPlumServer, writePlumFiles } from './plum-server.ts';

const folders: string[] = [];
const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Day {
  readonly server: ModelServer;
  readonly train: (...more: string[]) => Promise<Outcome>;
  /** Requests that were answered with 200, and how many of them were asked more than once. */
  readonly answered: () => { readonly calls: number; readonly twice: number };
}

type Misbehave = (request: Received, index: number) => Behaviour | undefined;

async function dayWith(misbehave: Misbehave, settings: Parameters<typeof writePlumFiles>[2] = {}): Promise<Day> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bad-day-'));
  const paid: string[] = [];
  const server = await startPlumServer((request, index) => {
    const told = misbehave(request, index);
    if (told === undefined) paid.push(request.text);
    return told;
  });
  folders.push(folder);
  servers.push(server);
  writePlumFiles(folder, server.address, settings);
  return {
    server,
    train: (...more) => runPawl(['train', ...more], { cwd: folder }),
    answered: () => ({ calls: paid.length, twice: paid.length - new Set(paid).size }),
  };
}

interface Report {
  readonly [key: string]: unknown;
  readonly spent: { readonly dollars: number };
  readonly dollars: { readonly low: number; readonly high: number };
}

const status = (code: number, more: object = {}): Behaviour => ({ kind: 'status', status: code, ...more });
const reportOf = ({ out, err }: Outcome): Report =>
  JSON.parse(out.trim().split('\n').at(-1) || JSON.stringify({ err }));

describe('a bad day of the provider, through the real SDK', () => {
  it('on a good day ends with tokens, money, time and calls per role, and the paired difference', async () => {
    const price = { prompt: 1, completion: 2 };
    const { train, answered } = await dayWith(() => undefined, { target: { price } });
    const { code, out } = await train();
    expect(code).toBe(0);
    expect(out).toMatch(/score on test tasks .*→ 100\.0 %/);
    expect(out).toMatch(/difference +\+\d+\.\d points \[\+\d+\.\d, \+\d+\.\d\], better on \d+ tasks, worse on 0/);
    expect(out).toMatch(/target +\d+ calls, [\d,]+ tokens in, [\d,]+ out, \$0\.\d+/);
    expect(out).toMatch(/optimizer +\d+ calls, [\d,]+ tokens in, [\d,]+ out, \$0\.\d+/);
    expect(out).toMatch(/time +\d+\.\d s/);
    expect(answered().twice).toBe(0);
  });

  it.each([401, 404])(
    '%i stops at once, says how to go on, and the repaired run ends without paying twice',
    async (code) => {
      let isBroken = true;
      const { train, answered, server } = await dayWith(() => (isBroken ? status(code) : undefined));
      const stopped = await train();
      expect(stopped.code).toBe(1);
      expect(stopped.err).toContain('models/refused-request');
      expect(stopped.err).toContain(`${code} told to answer`);
      expect(stopped.err).toMatch(/Go on with it: npx pawl train --resume train-\w+ --config pawl\.config\.json/);
      expect(server.received.length).toBeLessThanOrEqual(16);
      isBroken = false;
      expect(reportOf(await train('--resume', 'latest', '--json'))['accepted']).toBe(1);
      expect(answered().twice).toBe(0);
    },
  );

  it('one task that a content filter refuses (400) is not scored, and named; the run goes on', async () => {
    const filtered = status(400, { message: 'The response was filtered: content_filter' });
    const { train, server } = await dayWith(({ text }) => (text.includes('(no-30.)') ? filtered : undefined));
    const { code, out } = await train();
    expect(code).toBe(0);
    expect(out).toMatch(/refused +no-30: not scored \(.*400 The response was filtered/);
    // Asked once for each of the two skills: what is refused once is refused again.
    expect(server.received.filter(({ text }) => text.includes('(no-30.)'))).toHaveLength(2);
  });

  it('a request that is always refused ends the run before the tasks are worked through', async () => {
    const { train, server } = await dayWith(() => status(400, { message: 'temperature is not supported' }));
    const { code, err } = await train();
    expect(code).toBe(1);
    expect(err).toMatch(/models\/refused-request: .*temperature is not supported/);
    expect(err).toContain('check the key, the name of the model and its settings');
    expect(err).toContain('With another key or baseUrl --resume goes on');
    expect(server.received.length).toBeLessThanOrEqual(12);
  });

  it.each([
    [{ retryAfter: '0' }, /waits \d+ ms/],
    // By itself the first wait is half a second at most.
    [{ retryAfter: '1' }, /waits 1 s/],
    [{}, /waits \d+ ms/],
  ])('429 with %o is told, waited for and passes', async (more, wait) => {
    const { train } = await dayWith((_request, index) => (index % 60 === 3 ? status(429, more) : undefined));
    const { code, err, out } = await train();
    expect(code).toBe(0);
    const [told] = /rate-limit: .*429 told to answer 429; rollout .* before try 2 of 2/.exec(err) ?? [];
    expect(told).toMatch(wait);
    expect(out).toMatch(/tries again +\d+, after outages/);
  });

  it('an outage stops the run with what it was, and --resume asks again only for what had no score', async () => {
    let isDown = false;
    const { train, answered } = await dayWith((_request, index) => (isDown || index === 8 ? status(500) : undefined));
    isDown = true;
    const stopped = await train();
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain('loops/low-coverage');
    expect(stopped.err).toContain('12 connection');
    const again = await train('--resume', 'latest');
    expect([again.code, again.err.includes('loops/low-coverage')]).toEqual([1, true]);
    isDown = false;
    expect(reportOf(await train('--resume', 'latest', '--json'))).toMatchObject({ accepted: 1, unscored: 0 });
    expect(answered().twice).toBe(0);
  });

  it('an optimizer that is down stops the run, and --resume asks it with all patience again', async () => {
    let isDown = true;
    const isAnalyst = ({ body }: Received): boolean => body['response_format'] !== undefined;
    const { train, answered, server } = await dayWith((request) =>
      isDown && isAnalyst(request) ? status(503) : undefined,
    );
    expect((await train()).err).toContain('models/outage');
    const before = server.received.length;
    await train('--resume', 'latest');
    expect(server.received.length - before).toBe(4);
    isDown = false;
    const report = reportOf(await train('--resume', 'latest', '--json'));
    expect(report).toMatchObject({ accepted: 1, asked: { retries: 4 } });
    expect(answered().twice).toBe(0);
  });

  it.each<[string, string, Behaviour]>([
    ['hangs', 'timeout', { kind: 'hang' }],
    ['sends HTML', 'malformed', { kind: 'html' }],
    ['sends half a JSON', 'malformed', { kind: 'truncated' }],
    ['sends another schema', 'malformed', { kind: 'malformed' }],
    ['resets the connection', 'connection', { kind: 'reset' }],
    ['sends 10 MB', 'malformed', { kind: 'answer', text: 'x'.repeat(10_000_000) }],
  ])('a server that once %s is asked again, and nothing is scored for it', async (_what, outage, behaviour) => {
    const settings = { target: { timeoutSeconds: behaviour.kind === 'hang' ? 1 : 30 } };
    const { train } = await dayWith((_request, index) => (index === 5 ? behaviour : undefined), settings);
    const { code, err, out } = await train();
    expect(code).toBe(0);
    expect(err).toContain(`${outage}: `);
    expect(out).toMatch(/tries again +\d+, after outages/);
  });

  it('a page that stands where the model should be is quoted, with a hint at the address', async () => {
    let isPage = true;
    const { train, server, answered } = await dayWith(() => (isPage ? { kind: 'html' } : undefined), { retries: 8 });
    const { code, err } = await train();
    expect(code).toBe(1);
    // It does not become a model by waiting: three tries of each of the twelve tasks.
    expect(server.received.length).toBe(36);
    expect(err).toContain('12 malformed; last: compatible.chat/plum: Invalid JSON response: "<html>');
    expect(err).toMatch(/baseUrl/);
    // What to do comes after what happened.
    expect(err.indexOf('Go on with it')).toBeGreaterThan(err.indexOf('loops/low-coverage'));
    isPage = false;
    expect(reportOf(await train('--resume', 'latest', '--json'))['accepted']).toBe(1);
    expect(answered().twice).toBe(0);
  });

  it('replies that were cut at maxTokens are counted and told', async () => {
    const isTarget = ({ body }: Received): boolean => body['response_format'] === undefined;
    const { train } = await dayWith((request) =>
      isTarget(request) ? { kind: 'answer', text: '<answer>ap', isCut: true } : undefined,
    );
    expect((await train()).out).toMatch(/cut replies +(\d+) of \1 replies were cut at maxTokens: raise it/);
  });

  it('Ctrl-C once finishes the calls under way and says how to go on; nothing is paid twice', async () => {
    const { train, answered } = await dayWith((_request, index) => {
      if (index === 20) process.emit('SIGINT');
      return undefined;
    });
    const stopped = await train();
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain('Stopping: calls under way are finished and kept');
    expect(stopped.err).toMatch(/Stopped\. Go on with it: npx pawl train --resume/);
    expect(reportOf(await train('--resume', 'latest', '--json'))).toMatchObject({ accepted: 1, repeated: 0 });
    expect(answered().twice).toBe(0);
  });

  it.each([0, 2, 5, 9, 14, 20, 27, 35, 44, 54])(
    'Ctrl-C at request %i, and --resume ends with the hash of a run that nobody stopped',
    async (at) => {
      let left = at;
      const { train, answered } = await dayWith(() => {
        if (left === 0) process.emit('SIGINT');
        left -= 1;
        return undefined;
      });
      expect((await train()).code).toBe(130);
      const resumed = reportOf(await train('--resume', 'latest', '--json'));
      expect(resumed).toMatchObject({ repeated: 0 });
      expect(answered().twice).toBe(0);
      expect(reportOf(await train('--json'))['hash']).toBe(resumed['hash']);
    },
  );

  it('a limit in milliseconds ends with a report, whatever was under way, and keeps time for trial and test', async () => {
    for (const [slow, milliseconds] of [
      ['response_format', 700],
      ['no-', 700],
    ] as const) {
      const { train } = await dayWith(
        ({ text }) => (text.includes(slow) && !text.includes('(no-2') ? { kind: 'hang' } : undefined),
        { limits: { milliseconds } },
      );
      const { code, out, err } = await train();
      expect([code, err]).toEqual([0, expect.not.stringContaining('bug')]);
      expect(out).toMatch(/stopped +the time of the run is over/);
    }
  });

  it('a limit of what the dry run says at most is enough to start and to end, and is never passed', async () => {
    const price = { prompt: 10, completion: 40 };
    const dry = reportOf(await (await dayWith(() => undefined, { target: { price } })).train('--dry-run', '--json'));
    const { high, low } = dry.dollars;
    for (const [dollars, stopped] of [
      [high, /^null$/],
      [0.9 * low, /dollars/],
    ] as const) {
      const { train } = await dayWith(() => undefined, { target: { price }, limits: { dollars } });
      const report = reportOf(await train('--json'));
      expect(report['err']).toBeUndefined();
      expect(report.spent.dollars).toBeLessThanOrEqual(dollars);
      expect(String(report['stopped'])).toMatch(stopped);
    }
    const limits = { dollars: high };
    const { out } = await (await dayWith(() => undefined, { target: { price }, limits })).train('--dry-run');
    expect(out).toMatch(
      /reserved +about \d+ tokens \(\$[\d.]+\) per rollout until it is measured; none begins unless 36,096 tokens/,
    );
  });
});
