import { createBuilder, evaluateOnce } from '#logic/circuit/graph';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { proveTree, testLine } from './prove-tree.ts';
import { askTree, growTree, treeLine, TreeRows, type WordTree } from './word-tree.ts';

const all = Array.from({ length: 64 }, (_, i) => [i & 7, i >> 3]);

function grown(label: (words: readonly number[]) => number): WordTree {
  const rows = new TreeRows();
  for (const words of all) rows.add(words, label(words));
  return growTree(rows.rows, { depth: 20, leaf: 0 });
}

describe('a tree of word tests', () => {
  const rng = createRng('word-tree');
  const noise = all.map(() => rng.below(3));
  const rules = [
    (w: readonly number[]) => (w[0] === 3 ? 1 : 0),
    (w: readonly number[]) => (w[0]! <= 4 ? (w[1] === 7 ? 2 : 1) : 0),
    (w: readonly number[]) => noise[w[0]! + 8 * w[1]!]!,
  ];

  it('says what it was grown from, as a tree, as lines and as a proof, for every value of its words', () => {
    for (const rule of rules) {
      const tree = grown(rule);
      const builder = createBuilder();
      const given = [builder.inputs(3), builder.inputs(3)];
      const lines = [0, 1, 2].map((wanted) =>
        treeLine(
          builder,
          tree,
          (label) => label === wanted,
          (test) => testLine(builder, given[test.feature]!, test),
        ),
      );
      const circuit = builder.build(lines);
      for (const words of all) {
        const bits = words.flatMap((word) => [0, 1, 2].map((i) => ((word >> i) & 1) === 1));
        expect(askTree(tree, words)).toBe(rule(words));
        expect(evaluateOnce(circuit, bits).indexOf(true)).toBe(rule(words));
      }
      expect(proveTree('it', tree, [0, 1, 2], [3, 3])).toHaveLength(1);
    }
  });

  it('keeps leaves that are heavy enough', () => {
    const rows = new TreeRows();
    rows.add([0], 0, 100);
    rows.add([1], 1, 2);
    expect(growTree(rows.rows, { depth: 4, leaf: 3 })).toEqual({ leaf: 0 });
    expect(growTree(rows.rows, { depth: 4, leaf: 2 })).toHaveProperty('test');
  });
});
