import { describe, expect, it } from 'vitest';
import { createBuilder, gateCount } from '#logic/circuit/graph';
import { families } from '#logic/circuit/samples';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng } from '#foundation/kernel';
import { simplifyAnytime } from './simplify.ts';
import { mergeByWindows } from './merge-by-windows.ts';

describe('merging by windows', () => {
  it('keeps every row of the truth tables', () => {
    const adder = families.prefixAdder(4, createRng('unused'));
    expect(truthTablesOf(mergeByWindows(adder))).toEqual(truthTablesOf(adder));
  });

  it('finds two forms of one function, also turned over, and does not merge what differs', () => {
    const builder = createBuilder();
    const [a, b, c] = [builder.input(), builder.input(), builder.input()];
    const left = builder.and(builder.and(a, b), c);
    const right = builder.and(a, builder.and(b, c));
    const other = builder.and(builder.and(a, b ^ 1), c);
    const circuit = builder.build([left, right ^ 1, other]);
    const merged = mergeByWindows(circuit);
    expect(truthTablesOf(merged)).toEqual(truthTablesOf(circuit));
    expect(merged.outputs[0]! ^ 1).toBe(merged.outputs[1]);
    expect(gateCount(merged)).toBe(4);
  });
});

it('a large circuit has a proved result even where all but the first round is given up', () => {
  const adder = families.prefixAdder(200, createRng('unused'));
  expect(gateCount(adder)).toBeGreaterThan(2000);
  const heard: string[] = [];
  const result = simplifyAnytime(adder, {
    cost: 'and-equivalent',
    shouldStop: () => heard.length > 0,
    proved: ({ answer }) => heard.push(answer),
  });
  expect(heard).toEqual(['proved']);
  expect(result.answer).toBe('proved');
});
