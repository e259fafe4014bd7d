import { planesFor } from '../../representation/macros/planes-for.ts';
import { bitsAt, type ProgramPlan } from '../programs/program-plan.ts';
import { circuitOfRows } from '../table-edge.ts';
import { cellCircuit } from './word-cell-circuit.ts';
import type { WordCell } from './word-cell.ts';

/** A control table, the replicated cell, and a table of answers. */
export function wordCellParts(program: WordCell): ProgramPlan {
  const { classes, width, controlMode, controlCarry, answers } = program;
  const input = bitsAt('input', 0, planesFor(classes));
  const [mode, carry] = bitsAt('state', 0, 2);
  const word = bitsAt('state', 2, width);
  const zero = { region: 'state', at: 2 + width } as const;
  const flags = [word.at(-1)!, zero];
  return {
    inputs: input.length,
    state: width + 3,
    shared: 0,
    outputs: 1,
    ones: [zero.at],
    counts: [word.map(({ at }) => at)],
    parts: [
      {
        id: '1-control',
        reads: [...flags, ...input],
        writes: [mode!, carry!],
        circuit: circuitOfRows(2 + input.length, [
          (seen) => controlMode[seen] === 1,
          (seen) => controlCarry[seen] === 1,
        ]),
      },
      { id: '2-word', reads: [mode!, carry!, ...word], writes: [...word, zero], circuit: cellCircuit(program) },
      {
        id: '3-answer',
        reads: flags,
        writes: bitsAt('output', 0, 1),
        circuit: circuitOfRows(2, [(seen) => answers[seen] === 1]),
      },
    ],
  };
}
