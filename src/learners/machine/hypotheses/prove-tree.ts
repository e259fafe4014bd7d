import { type CircuitBuilder, createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { checkEquivalence } from '#logic/verify';
import type { PlanClaim } from '../plans/programs/plan-claim.ts';
import { treeLine, type WordTest, type WordTree } from './word-tree.ts';

const MAX_CONFLICTS = 20_000;

/** A test of a word as a line. */
export function testLine(builder: CircuitBuilder, word: Word, { value, equal }: WordTest): Edge {
  if (value < 0) return FALSE;
  if (equal) return value < 2 ** word.length ? words.equal(builder, word, words.constant(word.length, value)) : FALSE;
  return words.lessThan(
    builder,
    [...word, FALSE],
    words.constant(word.length + 1, Math.min(value + 1, 2 ** word.length)),
  );
}

/** The meaning of a test by another construction: one of the values that pass it. */
function testMeaning(builder: CircuitBuilder, word: Word, { value, equal }: WordTest): Edge {
  const passing = Array.from({ length: 2 ** word.length }, (_, v) => v).filter((v) =>
    equal ? v === value : v <= value,
  );
  return builder.orAll(
    passing.map((v) =>
      builder.andAll(word.map((edge, i) => (Math.floor(v / 2 ** i) % 2 === 1 ? edge : builder.not(edge)))),
    ),
  );
}

/** Every way to a label: all tests on it, each as it must come out. */
function paths(
  tree: WordTree,
  label: number,
  so: readonly (readonly [WordTest, boolean])[] = [],
): (readonly (readonly [WordTest, boolean])[])[] {
  if ('leaf' in tree) return tree.leaf === label ? [so] : [];
  return [...paths(tree.yes, label, [...so, [tree.test, true]]), ...paths(tree.no, label, [...so, [tree.test, false]])];
}

/** That the lines of a tree are what its cases say, for every value of its words; `widths` are the bits of its words. */
export function proveTree(
  name: string,
  tree: WordTree,
  labels: readonly number[],
  widths: readonly number[],
): PlanClaim[] {
  const circuitOf = (line: (builder: CircuitBuilder, given: readonly Word[], label: number) => Edge) => {
    const builder = createBuilder();
    const given = widths.map((width, i) => builder.inputs(width, `w${i}.`));
    return builder.build(labels.map((label) => line(builder, given, label)));
  };
  const made = circuitOf((builder, given, label) =>
    treeLine(
      builder,
      tree,
      (leaf) => leaf === label,
      (test) => testLine(builder, given[test.feature]!, test),
    ),
  );
  const meant = circuitOf((builder, given, label) =>
    builder.orAll(
      paths(tree, label).map((path) =>
        builder.andAll(
          path.map(([test, holds]) => {
            const line = testMeaning(builder, given[test.feature]!, test);
            return holds ? line : builder.not(line);
          }),
        ),
      ),
    ),
  );
  const result = checkEquivalence(made, meant, { maxConflicts: MAX_CONFLICTS });
  return result.answer === 'equal' ? [{ claim: `${name} is what its cases say`, proofs: [result.proof] }] : [];
}
