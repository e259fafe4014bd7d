import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import type { Word } from '#logic/circuit/words';
import { Fault, invariant } from '#foundation/kernel';
import type { Term } from './term.ts';

/** A size or choice of a macro. */
export interface MacroKnob {
  readonly default: number;
  readonly low: number;
  readonly high: number;
  readonly says: string;
}

/** A named word that a macro reads or writes, least significant bit first. A word that is both is state. */
export interface Port {
  readonly name: string;
  readonly width: number;
}

/** What a macro is at given knobs. */
export interface MacroDesign {
  /** Widths of the words it reads, in the order of the circuit's inputs. */
  readonly reads: Readonly<Record<string, number>>;
  /** What is written, in the order of the circuit's outputs. */
  readonly meaning: Readonly<Record<string, Term>>;
  /** How it is computed. */
  build(builder: CircuitBuilder, reads: Readonly<Record<string, Word>>): Readonly<Record<string, Word>>;
}

/** A member of a family: the body an expert is made from. */
export interface MacroInstance {
  readonly macro: string;
  readonly knobs: Readonly<Record<string, number>>;
  readonly circuit: Circuit;
  readonly reads: readonly Port[];
  readonly writes: readonly Port[];
  readonly meaning: Readonly<Record<string, Term>>;
}

/** A parametric family of circuits. It knows words, never a task. */
export interface Macro {
  readonly name: string;
  readonly says: string;
  readonly knobs: Readonly<Record<string, MacroKnob>>;
  /** The member at these knobs; a knob that is not given has its default. */
  make(turned?: Readonly<Record<string, number>>): MacroInstance;
}

/** Describes a family. */
export function defineMacro<K extends string>(family: {
  readonly name: string;
  readonly says: string;
  readonly knobs: Readonly<Record<K, MacroKnob>>;
  design(knobs: Readonly<Record<K, number>>): MacroDesign;
}): Macro {
  return {
    name: family.name,
    says: family.says,
    knobs: family.knobs,
    make(turned = {}) {
      const knobs = turn(family.name, family.knobs, turned);
      return instanceOf(family.name, knobs, family.design(knobs));
    },
  };
}

function instanceOf(macro: string, knobs: Readonly<Record<string, number>>, design: MacroDesign): MacroInstance {
  const builder = createBuilder();
  const reads = Object.entries(design.reads).map(([name, width]) => ({ name, width }));
  const given = Object.fromEntries(reads.map(({ name, width }) => [name, builder.inputs(width, name)]));
  const written = design.build(builder, given);
  const writes = Object.entries(design.meaning).map(([name, { width }]) => ({ name, width }));
  const outputs: Edge[] = [];
  for (const { name, width } of writes) {
    const word = written[name];
    invariant(word?.length === width, `${macro} writes ${width} bits of ${name}`);
    outputs.push(...word);
  }
  const names = writes.flatMap(({ name, width }) => Array.from({ length: width }, (_, i) => `${name}[${i}]`));
  return { macro, knobs, circuit: cleanup(builder.build(outputs, names)), reads, writes, meaning: design.meaning };
}

function turn<K extends string>(
  macro: string,
  table: Readonly<Record<K, MacroKnob>>,
  turned: Readonly<Record<string, number>>,
): Readonly<Record<K, number>> {
  const rows: Readonly<Record<string, MacroKnob>> = table;
  const values: Record<string, number> = {};
  for (const [name, row] of Object.entries(rows)) values[name] = row.default;
  for (const [name, value] of Object.entries(turned)) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row === undefined) throw new Fault('bem/bad-macro', `macro ${macro} has no knob named ${name}`);
    if (!(Number.isInteger(value) && value >= row.low && value <= row.high)) {
      throw new Fault(
        'bem/bad-macro',
        `knob ${name} of macro ${macro} is ${value}; it must be whole and in [${row.low}, ${row.high}]`,
      );
    }
    values[name] = value;
  }
  invariant(hasAll(table, values), 'every knob has a value');
  return values;
}

function hasAll<K extends string>(
  table: Readonly<Record<K, unknown>>,
  values: Readonly<Record<string, number>>,
): values is Readonly<Record<K, number>> {
  return Object.keys(table).every((name) => name in values);
}
