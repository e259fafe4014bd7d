import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder, type Edge, evaluateOnce, firstGate } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { expandXors } from '#logic/circuit/structure';
import { words } from '#logic/circuit/words';
import { createRng, Fault } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { checkEquivalence, type Equivalence } from './equivalence.ts';
import type { ProofMaterial } from './certify/proof-material.ts';

type Multiply = 'multiply' | 'multiplyKaratsuba' | 'multiplyTree';

function multiplier(width: number, how: Multiply): Circuit {
  const builder = createBuilder();
  return builder.build(words[how](builder, builder.inputs(width), builder.inputs(width)));
}

/** Sum by OR-propagate cells, unlike the library's adder. */
function orAdder(width: number): Circuit {
  const builder = createBuilder();
  const x = builder.inputs(width);
  const y = builder.inputs(width);
  let carry: Edge = builder.constant(false);
  const sum = x.map((a, i) => {
    const some = builder.or(a, y[i]!);
    const both = builder.and(a, y[i]!);
    const bit = builder.xor(builder.and(some, builder.not(both)), carry);
    carry = builder.or(both, builder.and(some, carry));
    return bit;
  });
  return builder.build(sum);
}

function libraryAdder(width: number): Circuit {
  const builder = createBuilder();
  return builder.build(words.add(builder, builder.inputs(width), builder.inputs(width)));
}

function isChecked({ cnf, proof }: ProofMaterial): boolean {
  return checkProof(parseDimacs(cnf), proof, 'lrat').verified;
}

/** An `equal` whose proof is checked, or a difference that is one. */
function isBorneOut(found: Equivalence, a: Circuit, b: Circuit): boolean {
  if (found.answer === 'equal') return isChecked(found.proof);
  if (found.answer === 'unknown') return false;
  const { inputs } = found.difference;
  return evaluateOnce(a, inputs).join() !== evaluateOnce(b, inputs).join();
}

function agreeEverywhere(a: Circuit, b: Circuit): boolean {
  for (let x = 0; x < 2 ** a.inputCount; x += 1) {
    const bits = Array.from({ length: a.inputCount }, (_, i) => ((x >> i) & 1) === 1);
    if (evaluateOnce(a, bits).join() !== evaluateOnce(b, bits).join()) return false;
  }
  return true;
}

/** The circuit with one fanin of one gate complemented. */
function flipped(circuit: Circuit, seed: string): Circuit {
  const gate = createRng(seed).int(firstGate(circuit), circuit.nodeCount - 1);
  const left = circuit.left.slice();
  left[gate]! ^= 1;
  return { ...circuit, left };
}

describe('checkEquivalence', () => {
  it.each([
    ['multiply', 'multiplyKaratsuba', 4],
    ['multiply', 'multiplyTree', 5],
  ] as const)('proves %s = %s at width %i, and the checker agrees', (one, other, width) => {
    const found = checkEquivalence(multiplier(width, one), multiplier(width, other));
    expect(found.answer).toBe('equal');
    expect(found.answer === 'equal' && isChecked(found.proof)).toBe(true);
  });

  it('proves wide adders of different cells equal through sweeping', () => {
    const found = checkEquivalence(libraryAdder(120), orAdder(120));
    expect(found.answer === 'equal' && isChecked(found.proof)).toBe(true);
  });

  it('answers without sweeping as well', () => {
    const found = checkEquivalence(libraryAdder(12), orAdder(12), { maxConflictsPerPair: 0 });
    expect(found.answer === 'equal' && isChecked(found.proof)).toBe(true);
  });

  it('property: agrees with exhaustive evaluation on random circuits with a flipped edge', () => {
    const answers = { equal: 0, different: 0, unknown: 0 };
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 3, max: 7 }), (seed, inputs) => {
        const a = randomCircuit({ inputs, outputs: 2, gates: 30, xorShare: 0.3 }, createRng(`eq/${seed}`));
        const b = seed % 2 === 0 ? expandXors(a) : flipped(a, `flip/${seed}`);
        const found = checkEquivalence(a, b);
        answers[found.answer] += 1;
        expect(found.answer).toBe(agreeEverywhere(a, b) ? 'equal' : 'different');
        expect(isBorneOut(found, a, b)).toBe(true);
      }),
      { numRuns: 120 },
    );
    expect(answers.equal).toBeGreaterThan(40);
    expect(answers.different).toBeGreaterThan(20);
  });

  it('finds a difference that simulation is unlikely to meet', () => {
    const builder = createBuilder();
    const x = builder.inputs(60);
    const needle = builder.build([builder.andAll(x)]);
    const empty = createBuilder();
    empty.inputs(60);
    const found = checkEquivalence(needle, empty.build([empty.constant(false)]));
    expect(found.answer === 'different' && found.difference.inputs.every(Boolean)).toBe(true);
  });

  it('compares only where the care set holds', () => {
    const builder = createBuilder();
    const [p, q] = [builder.input(), builder.input()];
    const or = builder.build([builder.or(p, q)]);
    const xor = builder.build([builder.xor(p, q)]);
    const care = builder.build([builder.not(builder.and(p, q))]);
    expect(checkEquivalence(or, xor).answer).toBe('different');
    const found = checkEquivalence(or, xor, { care });
    expect(found.answer === 'equal' && isChecked(found.proof)).toBe(true);
  });

  it('proves circuits without gates, and constants', () => {
    const builder = createBuilder();
    const x = builder.input();
    const same = builder.build([x, builder.constant(true)]);
    const found = checkEquivalence(same, same);
    expect(found.answer === 'equal' && isChecked(found.proof)).toBe(true);
    expect(checkEquivalence(builder.build([x]), builder.build([builder.constant(true)])).answer).toBe('different');
  });

  it('says unknown when the limit is reached, and refuses other shapes', () => {
    const stopped = checkEquivalence(multiplier(6, 'multiply'), multiplier(6, 'multiplyTree'), { maxConflicts: 1 });
    expect(stopped.answer).toBe('unknown');
    expect(() => checkEquivalence(libraryAdder(2), libraryAdder(3))).toThrow(Fault);
  });

  it('gives the same proof every time', () => {
    const once = checkEquivalence(libraryAdder(8), orAdder(8));
    const again = checkEquivalence(libraryAdder(8), orAdder(8));
    expect(once).toEqual(again);
  });

  it('is refused by the checker when a line of the proof or the claim is changed', () => {
    const found = checkEquivalence(multiplier(4, 'multiply'), multiplier(4, 'multiplyTree'));
    if (found.answer !== 'equal') throw new Error('expected equal');
    const lines = new TextDecoder().decode(found.proof.proof).trimEnd().split('\n');
    const cnf = parseDimacs(found.proof.cnf);
    expect(checkProof(cnf, lines.slice(0, -1).join('\n'), 'lrat').verified).toBe(false);
    const needed = lines.findIndex((line) => / 0 .+ 0$/.test(line));
    expect(checkProof(cnf, lines.toSpliced(needed, 1).join('\n'), 'lrat').verified).toBe(false);
    const withoutClaim = { variables: cnf.variables, clauses: cnf.clauses.slice(0, -2) };
    expect(checkProof(withoutClaim, found.proof.proof, 'lrat').verified).toBe(false);
  });
});
