import { type Circuit, type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { circuitFromTables, type TruthTable } from '#logic/circuit/tables';

/** The value of a table in the row that the inputs spell, lowest bit first; rows past its end are 0. */
export function tableEdge(builder: CircuitBuilder, inputs: readonly Edge[], table: readonly number[]): Edge {
  return selectEdge(
    builder,
    inputs,
    Array.from({ length: 2 ** inputs.length }, (_, row) => (table[row] === 1 ? TRUE : FALSE)),
  );
}

/** The entry whose number the inputs spell, lowest bit first; there is one for every number. */
export function selectEdge(builder: CircuitBuilder, inputs: readonly Edge[], entries: readonly Edge[]): Edge {
  let layer = entries;
  for (const input of inputs) {
    const below = layer;
    layer = Array.from({ length: below.length / 2 }, (_, i) => builder.mux(input, below[2 * i + 1]!, below[2 * i]!));
  }
  return layer[0]!;
}

/** A circuit of functions of few inputs, each given row by row. */
export function circuitOfRows(inputs: number, functions: readonly ((row: number) => boolean)[]): Circuit {
  return circuitFromTables(
    functions.map((value): TruthTable => {
      const bits = new Uint32Array(Math.max(1, 2 ** inputs / 32));
      for (let row = 0; row < 2 ** inputs; row += 1) if (value(row)) bits[row >>> 5]! |= 1 << (row & 31);
      return { inputs, bits };
    }),
  );
}
