import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openStore } from '#world/store';
import { buildPages } from './build-pages.ts';
import { builtPawl } from './built-pawl.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { root } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-dashboard-'));
const workspace = join(folder, '.pawl');
const bin = builtPawl();
const pawl = (...argv: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [bin, ...argv, '--workspace', workspace], { cwd: folder, timeout: 300_000 });
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What could do harm if it were taken for anything but text. */
const hostile = [
  '<script>window.harmed = 1</script>',
  '<img src=x onerror="window.harmed=1">',
  '\u001B[31mred\u001B[0m\u0007',
  '\u202Eevil\u202C \u2066isolated\u2069',
  'x'.repeat(20_000),
  '</script><svg onload=window.harmed=1>',
  '{{constructor.constructor("window.harmed=1")()}}',
].join('\n');

const image = '<img src=x onerror="window.harmed=1">';

/** A table whose columns and words are hostile, and a result of a benchmark of which everything is. */
function writeHostile(): void {
  const words = ['<script>window.harmed=1</script>', '<svg onload=window.harmed=1>'];
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${i},"${words[i % 2]}","${words[i % 2]!.replace('harmed', 'harmed=window.harmed')}"`,
  );
  writeFileSync(
    join(folder, 'hostile.csv'),
    `n,"<b onclick=alert(1)>word","${image.replaceAll('"', '""')}"\n${rows.join('\n')}\n`,
  );
  cpSync(join(root, 'bench/results'), join(folder, 'results'), { recursive: true });
  const tables = [{ title: hostile, columns: [hostile, image], rows: [[hostile, image]] }];
  const axis = { label: hostile, scale: 'linear' };
  const plots = [
    {
      title: hostile,
      x: axis,
      y: axis,
      series: [
        {
          name: image,
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
    },
  ];
  const targets = [{ name: hostile, value: 1, goal: hostile, status: image }];
  const provenance = { commit: image, date: image };
  writeFileSync(
    join(folder, 'results/hostile.json'),
    JSON.stringify({ suite: image, tables, plots, targets, notes: [hostile], provenance }),
  );
}

let address = '';
let server: ReturnType<typeof spawn>;
let hostileRun = '';
let hostileCertificate = '';
let playing: Promise<unknown>;

/** Self-play in small: a real run of the embedded model in a few seconds. */
const selfPlayConfig = `export default { selfplay: {
  practice: { world: 'first', seed: 1, exam: 2 }, generator: 'embedded', solver: 'embedded', corpus: 'corpus.jsonl',
  schooling: { steps: 220, layers: 1, width: 32, heads: 2 }, trainer: { kind: 'embedded' },
  iterations: 2, questions: 20, finalQuestions: 4, gate: { every: 2, questions: 6, passes: 2 }, filter: 'thresholds',
  thresholds: { cons: 0, sep: 0, stab: 0 },
} };`;

/** A judged question in which everything that was written is hostile. */
function hostileQuestion(): string {
  const estimate = { value: 0.5, low: 0, high: 1 };
  return JSON.stringify({
    question: hostile,
    kind: hostile.slice(0, 80),
    iteration: 1,
    refusal: hostile,
    reliability: { cons: estimate, sep: estimate, stab: estimate, combined: estimate },
    validity: 0.5,
    level: 0.5,
    best: hostile,
    bestScore: 1,
    answers: [hostile, 'no'],
    votes: { scores: [[1], [0]], strong: [1, 1], weak: [0, 0], comparisons: [[0, 1, 'first']] },
    pairs: [[hostile, 'no']],
    generator: hostile,
    solver: hostile,
  });
}

async function recordHostile(): Promise<void> {
  const store = openStore(workspace);
  const journal = store.createRun({
    loop: 'train',
    seed: 66,
    config: { from: hostile, skill: { 'SKILL.md': hostile } },
  });
  const skill = journal.putBlob(
    new TextEncoder().encode(JSON.stringify({ 'SKILL.md': hostile, [hostile.slice(0, 60)]: hostile })),
  );
  journal.emit('training-started', { skill, alpha: 0.05, settings: { limits: { [hostile.slice(0, 40)]: 5 } } });
  journal.emit('rollouts-ended', { step: 1, hard: 0.5, tasks: 10 });
  journal.emit('step-ended', {
    step: 1,
    candidate: skill,
    action: hostile,
    why: hostile,
    edits: [{ op: hostile, content_preview: hostile }],
  });
  journal.emit('candidate-rejected', {
    candidate: skill,
    incumbent: 0.1,
    challenger: 0.2,
    what: hostile,
    why: hostile,
  });
  journal.emit('rule-explained', { ruleId: 'r', text: hostile, step: 1, origins: [{ causes: [hostile] }] });
  await journal.step('roll-out', { task: hostile }, () => ({
    outcome: {
      reply: hostile,
      score: { hard: 0, soft: 0, why: hostile },
      transcript: [
        { role: 'user', content: hostile },
        { role: 'assistant', content: hostile },
      ],
    },
  }));
  journal.emit('questions-judged', {
    iteration: 1,
    drawn: 1,
    judged: 1,
    kept: 0,
    refusals: { [hostile]: 1 },
    records: journal.putBlob(new TextEncoder().encode(`${hostileQuestion()}\n`)),
  });
  journal.emit('generator-held', { iteration: 1, why: [hostile] });
  journal.emit('judge-checked', { iteration: 1, distrust: hostile });
  journal.emit('lesson-measured', {
    template: hostile.slice(0, 90),
    domain: hostile.slice(0, 90),
    level: 1,
    before: 0,
  });
  journal.emit('patch-rejected', { id: 'p', kind: hostile, says: hostile, why: hostile, counterexample: hostile });
  hostileCertificate = journal.certify({
    v: 2,
    kind: 'statistical',
    claim: hostile,
    incumbent: skill,
    candidate: skill,
    taskSet: skill,
    test: hostile,
    alpha: 0.05,
    spent: 0.05,
    outcomes: [{ task: hostile, incumbent: 0, candidate: 1 }],
    pValue: 0.01,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: null }] },
  });
  hostileRun = journal.run;
  journal.finish({ note: hostile });
  store.close();
  // No command gives a run such a name; who writes the file does.
  const database = new Database(join(workspace, 'pawl.db'));
  const insert = `INSERT INTO runs (id, loop, seed, config, status, started_at, summary) VALUES (?, ?, 1, '{}', 'done', 5, '{}')`;
  database.prepare(insert).run([`${image}-1`, image]);
  database.close();
}

beforeAll(async () => {
  buildPages();
  await recordHostile();
  writeHostile();
  await pawl('init', 'selfplay', '--yes', '--dir', 'play');
  writeFileSync(join(folder, 'play/pawl.config.ts'), selfPlayConfig);
  playing = pawl('selfplay', '--config', 'play/pawl.config.ts');
  server = spawn(
    process.execPath,
    [bin, 'serve', '--json', '--workspace', workspace, '--results', join(folder, 'results')],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const line = await new Promise<string>((resolve) => createInterface(server.stdout!).once('line', resolve));
  address = (JSON.parse(line) as { address: string }).address;
}, 120_000);

afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

// Given as text: this file is checked without the types of a browser.
const go = async ({ tab }: OpenedPage, hash: string): Promise<void> => {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.waitForSelector(`main .note:has-text('Loading …')`, { state: 'detached' });
};

/** How wide the page is after two frames: charts follow a new size of the window in the first. */
const widthOf = ({ tab }: OpenedPage): Promise<unknown> =>
  tab.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.documentElement.scrollWidth))))`);

/** Serious and critical findings of axe. */
const findings = async ({ tab }: OpenedPage): Promise<unknown> => {
  if ((await tab.evaluate(`'axe' in window`)) === false) await tab.evaluate(axe);
  return tab.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 300)))`);
};

/** From the questions of a real run to the judge's votes on one of them. */
async function lookAtSelfPlay(page: OpenedPage): Promise<void> {
  const { tab } = page;
  await go(page, '#/runs');
  await tab.click('a:has-text("selfplay-")');
  await tab.click('nav >> text=Self-play');
  for (const title of ['Solver', 'Reliability of questions', 'Judge agreement', 'Generator drift', 'Filtered out']) {
    await tab.waitForSelector(`h2:has-text("${title}")`);
  }
  expect(await findings(page), 'self-play').toEqual([]);
  await tab.click('section:has(h2:has-text("Questions")) td a >> nth=0');
  await tab.waitForSelector('svg[aria-label^="votes"]');
  expect(await findings(page), 'a question').toEqual([]);
}

/** A rule that was learnt from a table, from the sentence on top to what else would fit. */
async function lookAtRule(page: OpenedPage): Promise<void> {
  const { tab } = page;
  await pawl('learn', join(root, 'examples/learn/triage.csv'), '--answer', 'queue', '--effort', '5000000');
  await go(page, '#/runs');
  await tab.click('a:has-text("learn-")');
  await tab.click('nav >> text=Rule');
  await tab.waitForSelector('.lead:has-text("rows that it did not learn from")');
  for (const title of [
    'queue is',
    'How often it is right',
    'Rows that contradict it',
    'What else would fit',
    'Trials',
  ]) {
    await tab.waitForSelector(`h2:has-text("${title}")`);
  }
  expect(await findings(page), 'a rule').toEqual([]);
}

/** Keys, the list of runs by order and filter, and events by type: what is chosen stands in the address. */
async function lookAround(page: OpenedPage, id: string): Promise<void> {
  const { tab } = page;
  await go(page, '#/runs');
  await tab.waitForSelector('main tbody tr');
  await tab.keyboard.press('?');
  await tab.waitForSelector('dialog[open] kbd');
  expect(await findings(page), 'the keys').toEqual([]);
  await tab.keyboard.press('?');
  expect(await tab.locator('dialog[open]').count()).toBe(0);
  const focused = `document.activeElement.textContent + document.activeElement.type`;
  const rows = await tab.locator('main tbody tr a').allTextContents();
  for (const [key, row] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await tab.keyboard.press(key);
    expect(await tab.evaluate(focused)).toContain(rows[row]!);
  }
  await tab.keyboard.press('/');
  expect(await tab.evaluate(focused)).toContain('search');
  // In the search a j is a letter.
  await tab.keyboard.type('jjj');
  await tab.waitForSelector('.empty:has-text("No run fits")');
  expect(tab.url()).toContain('search=jjj');
  await tab.click('.empty a');
  await tab.click('th button:has-text("events")');
  await tab.waitForSelector('th button[aria-pressed=true]:has-text("events ↓")');
  expect(tab.url()).toContain('sort=events&down=1');
  const counts = async (): Promise<number[]> =>
    (await tab.locator('main tbody tr td:nth-child(12)').allTextContents()).map((text) =>
      Number(text.replaceAll(',', '')),
    );
  await expect.poll(async () => (await counts()).toSorted((a, b) => b - a)[0] === (await counts())[0]).toBe(true);
  await tab.click('th button:has-text("events")');
  await expect.poll(async () => (await counts()).toSorted((a, b) => a - b)[0] === (await counts())[0]).toBe(true);
  await tab.selectOption('label:has-text("Loop") select', 'evolve');
  await tab.waitForSelector('main tbody tr:only-child');
  expect(tab.url()).toContain('loop=evolve');
  await tab.reload();
  await tab.waitForSelector('main tbody tr:only-child');
  await go(page, `#/runs/${id}/events`);
  await tab.selectOption('label:has-text("Type") select', 'phase-begun');
  await tab.waitForSelector('.event-list summary:has-text("phase 1 · says")');
  expect(tab.url()).toContain('type=phase-begun');
  await tab.click('.event-list summary >> nth=0');
  await tab.waitForSelector('.event-list pre:has-text("says")');
  expect(await findings(page), 'events').toEqual([]);
  await go(page, `#/runs/${id}/events?type=no-such`);
  await tab.waitForSelector('.empty:has-text("no event of the type no-such")');
  // A page of its own: that a request fails is told by the browser, too.
  const broken = await openPage(address);
  await broken.tab.route('**/events?*', (route) => route.abort());
  for (const [hash, shown] of [
    [`#/runs/${id}/events?type=phase-begun`, '.event-list summary'],
    [`#/runs/${id}/events`, '.feed .data'],
  ] as const) {
    await go(broken, hash);
    await broken.tab.waitForSelector('.fault:has-text("does not answer")');
    await broken.tab.unroute('**/events?*');
    await broken.tab.click('button:has-text("Ask again")');
    await broken.tab.waitForSelector(shown);
    await broken.tab.route('**/events?*', (route) => route.abort());
  }
  await broken.close();
}

describe('the dashboard in a browser', () => {
  needs('chromium')(
    'shows a run live, click by click to its certificate, on every page, dark and narrow, without a mistake',
    async () => {
      const page = await openPage(address);
      const { tab } = page;
      expect(tab.url()).not.toContain('token');
      // A sequence program thinks in several steps; a parity would be one.
      const running = pawl('evolve', '--profile', 'tiny', '--templates', 'DYCK1', '--threads', '2');
      await tab.waitForSelector('a:has-text("evolve-")');
      await tab.click('a:has-text("evolve-")');
      await tab.waitForSelector('h1:has-text("evolve-")');
      const id = (await tab.textContent('h1')) ?? '';
      await tab.waitForSelector('.badge.running');
      // The curve grows in the page as it stands: nothing is loaded anew.
      await tab.evaluate('window.isSame = true');
      await tab.waitForSelector('[role=img][aria-label*="from"] canvas', { timeout: 150_000 });
      await running;
      await tab.waitForSelector('.badge.done');
      expect(await tab.evaluate(`'isSame' in window`)).toBe(true);
      await tab.click('nav >> text=Machine');
      await tab.click('section:has-text("Experts of") svg a >> nth=0');
      await tab.waitForSelector('svg[aria-label^="circuit of"]');
      await tab.waitForSelector('text=experts whose guard held');
      await tab.waitForSelector('.badge:has-text("picked")');
      await tab.click('button:has-text("Step")');
      await tab.waitForSelector('text=keeps leading the lane');
      await tab.click('section:has(h2:has-text("History")) a >> nth=0');
      await tab.click('button:has-text("Check again")');
      await tab.waitForSelector('.badge:has-text("holds")');
      await go(page, `#/runs/${id}/certificates`);
      await tab.click('button:has-text("Check all")');
      const all = await tab.locator('section td button').count();
      await tab.waitForSelector(`.badge:has-text("${all} of ${all} checked hold")`);
      for (const hash of [
        `#/runs/${id}`,
        `#/runs/${id}/evolve`,
        `#/runs/${id}/machine`,
        `#/runs/${id}/episodes`,
        `#/runs/${id}/certificates`,
        `#/runs/${id}/events`,
        `#/runs/${hostileRun}/skill`,
        `#/runs/${hostileRun}/rollouts`,
        '#/runs',
        '#/bench/micro',
      ]) {
        await go(page, hash);
        expect(await findings(page), hash).toEqual([]);
      }
      await lookAround(page, id);
      await playing;
      await lookAtSelfPlay(page);
      await lookAtRule(page);
      await go(page, `#/compare/${id},${hostileRun}`);
      await tab.waitForSelector(`th:has-text("${hostileRun}")`);
      await tab.selectOption('label:has-text("Theme") select', 'dark');
      await go(page, `#/runs/${id}`);
      expect(await findings(page), 'dark').toEqual([]);
      await tab.setViewportSize({ width: 400, height: 800 });
      for (const hash of [`#/runs/${id}`, `#/runs/${id}/evolve`, `#/runs/${id}/machine`, '#/runs', '#/bench/micro']) {
        await go(page, hash);
        expect(await widthOf(page), hash).toBeLessThanOrEqual(400);
      }
      // Words are not broken into letters, and a section has the whole width.
      await go(page, `#/runs/${hostileRun}/rollouts`);
      const [narrowest] = (await tab.evaluate(
        `[...document.querySelectorAll('td.wide')].map((cell) => cell.clientWidth).sort((a, b) => a - b)`,
      )) as number[];
      expect(narrowest).toBeGreaterThan(200);
      await go(page, `#/runs/${id}/machine`);
      await tab.waitForSelector('section.w8');
      expect(
        await tab.evaluate(
          `Math.min(...[...document.querySelectorAll('section.w8, section.w4')].map((one) => one.clientWidth))`,
        ),
      ).toBeGreaterThan(250);
      expect(await page.close()).toEqual([]);
    },
    400_000,
  );

  needs('chromium')(
    'shows what models and files wrote as text, on every page',
    async () => {
      const page = await openPage(address);
      const names = ['', 'skill', 'rollouts', 'certificates', 'evolve', 'machine', 'episodes', 'selfplay', 'questions'];
      const deep = ['questions/1-1', `certificates/${hostileCertificate}`, 'events'];
      for (const name of [...names, ...deep]) {
        await go(page, `#/runs/${hostileRun}/${name}`);
        await page.tab.waitForSelector('main h1');
        expect(await page.tab.evaluate(`'harmed' in window`), name).toBe(false);
        expect(await page.tab.locator('main script, main img').count(), name).toBe(0);
        expect(await widthOf(page), name).toBeLessThanOrEqual(1600);
      }
      await go(page, `#/runs/${hostileRun}/rollouts`);
      await page.tab.click('td a.mono');
      await page.tab.waitForSelector('.chat .assistant');
      expect(await page.tab.textContent('.chat .assistant')).toContain('<img src=x');
      await go(page, `#/compare/${hostileRun},${hostileRun}`);
      expect(await page.tab.evaluate(`'harmed' in window`)).toBe(false);
      await go(page, `#/runs/${hostileRun}/skill`);
      expect(await page.tab.textContent('pre.doc')).toContain('<script>window.harmed = 1</script>');
      await pawl('learn', 'hostile.csv', '--answer', image, '--effort', '2000000');
      for (const [hash, shown] of [
        ['#/', image],
        ['#/runs', image],
        ['#/bench', 'hostile'],
        ['#/bench/hostile', image],
      ] as const) {
        await go(page, hash);
        await expect.poll(() => page.tab.textContent('main'), { message: hash, timeout: 10_000 }).toContain(shown);
        expect(await page.tab.evaluate(`'harmed' in window`), hash).toBe(false);
        expect(await page.tab.locator('main script, main img').count(), hash).toBe(0);
      }
      await go(page, '#/runs');
      await page.tab.click('a:has-text("learn-")');
      await page.tab.click('nav >> text=Rule');
      await page.tab.waitForSelector('h2:has-text("is")');
      await expect.poll(() => page.tab.textContent('main'), { timeout: 10_000 }).toContain(image);
      expect(await page.tab.evaluate(`'harmed' in window`), 'a rule').toBe(false);
      expect(await page.tab.locator('main script, main img').count(), 'a rule').toBe(0);
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );
});
