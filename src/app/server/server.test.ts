import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trialStep } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import { openStore, type RunJournal, type Store, type StoreReader } from '#world/store';
import { reserveLink } from './link.ts';
import { openApi } from './open-api.ts';
import type { ServerPorts } from './ports.ts';
import { FaultReply, routes } from './routes.ts';
import { serve, type Serving } from './serve.ts';
import type { MachineTrace } from './views/machine-view.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-server-'));
const trace: MachineTrace = {
  task: 't',
  template: 'PARITY',
  level: 1,
  rules: '',
  planes: { input: [], state: [], output: [] },
  routing: { key: '', picked: '', candidates: [] },
  steps: [],
  total: 0,
  ok: true,
  why: null,
  best: 1,
};
/** What the questions that take something are asked with. */
const bodies: Record<string, object> = {
  '/runs/:run/rollouts/:key/mark': { mark: { right: false, note: 'no' } },
  '/runs/:run/note': { star: true, tags: ['good'] },
  '/runs': { command: 'evolve', values: { profile: 'tiny' } },
  '/runs/:run/machine/steps': { slot: 'PARITY@1', task: 3 },
};
let certificate = '';
const ports: ServerPorts = {
  house: () => ({ bytes: 900, quota: 1000, store: folder }),
  check: () => Promise.resolve({ ok: true, why: null }),
  machine: () => Promise.resolve({ fragments: [], gates: 0, experts: 0 }),
  stepMachine: (_run, { slot }) => Promise.resolve({ ...trace, template: slot }),
  benchmarks: () => ({ folder: 'none', results: [] }),
  benchmark: () => {
    throw new Fault('server/not-found', 'no result');
  },
  forms: () => Promise.resolve([]),
  start: () => Promise.resolve({ pid: 1, run: null }),
  resume: () => Promise.resolve({ pid: 1, run: null }),
  note: (run, content, call) => writing.note(run, content, call),
  deleteRuns: (runs) => void writing.deleteRuns(runs),
  tasks: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
};
let writing: Store;
let store: StoreReader;
let journal: RunJournal;
let serving: Serving;
let token = '';

beforeAll(async () => {
  writing = openStore(folder);
  journal = writing.createRun({ loop: 'practise', seed: 1, config: { task: '<script>alert(1)</script>' } });
  journal.emit('practice-started', { alpha: 0.05 });
  journal.emit('incumbent-measured', { score: 0.1 });
  for (let round = 1; round <= 5; round += 1) {
    journal.emit('candidate-undecided', { round, score: round / 10, incumbent: 0.1, challenger: 0.2, spent: 0.001 });
  }
  const blob = journal.putBlob(new TextEncoder().encode('one'));
  certificate = journal.certify({
    v: 2,
    kind: 'statistical',
    claim: 'it is better',
    incumbent: blob,
    candidate: blob,
    taskSet: blob,
    test: 'sign',
    alpha: 0.05,
    spent: 0.05,
    outcomes: [{ task: 'a', incumbent: 0, candidate: 1 }],
    pValue: 0.01,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: null }] },
  });
  await journal.step('rollout', 1, () => ({ outcome: { reply: 'so' } }));
  journal.flush();
  const spare = writing.createRun({ loop: 'practise', seed: 2, config: null });
  spare.finish(null);
  bodies['/archive'] = { runs: [spare.run], archived: true };
  bodies['/delete'] = { runs: [spare.run] };
  store = openStore(folder, { readOnly: true });
  serving = await serve({ store, workspace: folder, version: '0', ports, host: '127.0.0.1' });
  token = new URL(serving.address).searchParams.get('token') ?? '';
});

afterAll(async () => {
  await serving.close();
  store.close();
  writing.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', text = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: serving.port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('access to the server', () => {
  it('is refused without the token, with a wrong one, and to every path', async () => {
    for (const path of ['/', '/api/runs', '/metrics', '/assets/app.js', '/api/openapi.json', '/nowhere']) {
      expect((await ask(path)).status).toBe(401);
      expect((await ask(path, { authorization: `Bearer ${token}x` })).status).toBe(401);
    }
    expect((await ask(`/?token=${token}x`)).status).toBe(401);
  });

  it('is given by the link, which becomes a cookie that scripts and other sites do not get', async () => {
    const { status, headers } = await ask(`/?token=${token}`);
    expect(status).toBe(303);
    expect(headers['location']).toBe('/');
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^pawl_\d+=[0-9a-f]{64};.*HttpOnly.*SameSite=Strict/u);
    expect(cookie).not.toContain(token);
    expect((await ask('/api/runs', { cookie: cookie.split(';')[0]! })).status).toBe(200);
  });

  it('is refused under another name and from another page', async () => {
    expect((await ask('/api/runs', { ...bearer(), host: 'evil.example' })).status).toBe(421);
    expect((await ask('/api/runs', { ...bearer(), origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('/api/runs', { ...bearer(), origin: 'null' })).status).toBe(403);
    const own = { ...bearer(), origin: `http://127.0.0.1:${serving.port}` };
    expect((await ask('/api/runs', own)).status).toBe(200);
  });

  it('keeps token and port for tomorrow, for the owner alone', () => {
    const path = join(folder, 'serve.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ token, port: serving.port });
  });

  it('is kept under one link: a second server beside the first says so and leaves it alone', async () => {
    const second = await serve({ store, workspace: folder, version: '0', ports, host: '127.0.0.1' });
    expect(second.port).not.toBe(serving.port);
    expect([serving.standing, second.standing]).toEqual([undefined, serving.address]);
    expect(JSON.parse(readFileSync(join(folder, 'serve.json'), 'utf8'))).toEqual({ token, port: serving.port });
    await second.close();
    const taken = serve({ store, workspace: folder, version: '0', ports, host: '127.0.0.1', port: serving.port });
    await expect(taken).rejects.toMatchObject({ code: 'server/port-taken' });
  });

  it('is reserved for a server to come at a port that is free, else at another', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'pawl-link-'));
    const link = await reserveLink(elsewhere);
    expect(await reserveLink(elsewhere)).toEqual(link);
    writeFileSync(join(elsewhere, 'serve.json'), JSON.stringify({ ...link, port: serving.port }));
    const other = await reserveLink(elsewhere);
    expect(other.port).not.toBe(serving.port);
    expect(other.token).toBe(link.token);
    rmSync(elsewhere, { recursive: true });
  });

  it('is not offered to other machines without a token of the owner', async () => {
    const open = serve({ store, workspace: folder, version: '0', ports, host: '0.0.0.0' });
    await expect(open).rejects.toMatchObject({ code: 'server/no-token' });
  });

  it('comes with a policy that allows no inline script and no other host', async () => {
    const { headers } = await ask('/api/runs', bearer());
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:|\*/u);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('the API', () => {
  it('answers what its description says', async () => {
    const run = journal.run;
    for (const route of routes.filter(({ method }) => method === 'get')) {
      const path = route.path.replace(':run', run).replaceAll(/:\w+/gu, 'x');
      const { status, body } = await ask(`/api${path}`, bearer());
      const data: unknown = JSON.parse(body);
      const schema = status === 200 ? route.reply : FaultReply;
      expect(schema.safeParse(data).error, path).toBeUndefined();
    }
    const call = store.effectsOf(run)[0]!.key;
    for (const route of routes.filter(({ method }) => method === 'post')) {
      const path = `/api${route.path.replace(':run', run).replace(':hash', certificate).replace(':key', call)}`;
      const { status, body } = await ask(path, bearer(), 'POST', JSON.stringify(bodies[route.path] ?? {}));
      expect([path, status]).toEqual([path, 200]);
      expect(route.reply.safeParse(JSON.parse(body)).error, path).toBeUndefined();
      if (route.body === undefined) continue;
      const refused = await ask(path, bearer(), 'POST', '{"task":"x"}');
      expect([path, refused.status]).toEqual([path, 400]);
      expect(FaultReply.safeParse(JSON.parse(refused.body)).error, path).toBeUndefined();
    }
    expect((await ask('/api/runs', bearer(), 'POST', 'not JSON')).status).toBe(400);
    const described = openApi('0')['paths'] as Record<string, unknown>;
    expect(Object.keys(described)).toContain('/api/runs/{run}/certificates/{hash}/check');
  });

  it('finds runs, says how they stand, and folds in what came since', async () => {
    const read = async (): Promise<Record<string, unknown>> =>
      JSON.parse((await ask(`/api/runs/${journal.run}`, bearer())).body) as Record<string, unknown>;
    expect(await read()).toMatchObject({ state: 'running', events: 7, undecided: 5, score: 0.5, scoreBefore: 0.1 });
    journal.emit('candidate-accepted', { round: 6, score: 0.9, incumbent: 0.5, challenger: 0.9, spent: 0.01 });
    journal.emit('candidate-rejected', { round: 7, score: 0.9, incumbent: 0.9, challenger: 0.8, spent: 0.02 });
    journal.flush();
    const now = await read();
    expect(now).toMatchObject({ events: 9, accepted: 1, rejected: 1, score: 0.9 });
    expect(now['spent']).toBeCloseTo(0.005 + 0.01 + 0.02 / 2);
    const { body } = await ask('/api/runs?search=ALERT(1)', bearer());
    expect(JSON.parse(body)).toMatchObject({ total: 1 });
  });

  it('tells what both sides did behind a decision: of its certificate, of its trial, or that nothing was kept', async () => {
    const outcomes = [{ task: 'b', incumbent: 1, candidate: 0 }];
    const figures = { incumbent: 1, challenger: 0, gain: -1, pValue: 0.9, spent: 0.01, pairs: 1, looks: 1 };
    const [tried, before] = [
      { ...figures, candidate: certificate },
      { ...figures, candidate: certificate, looks: 2 },
    ];
    const { name, inputs } = trialStep(tried);
    await journal.step(name, inputs, () => ({ outcomes }));
    const first = store.lengthOf(journal.run);
    journal.emit('candidate-rejected', { ...tried, what: 'worse' });
    journal.emit('candidate-undecided', { ...before, what: 'of a run that kept nothing' });
    journal.emit('candidate-accepted', { ...tried, certificate });
    journal.emit('step-ended', {});
    journal.flush();
    const pairs = async (seq: number): Promise<unknown> =>
      JSON.parse((await ask(`/api/runs/${journal.run}/decisions/${seq}`, bearer())).body);
    expect(await pairs(first)).toEqual({ pairs: outcomes });
    expect(await pairs(first + 1)).toEqual({ pairs: null });
    expect(await pairs(first + 2)).toEqual({ pairs: [{ task: 'a', incumbent: 0, candidate: 1 }] });
    expect(await pairs(first + 3)).toMatchObject({ fault: { code: 'server/not-found' } });
  });

  it('tells faults as data', async () => {
    const { status, body } = await ask('/api/runs/none', bearer());
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ fault: { code: 'store/unknown-run' } });
    expect((await ask('/api/runs?limit=x', bearer())).status).toBe(400);
    expect((await ask('/api/blobs/../../etc/passwd', bearer())).status).toBe(404);
    expect((await ask('/assets/..%2f..%2fpackage.json', bearer())).status).toBe(404);
  });

  it('is measured', async () => {
    const { body } = await ask('/metrics', bearer());
    expect(body).toContain('pawl_workspace_quota_bytes 1000');
    expect(body).toContain('pawl_runs{loop="practise",state="running"} 1');
    expect(body).toMatch(/^# TYPE pawl_run_events counter$/mu);
  });
});
