import { spawn } from 'node:child_process';
import { builtPawl } from '../built-pawl.ts';

/** What a command line did, and what it took. */
export interface Measured {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  readonly megabytes: number;
  /** Of the CPU: other programs do not change it. */
  readonly seconds: number;
}

const meter =
  "data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write(`\\nmeter ${u.maxRSS} ${u.userCPUTime+u.systemCPUTime}\\n`)})";

/** Runs a command line in a process of its own that tells its peak of memory and its time at the end. */
export function measurePawl(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', meter, builtPawl(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      // A wrapper process may tell its own figures too: the largest are meant.
      const told = [...err.matchAll(/^meter (\d+) (\d+)$/gmu)];
      const most = (at: 1 | 2): number => Math.max(...told.map((found) => Number(found[at])));
      resolve({ code, signal, out, err, megabytes: most(1) / 1024, seconds: most(2) / 1e6 });
    });
  });
}
