import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { buildPages } from './build-pages.ts';
import { builtPawl } from './built-pawl.ts';
import { image, recordHostile, writeHostile } from './hostile-material.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { findings, go, type Served, serveIn, widthOf } from './served-pages.ts';
import { root } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-dashboard-'));
const workspace = join(folder, '.pawl');
const bin = builtPawl();
const pawl = (...argv: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [bin, ...argv, '--workspace', workspace], { cwd: folder, timeout: 300_000 });

let address = '';
let server: Served;
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

beforeAll(async () => {
  buildPages();
  ({ run: hostileRun, certificate: hostileCertificate } = await recordHostile(workspace));
  writeHostile(folder);
  await pawl('init', 'selfplay', '--yes', '--dir', 'play');
  writeFileSync(join(folder, 'play/pawl.config.ts'), selfPlayConfig);
  playing = pawl('selfplay', '--config', 'play/pawl.config.ts');
  server = await serveIn(folder, bin, '--workspace', workspace, '--results', join(folder, 'results'));
  ({ address } = server);
}, 120_000);

afterAll(() => {
  server?.end();
  rmSync(folder, { recursive: true, force: true });
});

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
    (await tab.locator('main tbody tr td:nth-child(13)').allTextContents()).map((text) =>
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
