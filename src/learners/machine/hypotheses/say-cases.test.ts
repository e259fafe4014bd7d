import { portsOfShape } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { actionText, type Called, sayCases } from './say-cases.ts';
import type { WordTree } from './word-tree.ts';

const called: Called = {
  feature: (feature) => `word ${feature}`,
  low: (feature) => (feature === 2 ? 60 : 0),
  label: (label) => `${label}`,
};
const atMost = (feature: number, value: number, yes: WordTree, no: WordTree): WordTree => ({
  test: { feature, value, equal: false },
  yes,
  no,
});
const is = (feature: number, value: number, yes: WordTree, no: WordTree): WordTree => ({
  test: { feature, value, equal: true },
  yes,
  no,
});

describe('a tree in words', () => {
  it('says thresholds as values, once each, and what most leaves say last', () => {
    const inner = atMost(4, 3, { leaf: 0 }, { leaf: 2 });
    expect(sayCases(atMost(2, 4, { leaf: 0 }, inner), called)).toBe('if word 2 ≥ 65 and word 4 ≥ 4: 2; else 0');
    const twice = atMost(4, 9, atMost(4, 5, { leaf: 0 }, { leaf: 1 }), { leaf: 0 });
    expect(sayCases(twice, called)).toBe('if word 4 ≥ 6 and word 4 ≤ 9: 1; else 0');
  });

  it('says tests of single values of one word as a table', () => {
    const tree = is(0, 3, { leaf: 1 }, is(0, 4, { leaf: 2 }, is(0, 5, { leaf: 0 }, { leaf: 0 })));
    expect(sayCases(tree, called)).toBe('word 0: 3 → 1, 4 → 2, else 0');
  });

  it('drops what a bound has said already, and tests that change nothing', () => {
    const tree = is(1, 7, { leaf: 0 }, atMost(1, 3, { leaf: 1 }, { leaf: 0 }));
    expect(sayCases(tree, called)).toBe('if word 1 ≤ 3: 1; else 0');
    expect(sayCases(is(1, 7, { leaf: 3 }, { leaf: 3 }), called)).toBe('always 3');
  });

  it('says the first three of many cases over several words', () => {
    const tree = Array.from({ length: 9 }, (_, i) => i).reduce<WordTree>(
      (rest, i) => is(0, i, atMost(1, i, { leaf: 1 }, { leaf: 0 }), is(0, 20 + i, { leaf: 0 }, rest)),
      { leaf: 0 },
    );
    expect(sayCases(tree, called)).toMatch(/^if word 0 = 8 and word 1 ≤ 8: 1; if .*; if .*; … 6 cases more; else 0$/);
  });

  it('says eight entries of a table and counts the others', () => {
    const tree = Array.from({ length: 11 }, (_, i) => i).reduce<WordTree>(
      (rest, i) => is(0, i, { leaf: i + 1 }, is(0, 20 + i, { leaf: 0 }, rest)),
      { leaf: 0 },
    );
    const text = sayCases(tree, called);
    expect(text.match(/→/g)).toHaveLength(8);
    expect(text).toContain('… 3 cases more, else 0');
  });

  it('reads an action as the values of its words', () => {
    const ports = portsOfShape({ kind: 'word', width: 3, values: 5, low: -2 });
    expect(actionText([1, 1, 0], { width: 3, ports })).toMatch(/^(1|4)$/);
  });
});
