import { portsOfShape } from '#foundation/contracts/words';
import { createBuilder, evaluateOnce } from '#logic/circuit/graph';
import { describe, expect, it } from 'vitest';
import { cut, linesOf, pick } from './list-reader.ts';
import { answerWords, countEqual } from './reward-labels.ts';
import { isThere, lengthOf, readPort, readReal, readScalar, readWord, writeWord } from './word-view.ts';

const digit = { kind: 'word', width: 3, values: 8, low: 0 } as const;
const bit = { kind: 'word', width: 1, values: 2, low: 0 } as const;

describe('words in bits', () => {
  it('are written and read at their place', () => {
    for (let value = 0; value < 32; value += 1) {
      const bits = new Uint8Array(9);
      writeWord(bits, 3, 5, value);
      expect(readWord(bits, 3, 5)).toBe(value);
      expect(readWord(bits, 0, 3) + readWord(bits, 8, 1)).toBe(0);
    }
  });

  it('of a list end with its length or its mark', () => {
    for (const ends of ['length', 'mark'] as const) {
      const ports = portsOfShape({ kind: 'list', count: 3, item: digit, ends });
      const bits = new Uint8Array(12);
      if (ends === 'length') writeWord(bits, 0, 2, 2);
      else bits[11] = 1;
      const items = ports[1]!;
      writeWord(bits, items.offset, 3, 5);
      expect(lengthOf(bits, items, ports)).toBe(2);
      expect(readPort(bits, items)).toEqual([5, 0, 0]);
      expect(answerWords(bits, items, ports)).toEqual([5, 0]);
    }
  });

  it('are there where their tags say so', () => {
    const ports = portsOfShape({ kind: 'cases', tag: bit, cases: [{ kind: 'fields', fields: [] }, digit] });
    const [tag, value] = ports;
    expect(isThere(Uint8Array.of(0, 1, 1, 0), value!, ports)).toBe(false);
    expect(isThere(Uint8Array.of(1, 1, 1, 0), value!, ports)).toBe(true);
    expect(readScalar(Uint8Array.of(1, 1, 1, 0), tag!) + readScalar(Uint8Array.of(1, 1, 1, 0), value!)).toBe(4);
  });

  it('of 64 bits are doubles', () => {
    const bytes = new Uint8Array(new Float64Array([-0.375]).buffer);
    expect(
      readReal(
        Uint8Array.from({ length: 64 }, (_, i) => (bytes[i >> 3]! >> (i & 7)) & 1),
        0,
      ),
    ).toBe(-0.375);
  });

  it('that are right are counted only among as many', () => {
    expect([countEqual([1, 2, 3], [1, 0, 3]), countEqual([1, 2], [1, 2, 3])]).toEqual([2, 0]);
  });

  it('are picked out of a list by a circuit as by an index', () => {
    const builder = createBuilder();
    const at = builder.inputs(2, 'at');
    const list = cut(builder.inputs(9, 'list'), 3);
    const circuit = builder.build(pick(builder, linesOf(builder, at, 3), list));
    for (let x = 0; x < 2 ** 11; x += 1) {
      const given = Array.from({ length: 11 }, (_, i) => ((x >>> i) & 1) === 1);
      const wanted = (x & 3) === 3 ? 0 : (x >>> (2 + 3 * (x & 3))) & 7;
      expect(evaluateOnce(circuit, given).reduce((sum, one, i) => sum + (one ? 2 ** i : 0), 0)).toBe(wanted);
    }
  });
});
