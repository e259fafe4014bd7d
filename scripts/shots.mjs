// Pictures of every page into docs/screenshots, from real runs: `npm run shots [WORKSPACE]`. Without a workspace it makes the runs first.
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
const workspace = process.argv[2] ?? join(scratch, '.pawl');
const pawl = (...argv) =>
  execFileSync(process.execPath, [bin, ...argv], { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });

function makeRuns() {
  pawl('init', 'skill', '--yes');
  pawl('train', '--workspace', workspace);
  pawl('train', '--seed', '2', '--workspace', workspace);
  pawl('evolve', '--profile', 'tiny', '--workspace', workspace);
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
if (process.argv[2] === undefined) makeRuns();
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
  await page.goto(address);
  return async (name, hash) => {
    await page.evaluate((to) => {
      globalThis.location.hash = to;
    }, hash);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(out, `${name}.png`), fullPage: false });
  };
}

const headers = { Authorization: `Bearer ${new URL(address).searchParams.get('token')}` };
const { runs } = await (await fetch(new URL('/api/runs?limit=200', address), { headers })).json();
const of = (loop) => runs.find((run) => run.loop === loop)?.id;
const pages = [
  ['runs', '#/runs'],
  ['bench', '#/bench/scaling'],
  [
    'compare',
    `#/compare/${runs
      .filter(({ loop }) => loop === 'train')
      .slice(0, 2)
      .map(({ id }) => id)
      .join(',')}`,
  ],
];
const named = {
  train: ['overview', 'skill', 'rollouts', 'certificates'],
  evolve: ['overview', 'evolve', 'machine', 'episodes', 'certificates'],
  selfplay: ['overview', 'selfplay'],
};
for (const [loop, names] of Object.entries(named)) {
  const id = of(loop);
  if (id !== undefined) for (const name of names) pages.push([`${loop}-${name}`, `#/runs/${id}/${name}`]);
}
const light = await open(1600, 1250, 'light');
for (const [name, hash] of pages) await light(name, hash);
const dark = await open(1600, 1250, 'dark');
for (const [name, hash] of pages.filter(([name]) => /train-overview|evolve-machine/u.test(name)))
  await dark(`${name}-dark`, hash);
const narrow = await open(400, 1000, 'light');
for (const [name, hash] of pages.filter(([name]) => /runs|train-overview|train-skill/u.test(name)))
  await narrow(`${name}-narrow`, hash);
await browser.close();
server.kill();
rmSync(scratch, { recursive: true, force: true });
