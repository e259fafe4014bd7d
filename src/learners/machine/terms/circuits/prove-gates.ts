import { type Circuit, type CircuitBuilder, createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { circuitFromTables } from '#logic/circuit/tables';
import { checkEquivalence } from '#logic/verify';
import type { ProofMaterial } from '#logic/verify/certify';
import { type Column, listAt, packLists, type Type } from '../column.ts';
import { eachNamed } from '../each.ts';
import { productionNamed } from '../grammar.ts';
import { type CircuitValue, constantWire, Gates, isSlots, type Slots, slotsOf, type Wire, wireOf } from './gates.ts';
import { lengthOfSlots, nthOfSlots } from './slots.ts';

/** Items of a list that gates are proved on, and bits of a word, which has a sign. */
const SLOTS = 2;
const WIDTH = 2;
const MAX_CONFLICTS = 50_000;

/** A claim about the gates of one row of the tables of productions, with its proof. */
export interface GateClaim {
  readonly claim: string;
  readonly proof: ProofMaterial;
}

/**
 * That the gates of a production are what it evaluates to, for all words of 2 bits and lists of 2 items: the reference is a table of its evaluation,
 * which shares nothing with its gates. None where it has no gates, or where the question is too hard.
 */
export function proveGates(name: string): GateClaim | undefined {
  const question = questionOf(name);
  if (question === undefined) return undefined;
  const { made, meant } = question;
  const result = checkEquivalence(made, meant, { maxConflicts: MAX_CONFLICTS });
  if (result.answer !== 'equal') return undefined;
  const claim = `the gates of ${name} are what it evaluates to, on lists of ${SLOTS} items and words of ${WIDTH} bits`;
  return { claim, proof: result.proof };
}

interface Question {
  readonly made: Circuit;
  readonly meant: Circuit;
}

/** The gates of a production, and the table of its evaluation. */
function questionOf(name: string): Question | undefined {
  const row = productionNamed(name);
  if (row !== undefined) {
    if (row.circuit === undefined || row.args.includes('bits')) return undefined;
    return compared(row.args, {
      result: row.result,
      gates: (gates, args) => row.circuit!(gates, args),
      evaluate: (columns, n) => row.evaluate(columns, n)!,
    });
  }
  const each = eachNamed(name);
  if (each?.circuit === undefined) return undefined;
  const bodies = new Array<Type>(SLOTS).fill(each.body);
  return compared(['list', ...bodies], {
    result: each.result,
    gates: (gates, [list, ...body]) => each.circuit!(gates, slotsOf(list), body.map(wireOf)),
    evaluate: ([list, ...body], n) => each.evaluate(list!, bodyOf(list!, body, n)),
  });
}

/** The worth of a body on the items that there are, in their order: items of these lists are told apart by their slot. */
function bodyOf(list: Column, body: readonly Column[], n: number): Column {
  const values: number[] = [];
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < list[i + 1]! - list[i]!; j += 1) values.push(body[j]![i]!);
  }
  return Int32Array.from(values);
}

interface Compared {
  readonly result: Type;
  readonly gates: (gates: Gates, args: readonly CircuitValue[]) => CircuitValue;
  readonly evaluate: (columns: readonly Column[], n: number) => Column;
}

function compared(args: readonly Type[], { result, gates: make, evaluate }: Compared): Question {
  const builder = createBuilder();
  const inputs = args.map((type) => inputOf(builder, type));
  const gates = new Gates(builder);
  const words = wordsOf(
    gates,
    make(
      gates,
      inputs.map((input) => input.value()),
    ),
  );
  const made = builder.build(words.flatMap(({ bits }) => bits));
  const bits = inputs.reduce((sum, { width }) => sum + width, 0);
  const n = 2 ** bits;
  const columns = args.map((type, k) => {
    const shift = inputs.slice(0, k).reduce((sum, { width }) => sum + width, 0);
    const cells = Array.from({ length: n }, (_, row) => inputs[k]!.read((row >> shift) & (2 ** inputs[k]!.width - 1)));
    return type === 'list' ? packLists(cells) : Int32Array.from(cells, ([value]) => value!);
  });
  const worth = evaluate(columns, n);
  const tables = words.flatMap(({ bits: own }, k) =>
    own.map((_, bit) => {
      const table = new Uint32Array(Math.max(1, n / 32));
      for (let row = 0; row < n; row += 1) {
        if ((wordAt(result, worth, row, k) >> bit) & 1) table[row >> 5]! |= 1 << (row & 31);
      }
      return { inputs: bits, bits: table };
    }),
  );
  return { made, meant: circuitFromTables(tables) };
}

/** A list as its length and its items by place. */
function wordsOf(gates: Gates, value: CircuitValue): Wire[] {
  if (!isSlots(value)) return [value];
  const items = value.items.map((_, k) => nthOfSlots(gates, value, constantWire(k + 1)));
  return [lengthOfSlots(gates, value), ...items];
}

// oxlint-disable-next-line max-params -- a column with its type, its row, and which word of a list
function wordAt(type: Type, column: Column, row: number, k: number): number {
  if (type !== 'list') return column[row]!;
  const list = listAt(column, row);
  return k === 0 ? list.length : (list[k - 1] ?? 0);
}

interface Input {
  /** The value of the input; it is asked for once all inputs are made. */
  value(): CircuitValue;
  readonly width: number;
  /** The list of a code; a word is a list of one. */
  read(code: number): readonly number[];
}

function inputOf(builder: CircuitBuilder, type: Type): Input {
  const signed = (code: number): number => (code >= 2 ** (WIDTH - 1) ? code - 2 ** WIDTH : code);
  const word = (bits: readonly Edge[]): Wire => ({ bits, low: -(2 ** (WIDTH - 1)), high: 2 ** (WIDTH - 1) - 1 });
  if (type === 'flag') {
    const [edge] = builder.inputs(1);
    return { value: () => ({ bits: [edge!, FALSE], low: 0, high: 1 }), width: 1, read: (code) => [code] };
  }
  if (type !== 'list') {
    const bits = builder.inputs(WIDTH);
    return { value: () => word(bits), width: WIDTH, read: (code) => [signed(code)] };
  }
  const items = Array.from({ length: SLOTS }, () => word(builder.inputs(WIDTH)));
  const [first, second] = builder.inputs(SLOTS);
  // What is there comes first, so that a body of slot k is that of item k.
  const value = (): Slots => ({ items, there: [first!, builder.and(first!, second!)], isDense: true });
  return {
    value,
    width: SLOTS * (WIDTH + 1),
    read(code) {
      const [isFirst, isSecond] = [(code >> (SLOTS * WIDTH)) & 1, (code >> (SLOTS * WIDTH + 1)) & 1];
      const length = isFirst === 0 ? 0 : 1 + isSecond;
      return Array.from({ length }, (_, k) => signed((code >> (WIDTH * k)) & (2 ** WIDTH - 1)));
    },
  };
}
