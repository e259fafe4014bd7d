import { describe, expect, it } from 'vitest';
import { createBuilder } from '#logic/circuit/graph';
import { families } from '#logic/circuit/samples';
import { recoverXors } from '#logic/circuit/structure';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { proveSmaller, simplify } from './simplify.ts';

const rng = createRng('unused');

describe('simplification of a circuit', () => {
  it('makes four increments of eight bits the nine gates of adding four', () => {
    const result = simplify(families.incrementFourTimes(8));
    expect(result).toMatchObject({ answer: 'proved', after: { gates: 9 } });
  });

  it('leaves at most 89 ANDs of an up-down counter used twice', () => {
    const result = simplify(families.counterTwice(8), { cost: 'and-equivalent' });
    expect(result.answer === 'proved' && result.after.andEquivalent).toBeLessThanOrEqual(89);
  });

  it('finds the ripple adder in a prefix adder', () => {
    const result = simplify(families.prefixAdder(8, rng));
    expect(result).toMatchObject({ answer: 'proved', after: { gates: 37 } });
  });

  it('gives back what cannot get smaller, with a proof', () => {
    const adder = recoverXors(families.adder(4, rng));
    expect(simplify(adder)).toMatchObject({ answer: 'proved', before: { gates: 17 }, after: { gates: 17 } });
  });

  it('proves with what an outside checker could read', () => {
    const result = simplify(families.comparator(6, rng));
    expect(result.answer).toBe('proved');
    if (result.answer !== 'proved') return;
    const cnf = parseDimacs(result.proof.cnf);
    expect(checkProof(cnf, result.proof.proof)).toMatchObject({ verified: true });
  });

  it('uses a care set: a sum that never overflows needs no carry out', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    const circuit = b.build([b.xor(x, y), b.and(x, y)]);
    const care = b.build([b.not(b.and(x, y))]);
    expect(simplify(circuit)).toMatchObject({ answer: 'proved', after: { gates: 2 } });
    expect(simplify(circuit, { care })).toMatchObject({ answer: 'proved', after: { gates: 1 } });
  });

  it('is the same every time', () => {
    const circuit = families.random(120, createRng('same'));
    expect(simplify(circuit)).toEqual(simplify(circuit));
  });

  it('keeps names and the number of inputs, used or not', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2, 'x') as [number, number];
    const result = simplify(b.build([b.and(x, b.or(x, y))], ['same']));
    expect(result).toMatchObject({
      answer: 'proved',
      circuit: { inputCount: 2, inputNames: ['x[0]', 'x[1]'], outputNames: ['same'] },
    });
  });

  it('keeps constants and circuits without gates', () => {
    const b = createBuilder();
    const [x] = b.inputs(1) as [number];
    const circuit = b.build([0, 1, x, x ^ 1]);
    const result = simplify(circuit);
    expect(result.answer === 'proved' && truthTablesOf(result.circuit)).toEqual(truthTablesOf(circuit));
  });
});

describe('proveSmaller', () => {
  it('stops at a circuit that is not the same', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    expect(() => proveSmaller(b.build([b.and(x, y)]), b.build([b.or(x, y)]))).toThrow('equivalent to the first');
  });
});
