import { z } from 'zod';
import { benchCircuit } from '#bench';
import { defineCommand, ExitCode } from '../command.ts';

export const benchCircuitCommand = defineCommand({
  name: 'bench circuit',
  summary: 'Compare simplified circuits with those of ABC, and time equivalence proofs.',
  flags: z.object({
    quick: z.boolean().default(false).describe('smaller circuits and less effort: under a minute'),
    seed: z.coerce.number().int().min(0).default(1).describe('seed of the random circuits'),
  }),
  examples: ['pawl bench circuit --quick', 'PAWL_ABC=/opt/abc/abc pawl bench circuit --json'],

  // oxlint-disable-next-line typescript/require-await -- a command is asynchronous; this one computes
  async run(_args, flags, shell) {
    const result = benchCircuit({ ...flags, environment: shell.env, note: (line) => shell.note(line) });
    if (shell.json) {
      shell.print(JSON.stringify(result));
      return ExitCode.ok;
    }
    shell.print(`peer: ${result.peer}`);
    const number = (value: number | null): string =>
      value === null ? 'not measured' : String(Number(value.toPrecision(3)));
    for (const one of result.circuits) {
      const { before, abc, ratio, isProved } = one;
      shell.print(
        `${one.name.padEnd(22)} gates ${before.gates} to ${number(one.gates)}, ANDs ${before.andEquivalent} to ${number(one.andEquivalent)}, ABC ${number(abc)}, ratio ${number(ratio)}${isProved ? '' : ', NOT PROVED'}`,
      );
    }
    for (const { name, gates, answer, seconds } of result.equivalence) {
      shell.print(`${name}: ${gates.join(' and ')} gates, ${answer} in ${number(seconds)} s`);
    }
    if (result.skipped.length > 0) shell.print(`no time left for ${result.skipped.join(', ')}`);
    for (const { name, value, goal, status } of result.targets) {
      shell.print(`${status.padEnd(12)} ${name}: ${number(value)} (goal ${goal})`);
    }
    return ExitCode.ok;
  },
});
