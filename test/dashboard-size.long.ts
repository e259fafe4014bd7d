import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import { openStore, type RunJournal, type Store } from '#world/store';
import { builtPawl } from './built-pawl.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';

const EVENTS = 100_000;
const EPISODES = 10_000;
/** Bytes that an answer may have at most, however long the run was: a quarter of a second at 16 Mbit/s. */
const MOST_BYTES = 500_000;
/** Elements of a page at most, and rows of a list that is drawn row by row as it is scrolled. */
const [MOST_ELEMENTS, MOST_ROWS] = [6000, 60];
/** Points of a curve that are sent at most. */
const MOST_POINTS = 600;

const folder = mkdtempSync(join(tmpdir(), 'pawl-size-'));
const workspace = join(folder, '.pawl');
const bin = builtPawl();
let server: ReturnType<typeof spawn>;
let address = '';
const runs = { train: '', evolve: '', selfplay: '' };

beforeAll(async () => {
  const store = openStore(workspace);
  runs.train = await recordTraining(store);
  runs.evolve = await recordEvolving(store);
  runs.selfplay = recordPlay(store);
  store.close();
  server = spawn(process.execPath, [bin, 'serve', '--json', '--workspace', workspace], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => createInterface(server.stdout!).once('line', resolve));
  address = (JSON.parse(line) as { address: string }).address;
}, 600_000);

afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

function startRun(store: Store, loop: string): RunJournal {
  return store.createRun({ loop, seed: 1, config: { skill: { 'SKILL.md': '# A skill\n' } } });
}

/** Fills a run up to its number of events with the ones that a loop of this kind emits again and again. */
function fill(journal: RunJournal, used: number, eventOf: (i: number) => readonly [string, Json]): string {
  for (let i = used; i < EVENTS; i += 1) {
    const [type, data] = eventOf(i);
    journal.emit(type, data);
    if (i % 5000 === 0) journal.flush();
  }
  const { run } = journal;
  journal.finish({ score: 1 });
  return run;
}

async function recordEpisodes(journal: RunJournal): Promise<void> {
  for (let from = 0; from < EPISODES; from += 500) {
    const calls = Array.from({ length: 500 }, (_, i) =>
      journal.call('rollout', { task: from + i }, () => ({
        outcome: {
          kind: 'scored',
          reply: `answer ${from + i}`,
          score: { hard: (from + i) % 3 === 0 ? 0 : 1, soft: 0.5 },
          transcript: [{ role: 'user', content: `question ${from + i}` }],
        },
      })),
    );
    await Promise.all(calls);
  }
}

function certify(journal: RunJournal, i: number): void {
  const circuit = journal.putBlob(new TextEncoder().encode(`circuit ${i}`));
  const rows = { over: 'all-inputs', circuit, rows: circuit, inputs: 2, outputs: 1 } as const;
  journal.certify({ v: 2, kind: 'exhaustive', claim: `circuit ${i} gives what its rows say`, ...rows });
}

async function recordTraining(store: Store): Promise<string> {
  const journal = startRun(store, 'train');
  await recordEpisodes(journal);
  const skill = journal.putBlob(new TextEncoder().encode(JSON.stringify({ 'SKILL.md': '# A skill\n' })));
  journal.emit('training-started', { skill, alpha: 0.05 });
  return fill(journal, 1, (i) => {
    const step = Math.floor(i / 4);
    switch (i % 4) {
      case 0:
        return ['rollouts-ended', { step, hard: (i % 100) / 100, tasks: 40 }];
      case 1:
        return ['step-ended', { step, hard: (i % 100) / 100, action: 'draft', candidate: skill, why: '', edits: [] }];
      case 2:
        return ['candidate-undecided', { what: `change ${i}`, incumbent: 0.5, challenger: 0.6, gain: 0.1, pairs: 40 }];
      default:
        return ['draft-tried', { steps: [step], action: 'undecided', score: 0.5 }];
    }
  });
}

async function recordEvolving(store: Store): Promise<string> {
  const journal = startRun(store, 'evolve');
  await recordEpisodes(journal);
  for (let i = 0; i < 1000; i += 1) certify(journal, i);
  const domains = ['reasoning', 'agentic', 'memory', 'control'];
  return fill(journal, 0, (i) => {
    const domain = domains[i % 4]!;
    const [template, level] = [`TEMPLATE_${i % 40}`, 1 + (i % 7)];
    switch (i % 5) {
      case 0:
        return ['lesson-measured', { template, domain, level, before: (i % 100) / 100 }];
      case 1:
        return ['main-acted', { what: `${template}@${level}`, domain, score: (i % 50) / 50 }];
      case 2:
        return ['patch-proposed', { id: `p${i}`, kind: 'fuse', says: `fuses ${i}`, priority: i / EVENTS }];
      case 3:
        return ['patch-rejected', { id: `p${i - 1}`, kind: 'fuse', why: 'refuted', counterexample: { input: i } }];
      default:
        return ['schedule-set', { alpha: { verify: 0.2 }, domains: { [domain]: { act: 0.25, synth: 0.5 } } }];
    }
  });
}

function recordPlay(store: Store): string {
  const journal = startRun(store, 'selfplay');
  const estimate = { value: 0.5, low: 0.4, high: 0.6 };
  const iterations = 50;
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const lines = Array.from({ length: EPISODES / iterations }, (_, i) =>
      JSON.stringify({
        question: `question ${iteration}-${i}`,
        kind: 'sum',
        iteration,
        refusal: i % 2 === 0 ? null : 'too easy',
        reliability: { cons: estimate, sep: estimate, stab: estimate, combined: estimate },
        validity: 0.5,
        level: 0.5,
        best: 'yes',
        bestScore: 1,
        answers: ['yes', 'no'],
        votes: { scores: [[1], [0]], strong: [1, 1], weak: [0, 0], comparisons: [[0, 1, 'first']] },
        pairs: [['yes', 'no']],
        generator: 'g',
        solver: 's',
      }),
    );
    const records = journal.putBlob(new TextEncoder().encode(`${lines.join('\n')}\n`));
    const drawn = EPISODES / iterations;
    journal.emit('questions-judged', { iteration, drawn, judged: drawn, kept: drawn / 2, refusals: {}, records });
  }
  return fill(journal, iterations, (i) => ['generator-held', { iteration: 1 + (i % iterations), why: [] }]);
}

async function ask(path: string): Promise<string> {
  const token = new URL(address).searchParams.get('token') ?? '';
  const response = await fetch(new URL(`/api${path}`, address), { headers: { authorization: `Bearer ${token}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Every list of numbers called `x`, wherever it lies in an answer. */
function curvesIn(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(curvesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'x' && Array.isArray(member) ? [member.length] : curvesIn(member),
  );
}

const elementsOf = ({ tab }: OpenedPage): Promise<unknown> => tab.evaluate(`document.querySelectorAll('*').length`);

const go = async ({ tab }: OpenedPage, hash: string): Promise<void> => {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.waitForSelector(`main .note:has-text('Loading …')`, { state: 'detached', timeout: 120_000 });
  await tab.waitForSelector('main h2, main [role=log]', { timeout: 120_000 });
};

describe(`the dashboard with ${EVENTS} events and ${EPISODES} episodes`, () => {
  it('answers with a bounded number of bytes, and curves of a bounded number of points', async () => {
    const own = (loop: keyof typeof runs, page = ''): string => `/runs/${runs[loop]}${page}`;
    const sizes: Record<string, number> = {};
    for (const path of [
      '/runs?limit=100',
      own('train'),
      own('train', '/skill'),
      own('train', '/events?from=99000&limit=200'),
      own('train', '/rollouts?from=9900&limit=100'),
      own('train', '/rollouts?outcome=failed&from=3000&limit=100'),
      own('evolve'),
      own('evolve', '/evolve'),
      own('evolve', '/rollouts?from=0&limit=100'),
      own('evolve', '/certificates?from=900&limit=100'),
      own('selfplay'),
      own('selfplay', '/selfplay'),
      own('selfplay', '/questions?which=kept&from=4900&limit=50'),
    ]) {
      const body = await ask(path);
      sizes[path] = Buffer.byteLength(body);
      expect(Math.max(0, ...curvesIn(JSON.parse(body))), path).toBeLessThanOrEqual(MOST_POINTS);
    }
    expect(Object.entries(sizes).filter(([, size]) => size > MOST_BYTES)).toEqual([]);
    expect(JSON.parse(await ask(own('train', '/rollouts?outcome=failed&limit=1')))).toMatchObject({ total: 3334 });
    expect(JSON.parse(await ask(own('selfplay', '/questions?which=kept&limit=1')))).toMatchObject({ total: 5000 });
  });

  needs('chromium')(
    'draws a bounded number of rows on every page, also after scrolling to the middle of the events',
    async () => {
      const page = await openPage(address);
      const { tab } = page;
      const pages = {
        train: ['', '/skill', '/rollouts', '/events'],
        evolve: ['', '/evolve', '/episodes', '/certificates'],
        selfplay: ['', '/selfplay', '/questions'],
      };
      const sizes: Record<string, unknown> = {};
      for (const [loop, names] of Object.entries(pages)) {
        for (const name of names) {
          const path = `#/runs/${runs[loop as keyof typeof runs]}${name}`;
          await go(page, path);
          sizes[`${loop}${name}`] = await elementsOf(page);
        }
      }
      expect(Object.entries(sizes).filter(([, size]) => Number(size) > MOST_ELEMENTS)).toEqual([]);
      await go(page, `#/runs/${runs.train}/events`);
      await tab.evaluate(`document.querySelector('[role=log]').scrollTop = 50000 * 26`);
      await tab.waitForSelector('[role=log] .note:text-is("50000")');
      expect(await tab.locator('[role=log] > div').count()).toBeLessThanOrEqual(MOST_ROWS);
      expect(await page.close()).toEqual([]);
    },
    600_000,
  );
});
