import { simulate } from '#circuit';
import { createRng, type Rng } from '#kernel';
import type { Signatures } from './find-witness.ts';
import type { KnownClause, LemmaBook } from './lemma-book.ts';
import { SignatureClasses } from './signature-classes.ts';
import type { WindowAnswer, WindowSolver } from './window.ts';

export interface SweepOptions {
  /** Conflicts one pair of nodes may cost per window; 0 switches sweeping off. */
  readonly maxConflictsPerPair?: number;
}

/** Windows are tried from small to large: most pairs are equal for a reason close by. */
const WINDOW_GATES = [24, 250, 4000] as const;

/**
 * Finds nodes of a circuit that are equal, or opposite, and notes them in the book with their proofs: nodes alike under
 * simulation are compared from the inputs up, so that each pair rests on the pairs below it.
 *
 *     n ≡ r  when both  n ∧ ¬r  and  ¬n ∧ r  are excluded
 *
 * Inputs that tell two nodes apart are simulated, with their neighbours, and split all classes at once. Pairs over the limits are left alone.
 *
 * @source Kuehlmann & Krohm 1997, Equivalence checking using cuts and heaps; Mishchenko et al. 2005, FRAIGs
 */
export function sweep(
  book: LemmaBook,
  windows: WindowSolver,
  signatures: Signatures,
  options: SweepOptions = {},
): void {
  const maxConflicts = options.maxConflictsPerPair ?? 100;
  if (maxConflicts === 0) return;
  const { circuit, variableOf } = book;
  const classes = new SignatureClasses(signatures, circuit.nodeCount);
  const rng = createRng(`verify/sweep/${circuit.inputCount}/${circuit.nodeCount}`);
  for (let node = 1; node < circuit.nodeCount; node += 1) {
    if (variableOf[node] === 0) continue;
    for (let rival = classes.leaderOf(node); rival !== undefined; rival = classes.leaderOf(node)) {
      const found = compare(windows, literalsOf(book, node, rival, classes.areOpposite(node, rival)), maxConflicts);
      if (found.answer === 'equal') book.merge(node, rival, found.lemmas);
      if (found.answer === 'unknown') classes.leave(node);
      if (found.answer !== 'different') break;
      classes.refine(simulate(circuit, neighbours(found.inputs, rng)), node);
    }
    if (book.leaderOf(node) === node) classes.settle(node);
  }
}

interface Asked {
  readonly node: number;
  readonly literal: number;
}

type Compared =
  | { readonly answer: 'equal'; readonly lemmas: readonly KnownClause[] }
  | { readonly answer: 'different'; readonly inputs: readonly boolean[] }
  | { readonly answer: 'unknown' };

function literalsOf(book: LemmaBook, node: number, rival: number, opposite: boolean): readonly Asked[] {
  const a = { node, literal: book.variableOf[node]! };
  // The constant false has a variable only where the formula uses it; being equal to it is a question about one literal.
  if (rival === 0) return [{ node, literal: opposite ? -a.literal : a.literal }];
  return [a, { node: rival, literal: book.variableOf[rival]! * (opposite ? -1 : 1) }];
}

function compare(windows: WindowSolver, [a, b]: readonly Asked[], maxConflicts: number): Compared {
  const negated = (asked: Asked): Asked => ({ node: asked.node, literal: -asked.literal });
  const questions =
    b === undefined
      ? [[a!]]
      : [
          [a!, negated(b)],
          [negated(a!), b],
        ];
  const lemmas: KnownClause[] = [];
  for (const question of questions) {
    const found = askWidening(windows, question, maxConflicts);
    if (found.answer === 'unknown') return { answer: 'unknown' };
    if (found.answer === 'possible')
      return found.isWhole ? { answer: 'different', inputs: found.inputs } : { answer: 'unknown' };
    lemmas.push(found.lemma);
  }
  return { answer: 'equal', lemmas };
}

function askWidening(windows: WindowSolver, question: readonly Asked[], maxConflicts: number): WindowAnswer {
  let found: WindowAnswer = { answer: 'unknown', why: 'no window' };
  for (const gates of WINDOW_GATES) {
    found = windows.ask(question, { gates, maxConflicts });
    if (found.answer !== 'possible' || found.isWhole) return found;
  }
  return found;
}

/** 32 input vectors: the ones found, then copies with a few inputs flipped. */
function neighbours(inputs: readonly boolean[], rng: Rng): Int32Array {
  return Int32Array.from(inputs, (bit) => (bit ? -1 : 0) ^ (rng.uint32() & rng.uint32() & rng.uint32() & ~1));
}
