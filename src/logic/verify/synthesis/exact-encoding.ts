import { type Circuit, createBuilder, type Edge } from '#logic/circuit/graph';

/** One row of a specification: inputs, and the outputs that are known there. */
export interface Row {
  readonly inputs: readonly boolean[];
  /** `undefined` where the output does not matter. */
  readonly outputs: readonly (boolean | undefined)[];
}

/** Where clauses go: a solver, or a list. */
export interface ClauseSink {
  readonly variables: number;
  addVariables(count: number): void;
  addClause(literals: readonly number[]): void;
}

interface Gate {
  /** By signal pair j < k: the variable that says the gate reads them. */
  readonly reads: { readonly j: number; readonly k: number; readonly chosen: number }[];
  /** The gate's values on (0,1), (1,0), (1,1), first fanin first; on (0,0) it is 0. */
  readonly table: readonly [number, number, number];
}

/**
 * "Some circuit of exactly `gates` gates agrees with the rows", as clauses; rows may be added one by one.
 *
 * Signals are inputs, then gates. A gate reads two earlier signals and is false on two falses, so it is an AND or XOR
 * up to complements; an output is the constant, an input or a gate, perhaps complemented. Without loss of minimal
 * circuits: no gate is constant or a copy of a fanin; each gate is used; no gate reads another gate and one of its
 * fanins; gates that do not read the one before are in colexicographic order of what they read.
 *
 * @source Kojevnikov, Kulikov & Yaroslavtsev, SAT 2009; Knuth, TAOCP 4 §7.2.2.2 exercises 477-481
 */
export class ExactEncoding {
  private readonly sink: ClauseSink;
  private readonly inputs: number;
  private readonly gates: Gate[] = [];
  /** By output: the variable for each source (constant, signals), and the one that complements it. */
  private readonly outputs: { readonly sources: readonly number[]; readonly complemented: number }[] = [];

  constructor(sink: ClauseSink, shape: { inputs: number; outputs: number; gates: number }) {
    this.sink = sink;
    this.inputs = shape.inputs;
    for (let i = 0; i < shape.gates; i += 1) this.gates.push(this.newGate(shape.inputs + i));
    for (let h = 0; h < shape.outputs; h += 1) {
      const sources = Array.from({ length: 1 + shape.inputs + shape.gates }, () => this.variable());
      this.exactlyOne(sources);
      this.outputs.push({ sources, complemented: this.variable() });
    }
    for (const i of this.gates.keys()) this.breakSymmetries(i);
  }

  /** Demands that the circuit does on this row what the row says. */
  addRow({ inputs, outputs }: Row): void {
    const values = this.gates.map(() => this.variable());
    const valueOf = (signal: number): number | boolean =>
      signal < this.inputs ? inputs[signal]! : values[signal - this.inputs]!;
    for (const [i, gate] of this.gates.entries()) {
      for (const { j, k, chosen } of gate.reads) {
        for (let cell = 0; cell < 4; cell += 1) {
          const when = [-chosen, differs(valueOf(j), (cell & 2) !== 0), differs(valueOf(k), (cell & 1) !== 0)];
          if (when.includes(true)) continue;
          const condition = when.filter((part) => typeof part === 'number');
          if (cell === 0) this.sink.addClause([...condition, -values[i]!]);
          else {
            const entry = gate.table[cell - 1]!;
            this.sink.addClause([...condition, -values[i]!, entry]);
            this.sink.addClause([...condition, values[i]!, -entry]);
          }
        }
      }
    }
    for (const [h, wanted] of outputs.entries()) if (wanted !== undefined) this.fixOutput(h, wanted, valueOf);
  }

  /** The circuit that a model describes. */
  circuitOf(model: Uint8Array): Circuit {
    const builder = createBuilder();
    const edges: Edge[] = builder.inputs(this.inputs);
    const isTrue = (variable: number): boolean => model[variable] === 1;
    for (const { reads, table } of this.gates) {
      const { j, k } = reads.find(({ chosen }) => isTrue(chosen))!;
      const a = edges[j]!;
      const b = edges[k]!;
      const [onB, onA, onBoth] = table.map(isTrue);
      if (onA === true && onB === true) edges.push(onBoth === true ? builder.or(a, b) : builder.xor(a, b));
      else if (onBoth === true) edges.push(builder.and(a, b));
      else edges.push(onA === true ? builder.and(a, b ^ 1) : builder.and(a ^ 1, b));
    }
    const outputs = this.outputs.map(({ sources, complemented }) => {
      const source = sources.findIndex(isTrue);
      return (source === 0 ? 0 : edges[source - 1]!) ^ (isTrue(complemented) ? 1 : 0);
    });
    return builder.build(outputs);
  }

  private newGate(signals: number): Gate {
    const reads: Gate['reads'] = [];
    for (let k = 1; k < signals; k += 1) {
      for (let j = 0; j < k; j += 1) reads.push({ j, k, chosen: this.variable() });
    }
    this.exactlyOne(reads.map(({ chosen }) => chosen));
    const [onB, onA, onBoth] = [this.variable(), this.variable(), this.variable()];
    this.sink.addClause([onB, onA, onBoth]);
    this.sink.addClause([onB, -onA, -onBoth]);
    this.sink.addClause([-onB, onA, -onBoth]);
    return { reads, table: [onB, onA, onBoth] };
  }

  private fixOutput(h: number, wanted: boolean, valueOf: (signal: number) => number | boolean): void {
    const { sources, complemented } = this.outputs[h]!;
    const expected = wanted ? -complemented : complemented; // value ⊕ complemented = wanted
    for (const [source, chosen] of sources.entries()) {
      const value = source === 0 ? false : valueOf(source - 1);
      if (typeof value === 'boolean') this.sink.addClause([-chosen, value ? expected : -expected]);
      else {
        this.sink.addClause([-chosen, -value, expected]);
        this.sink.addClause([-chosen, value, -expected]);
      }
    }
  }

  private breakSymmetries(i: number): void {
    const { gates, outputs, inputs, sink } = this;
    const self = inputs + i;
    const later = gates.slice(i + 1).flatMap(({ reads }) => reads.filter(({ j, k }) => j === self || k === self));
    sink.addClause([...later.map(({ chosen }) => chosen), ...outputs.map(({ sources }) => sources[1 + self]!)]);
    for (const { j, k, chosen } of gates[i]!.reads) {
      for (const other of later) {
        const second = other.j === self ? other.k : other.j;
        if (second === j || second === k) sink.addClause([-chosen, -other.chosen]);
      }
      for (const next of gates[i + 1]?.reads ?? []) {
        if (next.k !== self && (next.k < k || (next.k === k && next.j < j))) sink.addClause([-chosen, -next.chosen]);
      }
    }
  }

  private exactlyOne(variables: readonly number[]): void {
    this.sink.addClause(variables);
    for (const [i, a] of variables.entries()) {
      for (const b of variables.slice(0, i)) this.sink.addClause([-a, -b]);
    }
  }

  private variable(): number {
    this.sink.addVariables(this.sink.variables + 1);
    return this.sink.variables;
  }
}

/** A literal that holds when the value is not `bit`; true or false when that is known. */
function differs(value: number | boolean, bit: boolean): number | boolean {
  if (typeof value === 'boolean') return value !== bit;
  return bit ? -value : value;
}
