import { AigerCursor } from './aiger-cursor.ts';
import { readAsciiGates, readBinaryGates, readLiteral, readNewVariable } from './aiger-gates.ts';
import { type AigerHeader, readHeader } from './aiger-header.ts';
import { readSymbols } from './aiger-symbols.ts';
import { AigerVariables } from './aiger-variables.ts';
import { type CircuitBuilder, createBuilder } from '../graph/builder.ts';
import type { Latch, Properties, SequentialCircuit } from '../graph/sequential.ts';

/** What an AIGER file holds. */
export interface AigerFile extends SequentialCircuit {
  readonly format: 'ascii' | 'binary';
  /** The text after the line `c`, if any. */
  readonly comment: string;
}

interface LatchLine {
  readonly next: number;
  readonly reset: boolean | undefined;
}

/**
 * Reads AIGER 1.9, ASCII or binary. Gates are folded and hashed as they come in, so equal gates are counted once;
 * XORs stay ANDs until `recoverXors`.
 *
 * @source Biere, Heljanko & Wieringa 2011, AIGER 1.9 and beyond, FMV technical report 11/2
 */
export function readAiger(bytes: Uint8Array): AigerFile {
  const cursor = new AigerCursor(bytes);
  const header = readHeader(cursor);
  const builder = createBuilder();
  const variables = new AigerVariables(header.format === 'ascii' ? header.maxVariable : 0, bytes.length);
  readInputs(cursor, header, builder, variables);
  const latches = readLatches(cursor, header, builder, variables);
  const { literals, properties } = readSignals(cursor, header);
  const resolve =
    header.format === 'binary'
      ? readBinaryGates(cursor, header, builder)
      : readAsciiGates(cursor, header, builder, variables);
  const names = readSymbols(cursor, header, properties.justice);
  const outputs = [...literals, ...latches.map(({ next }) => next)].map((literal) => resolve(literal));
  const circuit = builder.build(outputs, names.outputs);
  return {
    format: header.format,
    circuit: { ...circuit, inputNames: names.inputs },
    latches: latches.map(({ reset }): Latch => ({ reset })),
    properties,
    comment: names.comment,
  };
}

/** Makes the inputs; an ASCII file names the variable of each. */
function readInputs(
  cursor: AigerCursor,
  header: AigerHeader,
  builder: CircuitBuilder,
  variables: AigerVariables,
): void {
  for (let i = 0; i < header.inputs; i += 1) {
    const edge = builder.input();
    if (header.format === 'binary') continue;
    variables.define(readNewVariable(cursor, header, variables), edge);
    cursor.endLine();
  }
}

function readLatches(
  cursor: AigerCursor,
  header: AigerHeader,
  builder: CircuitBuilder,
  variables: AigerVariables,
): LatchLine[] {
  const latches: LatchLine[] = [];
  for (let i = 0; i < header.latches; i += 1) {
    const edge = builder.input();
    let own = edge;
    if (header.format === 'ascii') {
      const variable = readNewVariable(cursor, header, variables);
      variables.define(variable, edge);
      own = 2 * variable;
      cursor.space();
    }
    const next = readLiteral(cursor, header, 'a next state');
    const reset = cursor.takeSpace() ? readLiteral(cursor, header, 'a reset value') : 0;
    if (reset > 1 && reset !== own) {
      throw cursor.fault('circuit/aiger-literal', `latch ${own} has reset ${reset}, not 0, 1 or ${own}`);
    }
    latches.push({ next, reset: reset > 1 ? undefined : reset === 1 });
    cursor.endLine();
  }
  return latches;
}

/** Outputs and properties, as literals of the file in the order of `SequentialCircuit`. */
function readSignals(cursor: AigerCursor, header: AigerHeader): { literals: number[]; properties: Properties } {
  const literals: number[] = [];
  const readLines = (count: number, what: string): void => {
    if (2 * count > cursor.left + 1) {
      throw cursor.fault(
        'circuit/aiger-truncated',
        `${count} lines for ${what} do not fit the ${cursor.left} bytes left`,
      );
    }
    for (let i = 0; i < count; i += 1) {
      literals.push(readLiteral(cursor, header, what));
      cursor.endLine();
    }
  };
  readLines(header.outputs, 'an output');
  readLines(header.bad, 'a bad state');
  readLines(header.constraints, 'a constraint');
  const justice: number[] = [];
  for (let i = 0; i < header.justice; i += 1) {
    justice.push(cursor.number('a count of justice literals'));
    cursor.endLine();
  }
  for (const size of justice) readLines(size, 'a justice literal');
  readLines(header.fairness, 'a fairness constraint');
  const { bad, constraints, fairness } = header;
  return { literals, properties: { bad, constraints, justice, fairness } };
}
