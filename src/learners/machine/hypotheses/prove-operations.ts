import { type CircuitBuilder, createBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { checkEquivalence } from '#logic/verify';
import type { PlanClaim } from '../plans/programs/plan-claim.ts';
import { type NumberFormat, wordOperation } from './word-operations.ts';

const MAX_CONFLICTS = 20_000;

/** What an operation means, by another construction than the one that runs: prefix adders, tree multipliers, borrow and choice. */
const meanings: Readonly<Record<string, (builder: CircuitBuilder, a: Word, b: Word, format: NumberFormat) => Word>> = {
  add: (builder, a, b) => words.addPrefix(builder, a, b).slice(0, a.length),
  subtract: difference,
  'subtract from': (builder, a, b) => difference(builder, b, a),
  multiply: (builder, a, b) => words.multiplyTree(builder, a, b).slice(0, a.length),
  max: (builder, a, b, format) => chosen(builder, isBelow(builder, a, b, format), b, a),
  min: (builder, a, b, format) => chosen(builder, isBelow(builder, a, b, format), a, b),
};

function difference(builder: CircuitBuilder, a: Word, b: Word): Edge[] {
  return words.addPrefix(builder, a, words.negate(builder, b)).slice(0, a.length);
}

/** The borrow of a − b, with both moved up by half the range where they have a sign. */
function isBelow(builder: CircuitBuilder, a: Word, b: Word, { signed }: NumberFormat): Edge {
  const moved = (word: Word): Edge[] => [
    ...word.slice(0, -1),
    signed ? builder.not(word.at(-1)!) : word.at(-1)!,
    FALSE,
  ];
  return difference(builder, moved(a), moved(b)).at(-1)!;
}

function chosen(builder: CircuitBuilder, when: Edge, a: Word, b: Word): Edge[] {
  return a.map((edge, i) => builder.xor(builder.and(when, edge), builder.and(builder.not(when), b[i]!)));
}

/** That each operation of a table does what its name means, at the width it runs at; what is too hard to decide is left out. */
export function proveOperations(names: Iterable<string>, format: NumberFormat): PlanClaim[] {
  return [...new Set(names)].flatMap((name) => {
    const meaning = meanings[name];
    if (meaning === undefined) return [];
    const circuitOf = (build: (builder: CircuitBuilder, a: Word, b: Word) => Word) => {
      const builder = createBuilder();
      const a = builder.inputs(format.width, 'a');
      const b = builder.inputs(format.width, 'b');
      return builder.build([...build(builder, a, b)]);
    };
    const made = circuitOf((builder, a, b) => wordOperation(name).build(builder, a, b, format));
    const meant = circuitOf((builder, a, b) => meaning(builder, a, b, format));
    const result = checkEquivalence(made, meant, { maxConflicts: MAX_CONFLICTS });
    const kind = `${name} of ${format.width}${format.signed ? ' signed' : ''} bits`;
    return result.answer === 'equal' ? [{ claim: `${kind} is what it means`, proofs: [result.proof] }] : [];
  });
}
