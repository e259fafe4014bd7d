import { bitsFor } from '#foundation/kernel';
import type { Rule, Term } from '#learners/machine/terms';
import { type Circuit, type CircuitBuilder, createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import type { Table, TableColumn } from '../table.ts';
import { columnsIn } from '../words/columns-in.ts';
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

/** A number as edges, two's complement, and the range that it stays in. */
interface Wire {
  readonly bits: readonly Edge[];
  readonly low: number;
  readonly high: number;
}

const MOST = 1_000_000_000;

/** Bits of a two's-complement number that reaches from low to high. */
function signedWidth(low: number, high: number): number {
  return 1 + Math.max(bitsFor(high + 1), bitsFor(-low));
}

/** A rule over words of bounded width as a circuit. Numbers grow wider as they must, so nothing wraps. */
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
  const { bits } = new TermWriter(builder, wires).write(rule.term);
  return { circuit: builder.build(bits), inputs, width: bits.length };
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

class TermWriter {
  private readonly builder: CircuitBuilder;
  private readonly columns: ReadonlyMap<string, Wire>;

  constructor(builder: CircuitBuilder, columns: ReadonlyMap<string, Wire>) {
    this.builder = builder;
    this.columns = columns;
  }

  write(term: Term): Wire {
    switch (term.is) {
      case 'column':
        return this.columns.get(term.name)!;
      case 'word':
        return this.constant(term.value);
      case 'symbol':
        return this.constant(term.code);
      case 'call':
        return this.call(
          term.name,
          term.args.map((arg) => this.write(arg)),
        );
      case 'choice':
        return term.cases.reduceRight(
          (rest, { when, gives }) => this.choose(this.write(when).bits[0]!, this.write(gives), rest),
          this.write(term.otherwise),
        );
      case 'table': {
        const key = this.write(term.of);
        return term.entries.reduce(
          (rest, [at, value]) => this.choose(this.isEqual(key, this.constant(at)), this.constant(value), rest),
          this.constant(term.otherwise),
        );
      }
      case 'item':
      case 'place':
      case 'before':
      case 'list':
      case 'record':
      case 'each':
        throw cannot(GATES, 'lists');
      case 'bits':
        throw cannot(GATES, 'vectors of 64 bits');
    }
  }

  private constant(value: number): Wire {
    return { bits: words.constant(signedWidth(value, value), value), low: value, high: value };
  }

  private flag(edge: Edge): Wire {
    return { bits: [edge, FALSE], low: 0, high: 1 };
  }

  private widened({ bits }: Wire, width: number): readonly Edge[] {
    return words.signExtend(bits, width);
  }

  private both(a: Wire, b: Wire): readonly [readonly Edge[], readonly Edge[]] {
    const width = Math.max(a.bits.length, b.bits.length);
    return [this.widened(a, width), this.widened(b, width)];
  }

  private isEqual(a: Wire, b: Wire): Edge {
    return words.equal(this.builder, ...this.both(a, b));
  }

  private choose(select: Edge, yes: Wire, no: Wire): Wire {
    const bits = words.mux(this.builder, select, ...this.both(yes, no));
    return { bits, low: Math.min(yes.low, no.low), high: Math.max(yes.high, no.high) };
  }

  /** Wide enough for the range, so that the result is exact. */
  private exact(low: number, high: number, make: (width: number) => readonly Edge[]): Wire {
    if (low < -MOST || high > MOST) throw cannot(GATES, 'numbers beyond 1,000,000,000');
    const width = signedWidth(low, high);
    return { bits: make(width).slice(0, width), low, high };
  }

  private call(name: string, [a, b]: readonly Wire[]): Wire {
    const { builder } = this;
    const corners = (apply: (x: number, y: number) => number): [number, number] => {
      const values = [a!.low, a!.high].flatMap((x) => [b!.low, b!.high].map((y) => apply(x, y)));
      return [Math.min(...values), Math.max(...values)];
    };
    const at = (wire: Wire, width: number): readonly Edge[] =>
      this.widened(wire, Math.max(width, wire.bits.length)).slice(0, width);
    switch (name) {
      case 'add':
        return this.exact(...corners((x, y) => x + y), (width) => words.add(builder, at(a!, width), at(b!, width)));
      case 'subtract':
        return this.exact(...corners((x, y) => x - y), (width) =>
          words.subtract(builder, at(a!, width), at(b!, width)),
        );
      case 'multiply':
        return this.exact(...corners((x, y) => x * y), (width) =>
          words.multiply(builder, at(a!, width), at(b!, width)),
        );
      case 'divide':
        return this.divide(a!, b!);
      case 'modulo':
        return this.call('subtract', [a!, this.call('multiply', [b!, this.divide(a!, b!)])]);
      case 'smaller':
        return this.choose(this.isLess(a!, b!), a!, b!);
      case 'larger':
        return this.choose(this.isLess(a!, b!), b!, a!);
      case 'equal':
      case 'same':
        return this.flag(this.isEqual(a!, b!));
      case 'less':
        return this.flag(this.isLess(a!, b!));
      case 'divides':
        return this.flag(this.isEqual(this.call('modulo', [b!, a!]), this.constant(0)));
      case 'not':
        return this.flag(builder.not(a!.bits[0]!));
      case 'and':
        return this.flag(builder.and(a!.bits[0]!, b!.bits[0]!));
      case 'or':
        return this.flag(builder.or(a!.bits[0]!, b!.bits[0]!));
      default:
        if (name.startsWith('pair of ')) return this.call('add', [this.call('multiply', [a!, this.constant(256)]), b!]);
        throw cannot(GATES, 'lists');
    }
  }

  private isLess(a: Wire, b: Wire): Edge {
    return words.lessThanSigned(this.builder, ...this.both(a, b));
  }

  /** ⌊a / c⌋ for a constant c > 0, by restoring division; below zero ⌊a / c⌋ = ¬⌊¬a / c⌋. */
  private divide(a: Wire, { low: c, high }: Wire): Wire {
    if (c !== high || c <= 0) throw cannot(GATES, 'division by something that is not one positive number');
    const { builder } = this;
    const sign = a.bits.at(-1)!;
    const flip = (bits: readonly Edge[]): Edge[] => bits.map((edge) => builder.xor(edge, sign));
    const width = bitsFor(c) + 2;
    const divisor = words.constant(width, c);
    let rest: readonly Edge[] = words.constant(width, 0);
    const quotient: Edge[] = [];
    for (const bit of flip(a.bits).reverse()) {
      const shifted = [bit, ...rest.slice(0, -1)];
      const isLess = words.lessThan(builder, shifted, divisor);
      quotient.unshift(builder.not(isLess));
      rest = words.mux(builder, isLess, shifted, words.subtract(builder, shifted, divisor));
    }
    return this.exact(Math.floor(a.low / c), Math.floor(a.high / c), () => flip(quotient));
  }
}
