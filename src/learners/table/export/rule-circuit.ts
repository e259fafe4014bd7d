import { bitsFor } from '#foundation/kernel';
import { columnsIn, Gates, NoCircuit, type Rule, TermCircuit, type Wire } from '#learners/machine/terms';
import { type Circuit, createBuilder, FALSE } from '#logic/circuit/graph';
import type { Table, TableColumn } from '../table.ts';
import { cannot, wordsOfRule } from './rule-code.ts';

/** An input of the circuit: bits of a two's-complement number if it has a sign, least significant first. */
export interface CircuitInput {
  readonly column: TableColumn;
  readonly width: number;
  readonly low: number;
  readonly high: number;
}

/** A rule as gates, for all values within the widths of its inputs. */
export interface RuleCircuit {
  readonly circuit: Circuit;
  readonly inputs: readonly CircuitInput[];
  /** Width of the answer, a two's-complement number. */
  readonly width: number;
}

/** Bits of a two's-complement number that reaches from low to high. */
function signedWidth(low: number, high: number): number {
  return 1 + Math.max(bitsFor(high + 1), bitsFor(-low));
}

/** A rule over words of bounded width as a circuit: the gates that its productions have on machines. Numbers grow wider as they must, so nothing wraps. */
export function ruleCircuit(rule: Rule, table: Table): RuleCircuit {
  const builder = createBuilder();
  const read = new Set(columnsIn(rule.term));
  const inputs = table.columns.flatMap((column, k) =>
    read.has(column.name) ? [inputOf(column, k, { rule, table })] : [],
  );
  const wires = new Map(
    inputs.map(({ column, width, low, high }): [string, Wire] => {
      const bits = builder.inputs(width, column.name);
      return [column.name, { bits: low < 0 ? bits : [...bits, FALSE], low, high }];
    }),
  );
  try {
    const circuit = new TermCircuit(new Gates(builder), { column: (name) => wires.get(name)! });
    const { bits } = circuit.word(rule.term);
    return { circuit: builder.build(bits), inputs, width: bits.length };
  } catch (error) {
    if (error instanceof NoCircuit) throw cannot(GATES, error.what);
    throw error;
  }
}

/** The least width that holds every value of the rows. */
function inputOf(
  column: TableColumn,
  k: number,
  { rule, table }: { readonly rule: Rule; readonly table: Table },
): CircuitInput {
  if (column.kind === 'list') throw cannot(GATES, 'lists');
  if (column.kind === 'flag') return { column, width: 1, low: 0, high: 1 };
  if (column.kind === 'word') {
    const width = Math.max(1, bitsFor(wordsOfRule(rule).length));
    return { column, width, low: 0, high: 2 ** width - 1 };
  }
  const values = table.rows.map(({ cells }) => Number(cells[k]));
  const [least, most] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 1]);
  if (least >= 0) {
    const width = bitsFor(most + 1);
    return { column, width, low: 0, high: 2 ** width - 1 };
  }
  const width = signedWidth(least, most);
  return { column, width, low: -(2 ** (width - 1)), high: 2 ** (width - 1) - 1 };
}

const GATES = { name: 'c, wasm or aiger' };
