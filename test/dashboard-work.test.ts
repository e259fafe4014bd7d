import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { buildPages } from './build-pages.ts';
import { builtPawl } from './built-pawl.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { findings, go, type Served, serveIn, widthOf } from './served-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-dashboard-work-'));
const bin = builtPawl();
const pawl = async (...argv: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [bin, ...argv], { cwd: folder, timeout: 120_000 })).stdout;

let server: Served;
let run = '';

beforeAll(async () => {
  buildPages();
  await pawl('init', 'skill', '--yes', '--dir', 's');
  const made = JSON.parse(await pawl('train', '--config', 's/pawl.config.ts', '--json')) as { readonly run: string };
  run = made.run;
  server = await serveIn(folder, bin);
}, 120_000);

afterAll(() => {
  server?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Serious findings at both widths, and pages that are wider than a telephone. */
async function looksWell(page: OpenedPage, hash: string): Promise<void> {
  for (const [width, height] of [
    [1400, 900],
    [400, 800],
  ] as const) {
    await page.tab.setViewportSize({ width, height });
    await go(page, hash);
    expect(await findings(page), `${hash} at ${width}`).toEqual([]);
    expect(await widthOf(page), hash).toBeLessThanOrEqual(width);
  }
  await page.tab.setViewportSize({ width: 1400, height: 900 });
}

const focused = 'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent';

describe('work in the dashboard', () => {
  needs('chromium')(
    'shows tasks by versions, what changed first, and the replies behind a cell side by side',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      await go(page, `#/runs/${run}`);
      await tab.click('nav >> text=Matrix');
      await tab.waitForSelector('h2:has-text("240 tasks")');
      const rows = (): Promise<number> => tab.locator('.matrix tbody tr').count();
      expect(await rows()).toBe(100);
      expect(await tab.textContent('.matrix tbody tr:first-child td:nth-child(2)')).toMatch(/[▲▼] 100/u);
      const [won, , same] = ((await tab.textContent('section h2 small')) ?? '').match(/\d+(?= won| lost| the same)/gu)!;
      expect(Number(won)).toBeGreaterThan(100);
      expect(Number(same)).toBeGreaterThan(0);
      await tab.check('label:has-text("changed only") input');
      await tab.waitForSelector(`h2:has-text("${won} tasks")`);
      await tab.selectOption('label:has-text("Type") select', '1 tag');
      await tab.selectOption('label:has-text("Split") select', 'test');
      await expect.poll(rows).toBeLessThan(33);
      expect(tab.url()).toContain('changed=1&type=1+tag&split=test');
      expect(await tab.locator('.matrix tbody td:first-child .note').allTextContents()).toContain('test, 1 tag');
      // Arrows walk from cell to cell; the first version is left of the last, with those between that did not do the task left out.
      const cells = tab.locator('.matrix tbody tr:first-child button.cell');
      expect(await cells.count()).toBe(2);
      await cells.nth(1).focus();
      await tab.keyboard.press('ArrowLeft');
      expect(await tab.evaluate(focused)).toMatch(/start: 0/u);
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('ArrowRight');
      expect(await tab.evaluate(focused)).toMatch(/step 3: 100/u);
      await tab.keyboard.press('Enter');
      await tab.waitForSelector('dialog[open] .sides section:nth-child(2) .badge.passed');
      await tab.waitForSelector('dialog[open] .sides section:nth-child(1) .badge.failed');
      await tab.waitForSelector('dialog[open] mark.add');
      await tab.waitForSelector('dialog[open] mark.cut');
      expect(await tab.textContent('dialog[open]')).toMatch(/Asked of simulated.*Tags: .*tokens; no price known/su);
      expect(await findings(page), 'a pair').toEqual([]);
      const task = await tab.textContent('dialog[open] h2');
      await tab.click('dialog[open] >> text=Next task');
      await expect.poll(() => tab.textContent('dialog[open] h2')).not.toBe(task);
      await tab.reload();
      await tab.waitForSelector('dialog[open] .badge.passed');
      await tab.keyboard.press('Escape');
      await tab.waitForSelector('dialog[open]', { state: 'detached' });
      await expect.poll(() => tab.url()).not.toContain('task=');
      await tab.fill('input[type=search]', 'no such task');
      await tab.waitForSelector('.empty:has-text("No task fits")');
      await tab.click('.empty button');
      await expect.poll(rows).toBe(100);
      await looksWell(page, `#/runs/${run}/matrix`);
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );

  needs('chromium')(
    'finds what rules, tasks and replies say from the list of runs',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      // The link that is printed has no hash.
      await tab.fill('input[type=search]', 'fjord');
      await tab.waitForSelector('.found mark:has-text("fjord")');
      expect(await tab.inputValue('input[type=search]')).toBe('fjord');
      await go(page, `#/runs/${run}`);
      await tab.keyboard.press('/');
      await tab.waitForSelector('input[type=search]:focus');
      await tab.keyboard.type('FJORD');
      await tab.waitForSelector('.found tr:has-text("rule") mark:has-text("fjord")');
      const kinds = await tab.locator('.found tr td:first-child').allTextContents();
      expect(new Set(kinds)).toEqual(new Set(['rule', 'skill', 'task', 'reply']));
      await tab.fill('input[type=search]', 'anchor, ');
      await tab.click('.found tr:has(mark:has-text("ANCHOR, ")) td a:has-text("reply")');
      await tab.waitForSelector('.chat .assistant:has-text("ANCHOR, ")');
      await tab.goBack();
      await tab.fill('input[type=search]', '"fjord" the action');
      await tab.waitForSelector('.found tr:has-text("rule")');
      await tab.fill('input[type=search]', 'no text has this');
      await tab.waitForSelector('text=No skill, rule, task or reply has it.');
      await looksWell(page, '#/runs?search=fjord');
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );

  needs('chromium')(
    'keeps star, tags and notes of runs, and marks of replies, which become tasks',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      const audited = await pawl('audit', run);
      await go(page, `#/runs/${run}`);
      await tab.click('button.star');
      await tab.waitForSelector('button.star[aria-pressed=true]');
      await tab.click('.notes summary');
      await tab.fill('.notes input', 'baseline, <b>easy</b>, baseline');
      await tab.fill('.notes textarea', 'the one to beat');
      await tab.click('.notes button');
      await tab.waitForSelector('.notes [role=status]:has-text("Kept.")');
      await looksWell(page, `#/runs/${run}`);
      await pawl('train', '--config', 's/pawl.config.ts', '--seed', '2');
      await go(page, '#/runs');
      const shown = async (): Promise<number> => tab.locator('main > .scroll tbody tr').count();
      await expect.poll(shown).toBe(2);
      await tab.selectOption('label:has-text("Tag") select', '<b>easy</b>');
      await expect.poll(shown).toBe(1);
      await tab.selectOption('label:has-text("Tag") select', '');
      await tab.check('label:has-text("with a star") input');
      await expect.poll(shown).toBe(1);
      await tab.uncheck('label:has-text("with a star") input');
      await expect.poll(shown).toBe(2);
      await tab.click('th button:has-text("★")');
      await expect.poll(() => tab.locator('tbody tr:first-child .tags').textContent()).toContain('the one to beat');
      await tab.fill('input[type=search]', 'one to beat');
      await expect.poll(shown).toBe(1);
      await tab.fill('input[type=search]', '');
      await looksWell(page, '#/runs');
      // Away, back, and gone.
      await go(page, '#/runs?sort=star&down=1');
      await expect.poll(shown).toBe(2);
      const second = tab.locator('tbody tr:nth-child(2) input[type=checkbox]');
      await second.check();
      await tab.click('button:has-text("Put away 1")');
      await expect.poll(shown).toBe(1);
      await tab.check('label:has-text("put away") input');
      await tab.check('tbody tr input[type=checkbox]');
      await tab.click('button:has-text("Bring back 1")');
      await tab.uncheck('label:has-text("put away") input');
      await expect.poll(shown).toBe(2);
      await second.check();
      await tab.click('button:has-text("Delete 1")');
      expect(await findings(page), 'delete').toEqual([]);
      await tab.click('dialog[open] button:has-text("Cancel")');
      await tab.click('button:has-text("Delete 1")');
      await tab.click('dialog[open] .filters button:has-text("Delete")');
      await expect.poll(shown).toBe(1);
      // Marks, in a pair and on the page of a call.
      await go(page, `#/runs/${run}/matrix?changed=1&task=test-0`);
      await tab.click('.sides section:nth-child(1) button:has-text("Wrong")');
      await tab.fill('.sides section:nth-child(2) .mark input', 'in the right order');
      await tab.click('.sides section:nth-child(2) button:has-text("Right")');
      await tab.waitForSelector('.sides section:nth-child(2) button[aria-pressed=true]:enabled');
      await tab.click('.sides section:nth-child(2) a:has-text("The whole call")');
      await tab.waitForSelector('button[aria-pressed=true]:has-text("Right")');
      expect(await findings(page), 'a marked call').toEqual([]);
      const [task] = (await pawl('tasks', 'from-marks', run, '-o', '-')).trim().split('\n');
      expect(JSON.parse(task!)).toMatchObject({
        text: expect.stringContaining('Tags: ') as unknown,
        rubric: expect.stringContaining('(right): in the right order') as unknown,
        labels: expect.arrayContaining([
          { reply: expect.any(String) as unknown, score: 1 },
          { reply: expect.any(String) as unknown, score: 0 },
        ]) as unknown,
      });
      expect(await pawl('audit', run)).toBe(audited);
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );

  needs('chromium')(
    'zooms into charts, calms them, and hands out their data and picture',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      await go(page, `#/runs/${run}`);
      const chart = tab.locator('figure:has(canvas)').first();
      await chart.scrollIntoViewIfNeeded();
      const box = (await chart.locator('.u-over').boundingBox())!;
      const y = box.y + box.height / 2;
      await tab.mouse.move(box.x + box.width * 0.3, y);
      await tab.mouse.down();
      await tab.mouse.move(box.x + box.width * 0.7, y, { steps: 5 });
      await tab.mouse.up();
      await chart.locator('button:has-text("whole range")').click();
      await chart.locator('text=drag to zoom').waitFor();
      const pixels = (): Promise<unknown> => tab.evaluate(`document.querySelector('figure canvas').toDataURL()`);
      const raw = await pixels();
      await chart.locator('select').selectOption('0.9');
      await expect.poll(pixels).not.toBe(raw);
      await chart.locator('select').selectOption('0');
      const saved = async (name: string): Promise<Buffer> => {
        const [download] = await Promise.all([
          tab.waitForEvent('download'),
          chart.locator(`button:has-text("${name}")`).click(),
        ]);
        return readFileSync(await download.path());
      };
      const rows = (await saved('data')).toString().trim().split('\n');
      expect(rows[0]).toBe('curve,x,y,low,high');
      expect(rows.length).toBeGreaterThan(2);
      expect(rows[1]).toMatch(/^"[\w ]+",\d+,[\d.]+,/u);
      const picture = await saved('picture');
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.length).toBeGreaterThan(3000);
      const [whole] = await Promise.all([tab.waitForEvent('download'), tab.click('.head a:has-text("Download")')]);
      const lines = readFileSync(await whole.path(), 'utf8')
        .trim()
        .split('\n');
      expect(lines.length).toBeGreaterThan(50);
      for (const line of lines) JSON.parse(line);
      const log = tab.locator('figure button:has-text("log axis")').first();
      await log.click();
      await tab.waitForSelector('figure button[aria-pressed=true]:has-text("log axis")');
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );

  needs('chromium')(
    'lays runs over each other: curves, settings that differ, and what they learnt',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      const others: string[] = [];
      for (const seed of ['3', '4']) {
        const made = JSON.parse(await pawl('train', '--config', 's/pawl.config.ts', '--seed', seed, '--json')) as {
          readonly run: string;
        };
        others.push(made.run);
      }
      const [second = '', third = ''] = others;
      await go(page, `#/compare/${run},${second},${third}`);
      await tab.waitForSelector(`.legend:has-text("${run}"):has-text("${second}"):has-text("${third}")`);
      expect(await tab.locator('tr:has-text("seed") td').allTextContents()).toEqual(['seed', '1', '3', '4']);
      await tab.waitForSelector('section:has(h2:has-text("Skills")) .diff .add');
      await tab.selectOption('select[aria-label="Skill beside it, of"]', run);
      await tab.waitForSelector('text=Both learnt the same skill.');
      await looksWell(page, `#/compare/${run},${second},${third}`);
      await go(page, `#/compare/${'a,'.repeat(6)}`);
      await tab.waitForSelector('text=6 runs are too many');
      expect(await page.close()).toEqual([]);
    },
    120_000,
  );

  needs('chromium')(
    'starts a run from a form, stops it, and takes it up again',
    async () => {
      const page = await openPage(server.address);
      const { tab } = page;
      const stateOf = async (): Promise<string> => (await tab.textContent('.head .badge')) ?? '';
      await go(page, '#/runs');
      await tab.click('a:has-text("Start a run")');
      await tab.waitForSelector('.tabs a[aria-current=page]:has-text("train")');
      await looksWell(page, '#/start');
      await tab.fill('.field:has(b:text-is("seed")) input', '17');
      await tab.click('summary:has-text("settings of the config file")');
      await tab.fill('.field:has(b:text-is("epochs")) input', 'many');
      await tab.click('button:has-text("Start")');
      await tab.waitForSelector('.fault:has-text("does not fit")');
      await tab.fill('.field:has(b:text-is("epochs")) input', '2');
      await tab.click('button:has-text("Start")');
      await tab.waitForSelector('h1:has-text("train-")');
      expect(await tab.textContent('.sub')).toContain('seed 17');
      await expect.poll(stateOf, { timeout: 30_000 }).toBe('done');
      await go(page, '#/start?what=evolve');
      await tab.selectOption('.field:has(b:text-is("profile")) select', 'tiny');
      await tab.fill('.field:has(b:text-is("templates")) input', 'DYCK1,PARITY');
      await tab.fill('.field:has(b:text-is("threads")) input', '1');
      await tab.click('button:has-text("Start")');
      await tab.waitForSelector('h1:has-text("evolve-")');
      await tab.click('button:has-text("Stop")');
      await expect.poll(stateOf, { timeout: 60_000 }).toMatch(/open|done/u);
      if ((await stateOf()) === 'open') await tab.click('button:has-text("Resume")');
      await expect.poll(stateOf, { timeout: 60_000 }).toMatch(/running|done/u);
      await expect.poll(stateOf, { timeout: 120_000 }).toBe('done');
      const refused = await tab.evaluate(`fetch('/api/runs', { method: 'POST', body: JSON.stringify(
        { command: 'train', values: { notify: 'touch owned' } }) }).then((answer) => answer.status)`);
      expect(refused).toBe(400);
      const wrong = await page.close();
      // The browser tells of what was refused.
      expect(wrong.filter((text) => !text.includes('400'))).toEqual([]);
    },
    300_000,
  );
});
