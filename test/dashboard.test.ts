import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openStore } from '#store';
import { buildPages } from './build-pages.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { root } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-dashboard-'));
const workspace = join(folder, '.pawl');
const bin = join(root, 'bin/pawl.mjs');
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

let address = '';
let server: ReturnType<typeof spawn>;
let hostileRun = '';

function recordHostile(): void {
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
  journal.emit('question-judged', { iteration: 1, question: hostile, why: hostile, kept: false });
  journal.emit('patch-rejected', { id: 'p', kind: hostile, says: hostile, why: hostile, counterexample: hostile });
  journal.certify({
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
}

beforeAll(async () => {
  buildPages();
  recordHostile();
  server = spawn(
    process.execPath,
    [bin, 'serve', '--json', '--workspace', workspace, '--results', join(root, 'bench/results')],
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

const widthOf = ({ tab }: OpenedPage): Promise<unknown> => tab.evaluate('document.documentElement.scrollWidth');

/** Serious and critical findings of axe. */
const findings = async ({ tab }: OpenedPage): Promise<unknown> => {
  if ((await tab.evaluate(`'axe' in window`)) === false) await tab.evaluate(axe);
  return tab.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 300)))`);
};

describe('the dashboard in a browser', () => {
  needs('chromium')(
    'shows a run live, click by click to its certificate, on every page, dark and narrow, without a mistake',
    async () => {
      const page = await openPage(address);
      const { tab } = page;
      expect(tab.url()).not.toContain('token');
      const running = pawl('evolve', '--profile', 'tiny', '--templates', 'PARITY');
      await tab.waitForSelector('a:has-text("evolve-")', { timeout: 60_000 });
      await tab.click('a:has-text("evolve-")');
      const id = (await tab.textContent('h1')) ?? '';
      await tab.waitForSelector('.badge.running', { timeout: 60_000 });
      // The curve grows in the page as it stands: nothing is loaded anew.
      await tab.evaluate('window.isSame = true');
      await tab.waitForSelector('[role=img][aria-label*="from"] canvas', { timeout: 150_000 });
      await running;
      await tab.waitForSelector('.badge.done', { timeout: 60_000 });
      expect(await tab.evaluate(`'isSame' in window`)).toBe(true);
      await tab.click('nav >> text=Machine');
      await tab.click('section:has-text("Experts of") svg a >> nth=0');
      await tab.waitForSelector('svg[aria-label^="circuit of"]');
      await tab.waitForSelector('text=experts whose guard held');
      await tab.click('section:has(h2:has-text("History")) a >> nth=0');
      await tab.click('button:has-text("Check again")');
      await tab.waitForSelector('.badge:has-text("holds")');
      for (const hash of [
        `#/runs/${id}`,
        `#/runs/${id}/evolve`,
        `#/runs/${id}/machine`,
        `#/runs/${id}/certificates`,
        '#/runs',
        '#/bench/micro',
      ]) {
        await go(page, hash);
        expect(await findings(page), hash).toEqual([]);
      }
      await go(page, `#/compare/${id},${hostileRun}`);
      await tab.waitForSelector(`th:has-text("${hostileRun}")`);
      await tab.selectOption('label:has-text("Theme") select', 'dark');
      await go(page, `#/runs/${id}`);
      expect(await findings(page), 'dark').toEqual([]);
      await tab.setViewportSize({ width: 400, height: 800 });
      for (const hash of [`#/runs/${id}`, `#/runs/${id}/evolve`, '#/runs']) {
        await go(page, hash);
        expect(await widthOf(page), hash).toBeLessThanOrEqual(400);
      }
      expect(await page.close()).toEqual([]);
    },
    400_000,
  );

  needs('chromium')(
    'shows what models and files wrote as text, on every page',
    async () => {
      const page = await openPage(address);
      for (const name of ['', 'skill', 'rollouts', 'certificates', 'evolve', 'selfplay', 'events']) {
        await go(page, `#/runs/${hostileRun}/${name}`);
        await page.tab.waitForSelector('main h1');
        expect(await page.tab.evaluate(`'harmed' in window`), name).toBe(false);
        expect(await page.tab.locator('main script, main img').count(), name).toBe(0);
        expect(await widthOf(page), name).toBeLessThanOrEqual(1600);
      }
      await go(page, `#/runs/${hostileRun}/skill`);
      expect(await page.tab.textContent('pre.doc')).toContain('<script>window.harmed = 1</script>');
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );
});
