// Pictures of every page into docs/screenshots, from real runs: `npm run shots [WORKSPACE [NAME…]]`. Without a workspace it makes the runs first;
// with names it makes those pictures alone.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { buildWeb } from './build-web.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'bin/pawl.mjs');
const out = join(root, 'docs/screenshots');
const scratch = mkdtempSync(join(tmpdir(), 'pawl-shots-'));
const [, , given, ...wanted] = process.argv;
const workspace = given ?? join(scratch, '.pawl');
const pawl = (...argv) =>
  execFileSync(process.execPath, [bin, ...argv], { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });

function makeRuns() {
  pawl('init', 'skill', '--yes');
  pawl('train', '--workspace', workspace);
  pawl('train', '--seed', '2', '--workspace', workspace);
  pawl('evolve', '--profile', 'quick', '--workspace', workspace);
  pawl('init', 'selfplay', '--yes', '--dir', 'play');
  pawl('selfplay', '--config', 'play/pawl.config.ts', '--workspace', workspace);
}

async function listen() {
  const server = spawn(
    process.execPath,
    [bin, 'serve', '--json', '--workspace', workspace, '--results', join(root, 'bench/results')],
    { cwd: scratch, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise((resolve) => createInterface(server.stdout).once('line', resolve));
  return { server, address: JSON.parse(line).address };
}

await buildWeb();
if (given === undefined) makeRuns();
if (wanted.length === 0) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const { server, address } = await listen();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

/** One browser window; `shoot` goes to a page and takes its picture. */
async function open(width, height, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(address);
  return async (name, hash, look = async () => undefined) => {
    await page.evaluate((to) => {
      globalThis.location.hash = to;
    }, hash);
    await page.waitForFunction(() => !document.querySelector('main').textContent.includes('Loading …'), undefined, {
      timeout: 180_000,
    });
    await page.waitForTimeout(1500);
    await look(page);
    const path = join(out, `${name}.png`);
    await page.screenshot({ path });
    shrink(path);
  };
}

/** A picture with few colours is small; without the program it stays as it is. */
function shrink(path) {
  try {
    execFileSync('pngquant', ['--force', '--ext', '.png', '--speed', '1', '96', path]);
  } catch {
    console.error(`${path}: install pngquant to make it smaller`);
  }
}

const headers = { Authorization: `Bearer ${new URL(address).searchParams.get('token')}` };
const ask = async (path) => (await fetch(new URL(`/api${path}`, address), { headers })).json();
const { runs } = await ask('/runs?limit=200');
const of = (loop) => runs.find((run) => run.loop === loop)?.id;
const [train, evolve, selfplay] = [of('train'), of('evolve'), of('selfplay')];
const [rollout] = (await ask(`/runs/${train}/rollouts?name=rollout&limit=1`)).rows;
const [certificate] = (await ask(`/runs/${train}/certificates`)).certificates;
const [question] = (await ask(`/runs/${selfplay}/questions?which=kept&limit=1`)).rows;
const { fragments } = await ask(`/runs/${evolve}/machine`);
const grid = fragments.find(({ id }) => id.startsWith('GRID_')) ?? fragments[0];
const tree = fragments.find(({ id }) => id.startsWith('ARITH_EXPR')) ?? fragments[0];
const both = runs.filter(({ loop }) => loop === 'train').map(({ id }) => id);
const pages = {
  runs: '#/runs',
  compare: `#/compare/${both.slice(0, 2).join(',')}`,
  bench: '#/bench/scaling',
  'train-overview': `#/runs/${train}`,
  'train-skill': `#/runs/${train}/skill`,
  'train-decisions': `#/runs/${train}/skill`,
  'train-rollouts': `#/runs/${train}/rollouts`,
  'train-rollout': `#/runs/${train}/rollouts/${rollout?.key}`,
  'train-certificate': `#/runs/${train}/certificates/${certificate?.hash}`,
  'evolve-overview': `#/runs/${evolve}`,
  'evolve-evolve': `#/runs/${evolve}/evolve`,
  'evolve-before-after': `#/runs/${evolve}/evolve`,
  'evolve-machine': `#/runs/${evolve}/machine?skill=${tree.id}`,
  'evolve-episodes': `#/runs/${evolve}/episodes?skill=${grid.id}`,
  'evolve-certificates': `#/runs/${evolve}/certificates`,
  'selfplay-overview': `#/runs/${selfplay}`,
  'selfplay-selfplay': `#/runs/${selfplay}/selfplay`,
  'selfplay-question': `#/runs/${selfplay}/questions/${question?.id}`,
};
/** Plays the task on, so that the picture shows something happening. */
const step = async (page) => {
  await page.waitForSelector('text=experts whose guard held');
  const button = page.locator('button:has-text("Step"):enabled');
  for (let i = 0; i < 3 && (await button.count()) > 0; i += 1) await button.click();
  await page.evaluate(() => globalThis.scrollTo(0, 0));
};
/** Shows a card from its beginning on. */
const showCard = (title) => async (page) => {
  await page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('main h2')].find((one) => one.textContent.startsWith(wanted));
    found?.scrollIntoView();
  }, title);
};
/** What both sides of the last decision did, task by task. */
const openDecision = async (page) => {
  await page.click('section:has(h2:has-text("Decisions")) summary >> nth=0');
  await page.waitForSelector('.pairs');
  await showCard('Decisions')(page);
};
const looks = {
  'evolve-machine': step,
  'evolve-episodes': step,
  'evolve-before-after': showCard('Before and after'),
  'train-decisions': openDecision,
};
async function shootAll(end, names, [width, height, scheme]) {
  const shoot = await open(width, height, scheme);
  for (const name of names) {
    if (wanted.length > 0 && !wanted.includes(`${name}${end}`)) continue;
    await shoot(`${name}${end}`, pages[name], looks[name]);
  }
}
await shootAll('', Object.keys(pages), [1600, 1250, 'light']);
await shootAll('-dark', ['train-overview', 'evolve-machine', 'selfplay-selfplay'], [1600, 1250, 'dark']);
await shootAll('-narrow', ['runs', 'train-overview', 'evolve-evolve', 'selfplay-selfplay'], [400, 1000, 'light']);
await shootAll('-narrow-dark', ['train-skill'], [400, 1000, 'dark']);
await browser.close();
server.kill();
rmSync(scratch, { recursive: true, force: true });
