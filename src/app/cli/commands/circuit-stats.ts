import { z } from 'zod';
import { type CircuitStatistics, recoverXors, statisticsOf } from '#logic/circuit/structure';
import { defineCommand, ExitCode } from '../command.ts';
import { readCircuitFile, requireArgument } from './circuit-file.ts';

const ROWS = 16;
const BAR = 40;

export const circuitStatsCommand = defineCommand({
  name: 'circuit stats',
  args: [
    { name: 'FILE', says: 'an AIGER file (.aag, .aig) or truth table (.tt); - for standard input', required: true },
  ],
  flags: z.object({
    raw: z.boolean().default(false).describe('count ANDs as the file has them, without looking for XORs'),
  }),
  examples: ['pawl circuit stats adder.aag', 'pawl circuit stats design.aig --json'],

  async run(args, { raw }, shell) {
    const path = requireArgument(args, 0, 'FILE');
    const { circuit, latches } = await readCircuitFile(shell, path);
    const whole = statisticsOf(raw ? circuit : recoverXors(circuit));
    const statistics = {
      ...whole,
      inputs: whole.inputs - latches.length,
      outputs: whole.outputs - latches.length,
      dead: statisticsOf(circuit).dead,
    };
    if (shell.json) shell.print(JSON.stringify({ file: path, ...statistics, latches: latches.length }));
    else for (const line of picture(path, statistics, latches.length)) shell.print(line);
    return ExitCode.ok;
  },
});

/** Counts, then a bar per level; neighbouring levels share a bar when there are more than 16. */
function picture(path: string, statistics: CircuitStatistics, latches: number): string[] {
  const { inputs, outputs, ands, xors, andEquivalent, dead, depth, levels } = statistics;
  const perRow = Math.max(1, Math.ceil(levels.length / ROWS));
  const rows: { label: string; gates: number }[] = [];
  for (let from = 0; from < levels.length; from += perRow) {
    const part = levels.slice(from, from + perRow);
    const last = from + part.length;
    const gates = part.reduce((sum, count) => sum + count, 0);
    rows.push({ label: last === from + 1 ? `${last}` : `${from + 1}-${last}`, gates });
  }
  const most = Math.max(1, ...rows.map(({ gates }) => gates));
  return [
    `${path}: ${inputs} inputs, ${outputs} outputs, ${latches} latches`,
    `${ands + xors} gates: ${ands} AND, ${xors} XOR; ${andEquivalent} with ANDs only; ${dead} dead; depth ${depth}`,
    ...(rows.length === 0 ? [] : ['    level   gates']),
    ...rows.map(({ label, gates }) => {
      const bar = '█'.repeat(Math.max(1, Math.round((BAR * gates) / most)));
      return `${label.padStart(9)} ${String(gates).padStart(7)}  ${bar}`;
    }),
  ];
}
