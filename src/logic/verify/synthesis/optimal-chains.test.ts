import { describe, expect, it } from 'vitest';
import { andChains, xorAndChains } from '../rewrite/optimal-chains-data.ts';
import { chainFromText, chainSize, chainTable, chainToText, xorCount } from './chain.ts';
import { expandXors } from './expand-xors.ts';
import { npnTable } from './npn.ts';
import { findOptimalChains } from './optimal-chains.ts';
import { AND_GATES, andTable, KEEP, readOptimalChains } from './optimal-chains-text.ts';

const { representatives } = npnTable();
const xorAnd = readOptimalChains(xorAndChains);
const and = readOptimalChains(andChains);

function histogram(table: readonly (readonly string[])[]): number[] {
  const counts: number[] = [];
  for (const [first] of table) {
    if (first === undefined) continue;
    const size = chainSize(chainFromText(first));
    counts[size] = (counts[size] ?? 0) + 1;
  }
  return counts;
}

describe('the committed chains', () => {
  it('compute the representative of their class on all 16 rows', () => {
    for (const table of [xorAnd, and]) {
      expect(table.length).toBe(222);
      for (const [c, texts] of table.entries()) {
        for (const text of texts) expect(chainTable(chainFromText(text))).toBe(representatives[c]);
      }
    }
  });

  it('have as many gates as the literature says: no class needs more than 7', () => {
    expect(histogram(xorAnd)).toEqual([2, 2, 5, 20, 34, 75, 72, 12]);
  });

  it('hold no XOR where they are chains of ANDs, and cover 181 classes with at most 8', () => {
    expect(and.flat().every((text) => xorCount(chainFromText(text)) === 0)).toBe(true);
    expect(histogram(and)).toEqual([2, 1, 2, 7, 9, 24, 30, 61, 45]);
  });

  it('are what the search over all chains up to 5 gates finds again, which leaves out the larger ones only', () => {
    const { chains } = findOptimalChains({ xor: true, maxGates: 5, keep: KEEP });
    for (const [c, found] of chains.entries()) {
      const isSmall = chainSize(chainFromText(xorAnd[c]![0]!)) <= 5;
      expect(found.map(chainToText)).toEqual(isSmall ? xorAnd[c] : []);
    }
  });

  it('are found again over ANDs up to 6 gates, which leaves out the larger ones only', () => {
    for (const [c, found] of andTable(6).entries()) {
      const size = and[c]!.length === 0 ? AND_GATES + 1 : chainSize(chainFromText(and[c]![0]!));
      expect(found).toBe(size <= 6 ? and[c]!.join(' ') : '');
    }
  });

  it('load within a few milliseconds', () => {
    const begun = performance.now();
    expect(readOptimalChains(xorAndChains).length + readOptimalChains(andChains).length).toBe(444);
    expect(performance.now() - begun).toBeLessThan(50);
  });
});

describe('findOptimalChains', () => {
  it('misses nothing: sizes agree with closing the set of functions pair by pair where no gate is shared', () => {
    const { gates } = findOptimalChains({ xor: true, maxGates: 3, keep: 1 });
    const { classOf } = npnTable();
    const levels: Set<number>[] = [new Set([0xaaaa, 0xcccc, 0xf0f0, 0xff00])];
    const least = new Map([...levels[0]!].map((table) => [table, 0]));
    for (let size = 1; size <= 3; size += 1) {
      levels[size] = new Set();
      for (let i = 0; i < size; i += 1) {
        for (const a of levels[i]!) {
          for (const b of levels[size - 1 - i]!) {
            for (const table of [a & b, a & ~b, ~a & b, a | b, a ^ b]) {
              if (table === 0 || least.has(table)) continue;
              least.set(table, size);
              levels[size]!.add(table);
            }
          }
        }
      }
    }
    for (const [table, size] of least) expect(gates[classOf[table]!]).toBeLessThanOrEqual(size);
    // A chain of two or three gates that shares one still ends in a tree of at most one gate more.
    expect([...least].every(([table, size]) => gates[classOf[table]!]! >= size - 1)).toBe(true);
  });
});

describe('expandXors', () => {
  it('keeps the function in both forms and leaves only ANDs', () => {
    for (const texts of xorAnd) {
      for (const chain of texts.map(chainFromText)) {
        for (const like of [true, false]) {
          const spelt = expandXors(chain, like);
          expect(chainTable(spelt)).toBe(chainTable(chain));
          expect(xorCount(spelt)).toBe(0);
        }
      }
    }
  });
});
