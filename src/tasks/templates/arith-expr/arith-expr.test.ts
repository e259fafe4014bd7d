import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { sample } from '../../play/sample.ts';
import { arithExpr } from './arith-expr.ts';
import { codesOf, drawPrefix, exactValues, operatorSets, prefixText, wrappedValues } from './arith-expression.ts';
import { recount } from './arith-recount.ts';

describe('ARITH_EXPR', () => {
  it('wraps every 8-bit pair under every operator as unbounded integers do', () => {
    for (const code of codesOf('+-*maxmin')) {
      const prefix = [code, 0, 1];
      const text = prefixText(prefix);
      const wrong: number[][] = [];
      for (let a = -128; a < 128; a += 1) {
        for (let b = -128; b < 128; b += 1) {
          if (wrappedValues(prefix, [a, b], 8)[0] !== recount(text, [a, b], 8)[0]) wrong.push([a, b]);
        }
      }
      expect(wrong).toEqual([]);
    }
  });

  it('property: 32-bit values agree with unbounded integers, extremes included', () => {
    const value = fc.oneof(fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, -1, 0, 1, 65536), fc.integer());
    fc.assert(
      fc.property(fc.nat(), fc.array(value, { minLength: 8, maxLength: 8 }), (seed, values) => {
        const prefix = drawPrefix(4, codesOf('+-*maxmin'), createRng(`arith/${seed}`)).map((code, i) =>
          code === 0 ? i % 8 : code,
        );
        const wrapped = wrappedValues(prefix, values, 32);
        expect(wrapped).toEqual(recount(prefixText(prefix), values, 32));
        expect(exactValues(prefix, values, 32) ?? wrapped).toEqual(wrapped);
      }),
    );
  });

  it('calls 2¹⁶ · 2¹⁵ an overflow at 32 bits and −2¹⁶ · 2¹⁵ none', () => {
    const [times] = codesOf('*');
    expect(exactValues([times!, 0, 1], [65536, 32768], 32)).toBeUndefined();
    expect(exactValues([times!, 0, 1], [-65536, 32768], 32)).toEqual([-(2 ** 31)]);
    expect(exactValues([times!, 0, 1], [2 ** 31 - 1, 2 ** 31 - 1], 32)).toBeUndefined();
  });

  it.each(operatorSets)('draws expressions of %s at every width without overflow', (ops_set) => {
    for (const bit_width of [8, 16, 32]) {
      for (let index = 0; index < 5; index += 1) {
        const params = { bit_width, ops_set, depth: 4, overflow: 'exact', variant: 'stepwise' };
        const drawn = sample('ARITH_EXPR', { params, index });
        const [answer] = [drawn.template.oracle(drawn.instance).act(undefined)];
        expect(drawn.template.verify(drawn.instance, [answer])).toMatchObject({ ok: true });
      }
    }
  });

  it('scores a stepwise answer by its exact values and refuses another length', () => {
    const params = { ...arithExpr.levels[2]!, variant: 'stepwise' } as const;
    const instance = arithExpr.generate(params, createRng('stepwise'));
    const right = [...instance.answer];
    expect(arithExpr.verify(instance, [[right[0] === 5 ? 6 : 5, ...right.slice(1)]])).toMatchObject({
      ok: false,
      reward: right.length - 1,
    });
    expect(arithExpr.verify(instance, [[...right, 0]])).toMatchObject({ ok: false, reward: 0 });
  });
});
