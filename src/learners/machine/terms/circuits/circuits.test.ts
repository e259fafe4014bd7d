import { type CircuitBuilder, createBuilder, type Edge, evaluate, FALSE } from '#logic/circuit/graph';
import { describe, expect, it } from 'vitest';
import { type Column, listAt, packLists, type Type } from '../column.ts';
import { type EachName, eachRows } from '../each.ts';
import { environmentOf, evaluateTerm } from '../evaluate-term.ts';
import { productions } from '../grammar.ts';
import type { Term } from '../term.ts';
import { type CircuitValue, Gates, isSlots, type Wire } from './gates.ts';
import { proveGates } from './prove-gates.ts';
import { TermCircuit } from './term-circuit.ts';

const SLOTS = 3;
const LOW = -2;

/** An argument as inputs of a circuit, and as values for every assignment of these inputs. */
interface Argument {
  readonly value: CircuitValue;
  readonly bits: number;
  read(code: number): number | readonly number[];
}

function argument(builder: CircuitBuilder, type: Type): Argument {
  const word = (bits: readonly Edge[]): Wire => ({ bits, low: LOW, high: 1 });
  const signed = (code: number): number => (code >= 2 ? code - 4 : code);
  if (type === 'flag') {
    const [edge] = builder.inputs(1);
    return { value: { bits: [edge!, FALSE], low: 0, high: 1 }, bits: 1, read: (code) => code };
  }
  if (type !== 'list') return { value: word(builder.inputs(2)), bits: 2, read: signed };
  const items = Array.from({ length: SLOTS }, () => builder.inputs(2));
  const there = builder.inputs(SLOTS);
  return {
    value: { items: items.map(word), there, isDense: false },
    bits: 3 * SLOTS,
    read: (code) =>
      Array.from({ length: SLOTS }, (_, k) => signed((code >> (2 * k)) & 3)).filter(
        (_, k) => ((code >> (2 * SLOTS + k)) & 1) === 1,
      ),
  };
}

/** What gates give on every assignment of their inputs. */
function tableOf(types: readonly Type[], make: (gates: Gates, args: readonly CircuitValue[]) => CircuitValue) {
  const builder = createBuilder();
  const args = types.map((type) => argument(builder, type));
  const made = make(
    new Gates(builder),
    args.map(({ value }) => value),
  );
  const wires = isSlots(made) ? made.items : [made];
  const there = isSlots(made) ? made.there : [];
  const outputs = [...wires.flatMap(({ bits }) => bits), ...there];
  const circuit = builder.build(outputs);
  const inputs = args.reduce((sum, { bits }) => sum + bits, 0);
  const count = 2 ** inputs;
  const words = Math.max(1, count / 32);
  const planes = new Int32Array(inputs * words);
  for (let row = 0; row < count; row += 1)
    for (let i = 0; i < inputs; i += 1) if ((row >> i) & 1) planes[i * words + (row >> 5)]! |= 1 << (row & 31);
  const results = evaluate(circuit, planes, words);
  const bit = (output: number, row: number): number => (results[output * words + (row >> 5)]! >> (row & 31)) & 1;
  const rows = Array.from({ length: count }, (_, row) => {
    let at = 0;
    let shift = 0;
    const cells = args.map((each) => {
      const cell = each.read((row >> shift) & (2 ** each.bits - 1));
      shift += each.bits;
      return cell;
    });
    const values = wires.map(({ bits }) => {
      let value = 0;
      bits.forEach((_, i) => (value += bit(at + i, row) * (i === bits.length - 1 ? -(2 ** i) : 2 ** i)));
      at += bits.length;
      return value;
    });
    const isInRange = wires.every(({ low, high }, k) => values[k]! >= low && values[k]! <= high);
    const kept = isSlots(made) ? values.filter((_, k) => bit(at + k, row) === 1) : values[0]!;
    return { cells, gives: kept, isInRange: isInRange || isSlots(made) };
  });
  return rows;
}

function columnOf(type: Type, cells: readonly (number | readonly number[])[]): Column {
  return type === 'list'
    ? packLists(cells as readonly (readonly number[])[])
    : Int32Array.from(cells as readonly number[]);
}

function valueAt(type: Type, column: Column, row: number): number | readonly number[] {
  return type === 'list' ? listAt(column, row) : column[row]!;
}

function isSame(a: number | readonly number[], b: number | readonly number[]): boolean {
  return String(a) === String(b) && Array.isArray(a) === Array.isArray(b);
}

describe('the gates of a production', () => {
  const withGates = productions.filter(({ circuit }) => circuit !== undefined);

  it('are there for what machines are made of', () => {
    expect(withGates.length).toBeGreaterThan(35);
  });

  it.each(withGates.map((row) => [row.name, row] as const))(
    '%s is what it evaluates to, for all arguments',
    (_, row) => {
      const rows = tableOf(row.args, (gates, args) => row.circuit!(gates, args));
      const columns = row.args.map((type, k) =>
        columnOf(
          type,
          rows.map(({ cells }) => cells[k]!),
        ),
      );
      const wanted = row.evaluate(columns, rows.length)!;
      const wrong = rows.filter(
        ({ gives, isInRange }, i) => !isInRange || !isSame(gives, valueAt(row.result, wanted, i)),
      );
      expect(wrong.slice(0, 3)).toEqual([]);
    },
  );

  it('of a division by what may be below zero are those of a floor', () => {
    for (const name of ['divide', 'modulo'] as const) {
      const rows = tableOf(['word', 'word', 'word'], (gates, [a, b, c]) =>
        gates[name](gates.subtract(gates.multiply(a as Wire, b as Wire), b as Wire), c as Wire),
      );
      for (const { cells, gives } of rows) {
        const [a, b, c] = cells as number[];
        const value = a! * b! - b!;
        const quotient = c === 0 ? 0 : Math.floor(value / c!);
        const wanted = name === 'divide' ? quotient : c === 0 ? 0 : value - c! * quotient;
        expect(gives, `${value} ${name} ${c}`).toBe(wanted + 0);
      }
    }
  });
});

describe('a proof of gates', () => {
  const names = [...productions.map(({ name }) => name), ...Object.keys(eachRows)];
  const hasGates = (name: string): boolean =>
    (productions.find((row) => row.name === name) ?? eachRows[name as 'map']).circuit !== undefined;

  it.each(names.filter(hasGates))('holds for %s', (name) => {
    expect(proveGates(name)?.claim).toContain(name);
  });

  it('is refused where gates are not what is evaluated', () => {
    const row = productions.find(({ name }) => name === 'less')! as { evaluate: unknown };
    const { evaluate: meaning } = row;
    row.evaluate = ([a, b]: readonly Column[], n: number) =>
      Int32Array.from({ length: n }, (_, i) => (a![i]! <= b![i]! ? 1 : 0));
    expect(proveGates('less')).toBeUndefined();
    row.evaluate = meaning;
    expect(proveGates('less')).toBeDefined();
  });
});

describe('the gates of what runs a body on each item', () => {
  const names = (Object.keys(eachRows) as Exclude<EachName, 'scan'>[]).filter(
    (name) => eachRows[name].circuit !== undefined,
  );
  const column = (name: string): Term => ({ is: 'column', name });
  const bodies = {
    flag: { is: 'call', name: 'less', args: [column('w'), { is: 'item' }] },
    word: {
      is: 'call',
      name: 'multiply',
      args: [{ is: 'item' }, { is: 'call', name: 'add', args: [{ is: 'place' }, column('w')] }],
    },
  } as const;

  it.each(names)('%s is what it evaluates to, for all lists', (name) => {
    const { body, result } = eachRows[name];
    expect(wrongRows({ is: 'each', name, list: column('l'), body: bodies[body as 'flag'] }, result)).toEqual([]);
  });

  it('a scan is what it evaluates to', () => {
    const body: Term = {
      is: 'call',
      name: 'larger',
      args: [{ is: 'call', name: 'add', args: [{ is: 'before' }, { is: 'item' }] }, column('w')],
    };
    expect(wrongRows({ is: 'each', name: 'scan', list: column('l'), body, start: column('w') }, 'list')).toEqual([]);
  });

  it('a table and a choice are what they evaluate to', () => {
    const table: Term = {
      is: 'table',
      of: column('w'),
      entries: [
        [-1, 5],
        [1, -3],
      ],
      otherwise: 2,
    };
    const holds: Term = { is: 'call', name: 'contains', args: [column('l'), column('w')] };
    expect(
      wrongRows({ is: 'choice', cases: [{ when: holds, gives: table }], otherwise: { is: 'word', value: -7 } }, 'word'),
    ).toEqual([]);
  });

  /** Rows on which gates and evaluation differ. */
  function wrongRows(term: Term, result: Type): readonly unknown[] {
    const rows = tableOf(['list', 'word'], (gates, [list, word]) =>
      new TermCircuit(gates, { column: (which) => (which === 'l' ? list! : word!) }).value(term),
    );
    const env = environmentOf(
      rows.length,
      new Map([
        [
          'l',
          {
            type: 'list',
            column: columnOf(
              'list',
              rows.map(({ cells }) => cells[0]!),
            ),
          },
        ],
        [
          'w',
          {
            type: 'word',
            column: columnOf(
              'word',
              rows.map(({ cells }) => cells[1]!),
            ),
          },
        ],
      ]),
    );
    const wanted = evaluateTerm(term, env);
    return rows.filter(({ gives }, i) => !isSame(gives, valueAt(result, wanted, i))).slice(0, 3);
  }
});
