import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import { circuitToCnf } from './cnf.ts';
import { circuitCnfText } from './dimacs-text.ts';
import { circuitToDot } from './dot.ts';
import { randomCircuit } from '../samples/random-circuit.ts';
import { statisticsOf } from '../structure/statistics.ts';
import { tablesFromText, tablesToText } from '../tables/table-text.ts';
import { truthTablesOf } from '../tables/truth-table.ts';

function halfAdder() {
  const b = createBuilder();
  const x = b.input('x');
  const y = b.input('the "y"');
  return b.build([b.not(b.xor(x, y)), b.and(x, y)], ['same', undefined]);
}

describe('circuitCnfText', () => {
  it('is DIMACS with a legend', () => {
    const circuit = halfAdder();
    expect(circuitCnfText(circuit, circuitToCnf(circuit)).split('\n')).toEqual([
      'c input 0 = 1 x',
      'c input 1 = 2 the "y"',
      'c output 0 = -3 same',
      'c output 1 = 4',
      'p cnf 4 7',
      '-3 1 2 0',
      '-3 -1 -2 0',
      '3 -1 2 0',
      '3 1 -2 0',
      '-4 1 0',
      '-4 2 0',
      '4 -1 -2 0',
      '',
    ]);
  });
});

describe('circuitToDot', () => {
  it('draws gates, names and complemented edges', () => {
    const dot = circuitToDot(halfAdder());
    expect(dot).toContain('n3 [shape=circle, label="⊕"];');
    expect(dot).toContain(String.raw`label="the \"y\""`);
    expect(dot).toContain('n3 -> o0 [style=dashed];');
    expect(dot).toContain('n4 -> o1;');
  });
});

describe('table text', () => {
  it('has the value of the last assignment first', () => {
    expect(tablesToText(truthTablesOf(halfAdder()))).toBe('1001\n1000\n');
  });

  it('reads what it writes, from 0 to 11 inputs', () => {
    for (const inputs of [2, 3, 5, 8, 11]) {
      const shape = { inputs, outputs: 2, gates: 5, xorShare: 0.5 };
      const tables = truthTablesOf(randomCircuit(shape, createRng(`text/${inputs}`)));
      expect(tablesFromText(`# comment\n\n${tablesToText(tables)}`)).toEqual(tables);
    }
    expect(tablesFromText('1\n0')).toEqual([1, 0].map((bit) => ({ inputs: 0, bits: Uint32Array.of(bit) })));
  });

  it.each([
    ['011', 'line 1: 3 values'],
    ['01\n0110', 'line 2: 2 inputs after'],
    ['0x', 'line 1: only 0 and 1'],
    ['0'.repeat(2 ** 17), 'line 1: 17 inputs'],
  ])('refuses %.10s…', (text, message) => {
    expect(() => tablesFromText(text)).toThrow(message);
  });
});

describe('statisticsOf', () => {
  it('counts live gates by kind and level, and dead ones apart', () => {
    const b = createBuilder();
    const [x, y, z] = b.inputs(3) as [number, number, number];
    const sum = b.xor(x, y);
    b.and(y, z);
    const statistics = statisticsOf(b.build([b.and(sum, z), b.and(x, y)]));
    const counts = { inputs: 3, outputs: 2, ands: 2, xors: 1, andEquivalent: 4, dead: 1 };
    expect(statistics).toEqual({ ...counts, depth: 2, levels: [2, 1] });
  });
});
