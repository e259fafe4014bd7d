import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { invariant } from '#foundation/kernel';
import type { Term } from '#learners/machine/representation/macros';

/**
 * A term as gates, for proofs. Macros are built otherwise (ripple adders, decision chains), so that a proof of equality compares
 * two constructions: here sums are prefix adders, order is the borrow of a difference, a choice is a sum modulo 2.
 *
 * @source Kogge & Stone 1973, by `words.addPrefix`
 */
export function blastTerm(builder: CircuitBuilder, t: Term, reads: Readonly<Record<string, Word>>): Edge[] {
  const blast = (of: Term): Edge[] => blastTerm(builder, of, reads);
  const bitwise = (a: Term, b: Term, gate: (x: Edge, y: Edge) => Edge): Edge[] => {
    const right = blast(b);
    return blast(a).map((edge, i) => gate(edge, right[i]!));
  };
  switch (t.op) {
    case 'read': {
      const found = reads[t.name];
      invariant(found?.length === t.width, `the word ${t.name} has ${t.width} bits`);
      return [...found];
    }
    case 'constant':
      return words.constant(t.width, t.value);
    case 'not':
      return blast(t.a).map((edge) => builder.not(edge));
    case 'and':
      return bitwise(t.a, t.b, (x, y) => builder.and(x, y));
    case 'or':
      return bitwise(t.a, t.b, (x, y) => builder.or(x, y));
    case 'add':
      return words.addPrefix(builder, blast(t.a), blast(t.b)).slice(0, t.width);
    case 'subtract':
      return difference(builder, blast(t.a), blast(t.b));
    case 'equal':
      return [builder.not(builder.orAll(bitwise(t.a, t.b, (x, y) => builder.xor(x, y))))];
    case 'less':
      return [difference(builder, [...blast(t.a), FALSE], [...blast(t.b), FALSE]).at(-1)!];
    case 'choose': {
      const [when, a, b] = [blast(t.when)[0]!, blast(t.a), blast(t.b)];
      return a.map((edge, i) => builder.xor(builder.and(when, edge), builder.and(builder.not(when), b[i]!)));
    }
  }
}

/** x + ¬y + 1, modulo 2ʷ. */
function difference(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  const inverted = y.map((edge) => builder.not(edge));
  const sum = words.addPrefix(builder, x, inverted).slice(0, x.length);
  return words.addPrefix(builder, sum, words.constant(x.length, 1)).slice(0, x.length);
}
