import { type Circuit, createBuilder } from '#logic/circuit/graph';
import { tableEdge } from '../table-edge.ts';
import type { WordCell } from './word-cell.ts';

/** The cells as an expert runs them: reads mode, carry and the word; writes the word and whether it is zero. */
export function cellCircuit({ width, cellBit, cellCarry }: WordCell): Circuit {
  const builder = createBuilder();
  const mode = builder.input('mode');
  let carry = builder.input('carry');
  const after = builder.inputs(width, 'word').map((bit) => {
    const seen = [bit, carry, mode];
    carry = tableEdge(builder, seen, cellCarry);
    return tableEdge(builder, seen, cellBit);
  });
  return builder.build([...after, builder.not(builder.orAll(after))]);
}
