import { describe, expect, it } from 'vitest';
import { gateCount } from '#logic/circuit/graph';
import { families } from '#logic/circuit/samples';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng } from '#foundation/kernel';
import { restructure } from './restructure.ts';
import { shrink } from './shrink.ts';
import { shrinkSlices } from './slices.ts';

describe('slices of a large circuit', () => {
  it.each([1, 3, 7, 50])('of %i gates put together again are the same function', (size) => {
    const circuit = families.random(40, createRng('slices'));
    for (const offset of [0, 1, size]) {
      const again = shrinkSlices(circuit, { size, offset }, restructure);
      expect(truthTablesOf(again)).toEqual(truthTablesOf(circuit));
      expect(gateCount(again)).toBeLessThanOrEqual(gateCount(circuit));
    }
  });

  it('stop wherever they are asked to, with the same function', () => {
    const circuit = families.random(60, createRng('stop'));
    for (let asked = 0; asked < 400; asked += 37) {
      let left = asked;
      const stopped = shrink(circuit, { shouldStop: () => (left -= 1) < 0 });
      expect(truthTablesOf(stopped)).toEqual(truthTablesOf(circuit));
      expect(gateCount(stopped)).toBeLessThanOrEqual(gateCount(circuit));
    }
  });
});
