import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAiger } from '#logic/circuit/aiger';
import { type Circuit, combinational } from '#logic/circuit/graph';

/** `resyn2; dc2; fraig`, the first spelt out because ABC finds its name only beside its settings file. */
const SCRIPT = [
  'strash',
  'balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance',
  'dc2',
  'fraig',
].join('; ');

/** ABC as a peer: how many ANDs it leaves of a circuit. */
export interface Abc {
  readonly name: string;
  ands(circuit: Circuit): number;
}

/** The first ABC that runs: `PAWL_ABC`, Debian's `berkeley-abc`, or `abc`. */
export function findAbc(environment: Readonly<Record<string, string | undefined>>): Abc | undefined {
  for (const command of [environment['PAWL_ABC'], 'berkeley-abc', 'abc']) {
    if (command === undefined) continue;
    try {
      const version = execFileSync(command, ['-q', 'version'], { encoding: 'utf8', stdio: 'pipe', timeout: 10_000 });
      return {
        name: `${command}: ${version.trim().split('\n').at(-1) ?? ''}`,
        ands: (circuit) => run(command, circuit),
      };
    } catch {
      continue; // not installed: the next name may be
    }
  }
  return undefined;
}

function run(command: string, circuit: Circuit): number {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-abc-'));
  try {
    const file = join(folder, 'circuit.aig');
    writeFileSync(file, writeAiger(combinational(circuit), { format: 'binary' }));
    const printed = execFileSync(command, ['-q', `read_aiger ${file}; ${SCRIPT}; print_stats`], { encoding: 'utf8' });
    const count = /\band\s*=\s*(\d+)/.exec(printed)?.[1];
    if (count === undefined) throw new Error(`ABC printed no AND count: ${printed}`);
    return Number(count);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
