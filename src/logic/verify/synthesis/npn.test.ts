import { describe, expect, it } from 'vitest';
import { npnTable, npnTransform, transformTable } from './npn.ts';

describe('npnTable', () => {
  it('finds 222 classes, each represented by its smallest member', () => {
    const { representatives, classOf } = npnTable();
    expect(representatives.length).toBe(222);
    let larger = 0;
    for (let table = 0; table < 65536; table += 1) if (representatives[classOf[table]!]! > table) larger += 1;
    expect(larger).toBe(0);
  });

  it('says for every table how it comes from its representative', () => {
    const { representatives, classOf, transformOf } = npnTable();
    let wrong = 0;
    for (let table = 0; table < 65536; table += 1) {
      const made = transformTable(representatives[classOf[table]!]!, npnTransform(transformOf[table]!));
      if (made !== table) wrong += 1;
    }
    expect(wrong).toBe(0);
  });

  it('never puts a function and its negation, or a swap of inputs, into different classes', () => {
    const { classOf } = npnTable();
    for (const index of [1, 2, 30, 32, 97, 767]) {
      const transform = npnTransform(index);
      for (let table = 0; table < 65536; table += 97) {
        expect(classOf[transformTable(table, transform)]).toBe(classOf[table]);
      }
    }
  });
});
