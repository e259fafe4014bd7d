import { spawn } from 'node:child_process';
import type { SuiteResult, SuiteRow } from '../suite.ts';
import { Fault } from '#foundation/kernel';

/** Runs one suite in a process of its own and gives its result. */
export type RunSuite = (suite: SuiteRow) => Promise<SuiteResult>;

/**
 * Runs suites: the quiet ones alone and one after another, then the others two at a time, for two cores. Results come in the
 * order of the suites. Where they can run elsewhere, all that are not quiet do, at once: a figure that is a time is measured here.
 */
export async function runSuites(
  suites: readonly SuiteRow[],
  run: RunSuite,
  elsewhere?: RunSuite,
): Promise<readonly SuiteResult[]> {
  const found = new Map<string, SuiteResult>();
  const finish = async (suite: SuiteRow, where = run): Promise<void> => {
    found.set(suite.name, await where(suite));
  };
  for (const suite of suites.filter(({ isQuiet }) => isQuiet === true)) await finish(suite);
  const waiting = suites.filter(({ isQuiet }) => isQuiet !== true);
  if (elsewhere !== undefined) {
    await Promise.all(waiting.map((suite) => finish(suite, elsewhere)));
    return suites.map(({ name }) => found.get(name)!);
  }
  const drain = async (): Promise<void> => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) await finish(suite);
  };
  await Promise.all([drain(), drain()]);
  return suites.map(({ name }) => found.get(name)!);
}

/** A suite as `pawl bench all NAME --json` in another process of this program, so that no suite warms up another. */
export function inOwnProcess(flags: readonly string[], note: (line: string) => void): RunSuite {
  return (suite) =>
    new Promise((resolve, reject) => {
      const args = [process.argv[1]!, 'bench', 'all', suite.name, '--json', ...flags];
      const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.on('error', reject);
      child.on('close', (code) => {
        const said = Buffer.concat(err).toString('utf8').trim();
        if (code !== 0) {
          reject(new Fault('bench/failed', `${suite.name} ended with ${code}: ${said.slice(-500)}`));
          return;
        }
        const { results }: { results: SuiteResult[] } = JSON.parse(Buffer.concat(out).toString('utf8'));
        const [result] = results;
        note(`${suite.name}: ${result!.cpuSeconds.toFixed(1)} s of CPU time`);
        resolve(result!);
      });
    });
}
