import { z } from 'zod';
import { parseDimacs, solve, type Solved, writeProof } from '#logic/sat';
import { defineCommand, type Shell } from '../command.ts';

/** The field's exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown. */
const exitCodes = { sat: 10, unsat: 20, unknown: 0 } as const;
const answers = { sat: 'SATISFIABLE', unsat: 'UNSATISFIABLE', unknown: 'UNKNOWN' } as const;
const lineWidth = 78;

export const satCommand = defineCommand({
  name: 'sat',
  args: [{ name: 'file', says: 'DIMACS file, plain or gzip; - is standard input', required: true }],
  flags: z.object({
    proof: z.string().optional().describe('write the proof of unsatisfiability to this file'),
    format: z
      .enum(['drat', 'drat-binary', 'lrat'])
      .optional()
      .describe('format of the proof; unless given the ending of its file decides: .drat, .drat.bin, else LRAT'),
    limitConflicts: z.coerce.number().int().min(0).optional().describe('answer UNKNOWN after so many conflicts'),
    limitPropagations: z.coerce.number().int().min(0).optional().describe('answer UNKNOWN after so many propagations'),
    limitSeconds: z.coerce.number().min(0).optional().describe('answer UNKNOWN after so many seconds'),
    seed: z.coerce.number().int().min(0).default(0).describe('order and phases to begin with; 0 is the plain order'),
    inprocess: z
      .boolean()
      .default(true)
      .describe('eliminate variables and shorten clauses, all of it in the proof; --no-inprocess only searches'),
    stats: z
      .boolean()
      .default(false)
      .describe('print what the search counted, and CPU seconds since the program was loaded, as comment lines'),
  }),
  examples: [
    'pawl sat formula.cnf',
    'pawl sat formula.cnf --proof proof.lrat',
    'pawl sat formula.cnf --proof proof.drat',
    'zcat f.cnf.gz | pawl sat - --stats',
  ],

  async run([file = '-'], flags, shell) {
    const begun = process.cpuUsage();
    const cnf = parseDimacs(await shell.readInput(file));
    const deadline = flags.limitSeconds === undefined ? Infinity : performance.now() + 1000 * flags.limitSeconds;
    const solved = solve(cnf, {
      seed: flags.seed,
      inprocess: flags.inprocess,
      proof: flags.proof !== undefined,
      ...(flags.limitConflicts === undefined ? {} : { maxConflicts: flags.limitConflicts }),
      ...(flags.limitPropagations === undefined ? {} : { maxPropagations: flags.limitPropagations }),
      ...(flags.limitSeconds === undefined ? {} : { shouldStop: () => performance.now() >= deadline }),
    });
    if (flags.proof !== undefined && solved.status === 'unsat') {
      shell.writeFile(flags.proof, writeProof(solved.proof, flags.format ?? formatOf(flags.proof)));
    }
    if (shell.json) shell.print(JSON.stringify(summary(solved)));
    else {
      if (flags.stats) printStats(solved, process.cpuUsage(begun), shell);
      print(solved, shell);
    }
    return exitCodes[solved.status];
  },
});

/** `x.drat` is DRAT, `x.drat.bin` and `x.bdrat` its binary form, anything else LRAT. */
function formatOf(path: string): 'drat' | 'drat-binary' | 'lrat' {
  if (/\.(drat\.bin|bdrat)$/i.test(path)) return 'drat-binary';
  return /\.drat$/i.test(path) ? 'drat' : 'lrat';
}

/** The model as DIMACS literals. */
function literals(model: Uint8Array): number[] {
  return Array.from(model, (value, v) => (value === 1 ? v : -v)).slice(1);
}

function summary(solved: Solved): Record<string, unknown> {
  return {
    status: solved.status,
    ...(solved.status === 'sat' ? { model: literals(solved.model) } : {}),
    ...(solved.status === 'unknown' ? { why: solved.why } : {}),
    stats: solved.stats,
  };
}

function printStats({ stats }: Solved, { user, system }: NodeJS.CpuUsage, shell: Shell): void {
  for (const [name, value] of Object.entries(stats)) shell.print(`c ${name} ${value}`);
  shell.print(`c cpu-seconds ${((user + system) / 1e6).toFixed(3)}`);
}

function print(solved: Solved, shell: Shell): void {
  if (solved.status === 'unknown') shell.print(`c stopped by the limit on ${limitName[solved.why]}`);
  shell.print(`s ${answers[solved.status]}`);
  if (solved.status !== 'sat') return;
  let line = 'v';
  for (const literal of [...literals(solved.model), 0]) {
    const word = ` ${literal}`;
    if (line.length + word.length > lineWidth) {
      shell.print(line);
      line = 'v';
    }
    line += word;
  }
  shell.print(line);
}

const limitName = { conflicts: 'conflicts', propagations: 'propagations', stopped: 'seconds' } as const;
