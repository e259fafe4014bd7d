import { z } from 'zod';
import { benchSat } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';

export const benchSatCommand = defineCommand({
  name: 'bench sat',
  summary: 'Time the SAT solver beside MiniSat, and its proofs.',
  flags: z.object({
    quick: z.boolean().default(false).describe('fewer formulas and rounds: under a minute'),
    seed: z.coerce.number().int().min(0).default(1).describe('seed of the formulas'),
  }),
  examples: ['pawl bench sat --quick', 'PAWL_MINISAT_SOURCE=minisat2-2.2.1 pawl bench sat --json'],

  // oxlint-disable-next-line typescript/require-await -- a command is asynchronous; this one computes
  async run(_args, flags, shell) {
    const result = benchSat({ ...flags, environment: shell.env, note: (line) => shell.note(line) });
    if (shell.json) {
      shell.print(JSON.stringify(result));
      return ExitCode.ok;
    }
    shell.print(`peer: ${result.peer}`);
    const number = (value: number | null): string => (value === null ? 'not measured' : value.toPrecision(3));
    for (const cell of result.cells) {
      shell.print(
        `${cell.name.padEnd(10)} ${cell.formulas} formulas, ${cell.satisfiable} satisfiable: ${number(cell.microseconds)} µs, MiniSat ${number(cell.minisatMicroseconds)} µs, ratio ${number(cell.ratio)}`,
      );
    }
    for (const proof of result.proofs) {
      shell.print(
        `${proof.name.padEnd(10)} ${proof.formulas} proofs: logging ${number(proof.logging)}, with text ${number(proof.writing)}, checking ${number(proof.checking)}, from text ${number(proof.checkingText)} of solve time`,
      );
    }
    for (const { name, value, goal, status } of result.targets) {
      shell.print(`${status.padEnd(12)} ${name}: ${number(value)} (goal ${goal})`);
    }
    return ExitCode.ok;
  },
});
