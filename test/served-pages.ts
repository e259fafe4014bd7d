import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OpenedPage } from './open-page.ts';
import { root } from './sources.ts';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** A dashboard that serves, as a process of its own. */
export interface Served {
  readonly address: string;
  end(): void;
}

export async function serveIn(folder: string, bin: string, ...argv: readonly string[]): Promise<Served> {
  const server = spawn(process.execPath, [bin, 'serve', '--json', ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => createInterface(server.stdout).once('line', resolve));
  const { address }: { address: string } = JSON.parse(line);
  return { address, end: () => void server.kill() };
}

/** Goes to a page and waits for what it loads. Scripts are given as text: this file is checked without the types of a browser. */
export const go = async ({ tab }: OpenedPage, hash: string): Promise<void> => {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.waitForSelector(`main .note:has-text('Loading …')`, { state: 'detached' });
};

/** How wide the page is after two frames: charts follow a new size of the window in the first. */
export const widthOf = ({ tab }: OpenedPage): Promise<unknown> =>
  tab.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.documentElement.scrollWidth))))`);

/** Serious and critical findings of axe. */
export const findings = async ({ tab }: OpenedPage): Promise<unknown> => {
  if ((await tab.evaluate(`'axe' in window`)) === false) await tab.evaluate(axe);
  return tab.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 300)))`);
};
