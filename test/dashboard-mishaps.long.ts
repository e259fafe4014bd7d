import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openStore } from '#world/store';
import { builtPawl } from './built-pawl.ts';
import { needs } from './needs.ts';
import { type OpenedPage, openPage } from './open-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-mishaps-'));
const workspace = join(folder, '.pawl');
const bin = builtPawl();
let server: ChildProcess;
let address = '';

async function start(): Promise<void> {
  server = spawn(process.execPath, [bin, 'serve', '--json', '--workspace', workspace], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve) => createInterface(server.stdout!).once('line', resolve));
  address = (JSON.parse(line) as { address: string }).address;
}

async function stop(): Promise<void> {
  server.kill();
  await once(server, 'exit');
}

beforeAll(async () => {
  await start();
}, 120_000);

afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A run with a score and a decision. */
function record(): string {
  const store = openStore(workspace);
  const journal = store.createRun({ loop: 'train', seed: Math.ceil(performance.now()), config: {} });
  journal.emit('training-started', { alpha: 0.05 });
  journal.emit('rollouts-ended', { step: 1, hard: 0.5, tasks: 10 });
  journal.emit('candidate-rejected', { what: 'a rule', incumbent: 0.5, challenger: 0.4 });
  journal.finish({ score: 0.5 });
  store.close();
  return journal.run;
}

const go = async ({ tab }: OpenedPage, hash: string): Promise<void> => {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.waitForSelector(`main .note:has-text('Loading …')`, { state: 'detached' });
};

/** Elements in the order in which the Tab key comes to them, with what is wrong about how they show the focus. */
async function walk({ tab }: OpenedPage): Promise<{ names: string[]; unseen: string[] }> {
  const names: string[] = [];
  const unseen: string[] = [];
  for (let i = 0; i < 200; i += 1) {
    await tab.keyboard.press('Tab');
    const at = String(
      await tab.evaluate(`(() => {
        const { activeElement: at } = document;
        if (at === document.body) return '';
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const { width, bottom, top } = at.getBoundingClientRect();
        const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && bottom > 0 && top < innerHeight;
        return (isSeen ? 'seen ' : 'unseen ') + at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.textContent).slice(0, 40);
      })()`),
    );
    if (at === '') break;
    if (at.startsWith('unseen')) unseen.push(at);
    names.push(at.replace(/^\w+ /u, ''));
  }
  return { names, unseen };
}

describe('mishaps of the dashboard', () => {
  needs('chromium')('says what fills an empty workspace, on every page that one can come to', async () => {
    const page = await openPage(address);
    for (const hash of ['#/runs', '#/bench', '#/compare/']) {
      await go(page, hash);
      await page.tab.waitForSelector('main .empty');
      expect(await page.tab.textContent('main .empty'), hash).toContain('npx pawl');
    }
    expect(await page.close()).toEqual([]);
  });

  needs('chromium')('leads on from an address that leads nowhere', async () => {
    const run = record();
    const page = await openPage(address);
    const { tab } = page;
    const [title, fault] = [(): Promise<string> => tab.title(), (): Promise<unknown> => tab.textContent('main .fault')];
    for (const [hash, says] of [
      ['#/nowhere', 'There is no page nowhere'],
      ['#/runs/none', 'There is no run none'],
      [`#/runs/${run}/nonsense`, 'There is no page nonsense'],
      [`#/runs/${run}/certificates/none`, 'There is no certificate none'],
      [`#/compare/${run},none`, 'There is no run none'],
    ] as const) {
      await go(page, hash);
      await tab.waitForSelector('main .fault');
      expect(await fault(), hash).toContain(says);
      expect(await title(), hash).not.toBe('Pawl');
    }
    await go(page, '#/nowhere');
    await tab.click('main a:has-text("All runs")');
    await tab.waitForSelector(`a:has-text("${run}")`);
    // What the browser itself says of an answer with status 404.
    const wrong = await page.close();
    expect(wrong.filter((one) => !one.includes('404'))).toEqual([]);
  });

  needs('chromium')(
    'is used with the keyboard alone: the focus is always seen, and the way to the content is short',
    async () => {
      const run = record();
      const page = await openPage(address);
      const { tab } = page;
      await tab.waitForSelector(`a:has-text("${run}")`);
      await tab.keyboard.press('Tab');
      await tab.keyboard.press('Enter');
      expect(await tab.evaluate('document.activeElement.id')).toBe('main');
      const runs = await walk(page);
      expect(runs.unseen).toEqual([]);
      expect(runs.names[0]).toBe('INPUT Search runs');
      expect(runs.names).toContain(`INPUT Compare ${run}`);
      await go(page, `#/runs/${run}`);
      await tab.waitForSelector('h2:has-text("Decisions")');
      expect(await tab.evaluate('document.activeElement.id')).toBe('main');
      const own = await walk(page);
      expect(own.unseen).toEqual([]);
      expect(own.names.slice(0, 2)).toEqual(['A Run', 'A Skill']);
      expect(own.names).toContain('DIV Events of the run');
      expect(await page.close()).toEqual([]);
    },
  );

  needs('chromium')('goes on by itself when its server is started again, and says that a run was deleted', async () => {
    const run = record();
    const page = await openPage(address);
    const { tab } = page;
    await go(page, `#/runs/${run}`);
    await tab.waitForSelector('h2:has-text("Decisions")');
    await tab.evaluate('window.isSame = true');
    const before = address;
    await stop();
    await tab.waitForSelector('main >> text=The server does not answer');
    await go(page, `#/runs/${run}/skill`);
    await tab.waitForSelector('main >> text=The server does not answer');
    await start();
    expect(address).toBe(before);
    await tab.waitForSelector('main >> text=The server does not answer', { state: 'detached' });
    await tab.waitForSelector('h2:has-text("Steps")');
    expect(await tab.evaluate(`'isSame' in window`)).toBe(true);
    execFileSync(process.execPath, [bin, 'runs', 'delete', run, '--workspace', workspace], { cwd: folder });
    await tab.waitForSelector('.badge:has-text("deleted")');
    await tab.waitForSelector(`.fault:has-text("There is no run ${run}")`);
    await page.close();
  });
});
