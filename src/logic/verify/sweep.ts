import { simulate } from '#logic/circuit/graph';
import { createRng, type Rng } from '#foundation/kernel';
import { rareOnes, type Signatures } from './find-witness.ts';
import type { KnownClause, KnownClauses } from './known-clauses.ts';
import { SignatureClasses } from './signature-classes.ts';
import type { PartialInputs, WindowSolver } from './solving-window.ts';
import { TwinGates } from './twin-gates.ts';

export interface SweepOptions {
  /** Asked before every comparison; `true` ends the sweep with what it has found. */
  readonly shouldStop?: () => boolean;
  /** Conflicts one pair of nodes may cost per window; 0 switches sweeping off. */
  readonly maxConflictsPerPair?: number;
  /** How many sizes of windows are tried; all unless told. */
  readonly rungs?: number;
  /** The first node of the second of two circuits that are compared: then nodes of the first are not compared among themselves. */
  readonly border?: number;
}

/**
 * Windows are tried from small to large, the last with more patience: most pairs are equal for a reason close by, and one left
 * undecided makes all pairs above it hard. A size is not tried again in this circuit once it decided less than its `worth` of `trial` pairs.
 */
const WINDOWS = [
  { gates: 24, patience: 1, worth: 0.25, trial: 40 },
  { gates: 250, patience: 1, worth: 0.5, trial: 40 },
  { gates: 4000, patience: 20, worth: 0.75, trial: 10 },
] as const;

/**
 * Finds nodes of a circuit that are equal, or opposite, and notes them in the book with their proofs: nodes alike under
 * simulation are compared from the inputs up, so that each pair rests on the pairs below it.
 *
 *     n ≡ r  when both  n ∧ ¬r  and  ¬n ∧ r  are excluded
 *
 * Returns the edge that each node is known to equal: itself, or one of an earlier node. Inputs that tell two nodes apart are simulated, with their neighbours, and split all classes at once. Pairs over the limits are left alone.
 *
 * @source Kuehlmann & Krohm 1997, Equivalence checking using cuts and heaps; Mishchenko et al. 2005, FRAIGs
 */
export function sweep(
  book: KnownClauses,
  windows: WindowSolver,
  signatures: Signatures,
  options: SweepOptions = {},
): Int32Array {
  const maxConflicts = options.maxConflictsPerPair ?? 100;

  const { circuit, variableOf } = book;
  const twins = new TwinGates(circuit);
  if (maxConflicts === 0) return twins.known;
  const classes = new SignatureClasses(signatures, circuit.nodeCount);
  const rng = createRng(`verify/sweep/${circuit.inputCount}/${circuit.nodeCount}`);
  const ladder = WINDOWS.slice(0, options.rungs).map((window) => ({ ...window, tries: 0, decided: 0 }));
  const tell = (found: PartialInputs, node: number, rival: number): boolean => {
    const values = simulate(circuit, neighbours(found, rng));
    if (classes.areAlike(node, rival, values)) return false;
    classes.refine(values, node);
    return true;
  };
  for (let node = 1; node < circuit.nodeCount; node += 1) {
    if (variableOf[node] === 0) continue;
    if (options.shouldStop?.() === true) return twins.known;
    const twin = twins.find(node);
    if (twin !== undefined && isTwin(book, windows, node, twin)) {
      twins.merge(node, twin);
      continue;
    }
    if (options.border !== undefined && node < options.border) {
      // Whatever is equal within one circuit need not be known, unless the other one uses it.
      classes.join(node);
      continue;
    }
    const attempt = (rival: number, rungs: readonly Rung[]): Compared['answer'] => {
      const isOpposite = classes.areOpposite(node, rival);
      const found = compare(literalsOf(book, node, rival, isOpposite), (question) =>
        askWidening(windows, rungs, question, {
          maxConflicts,
          shouldStop: options.shouldStop,
          tell: (inputs) => tell(inputs, node, rival),
        }),
      );
      if (found.answer !== 'equal') return found.answer;
      book.merge(node, rival, found.lemmas);
      twins.merge(node, (2 * rival) ^ (isOpposite ? 1 : 0));
      return 'equal';
    };
    if (!sweepNode({ classes, node, ladder, attempt, ...(options.shouldStop && { shouldStop: options.shouldStop }) }))
      return twins.known;
    if (book.leaderOf(node) === node) classes.settle(node);
  }
  return twins.known;
}

interface NodeSweep {
  readonly classes: SignatureClasses;
  readonly node: number;
  readonly ladder: readonly Rung[];
  readonly shouldStop?: () => boolean;
  readonly attempt: (rival: number, rungs: readonly Rung[]) => Compared['answer'];
}

/**
 * Compares a node with the nodes it may equal until one does or none is left: small windows for all of them before a large one for the first,
 * because a wrong partner is dear to tell. False when it was stopped.
 */
function sweepNode({ classes, node, ladder, attempt, shouldStop }: NodeSweep): boolean {
  const near = ladder.slice(0, -1);
  for (;;) {
    const candidates = classes.candidatesFor(node);
    if (candidates.length === 0) return true;
    let answer: Compared['answer'] = 'unknown';
    for (const rival of candidates) {
      if (shouldStop?.() === true) return false;
      answer = attempt(rival, candidates.length === 1 ? ladder : near);
      if (answer !== 'unknown') break;
    }
    if (answer === 'unknown' && candidates.length > 1) answer = attempt(candidates[0]!, ladder.slice(-1));
    if (answer === 'equal') return true;
    if (answer === 'unknown') {
      classes.leave(node);
      return true;
    }
  }
}

/** Proves from the two gates that a node is its twin, and notes it. */
function isTwin(book: KnownClauses, windows: WindowSolver, node: number, twin: number): boolean {
  if (book.variableOf[twin >>> 1] === 0) return false;
  const found = compare(literalsOf(book, node, twin >>> 1, (twin & 1) === 1), (question) => {
    const asked = windows.ask(question, { gates: 2, maxConflicts: 10 });
    return asked.answer === 'excluded' ? asked.lemma : 'unknown';
  });
  if (found.answer === 'equal') book.merge(node, twin >>> 1, found.lemmas);
  return found.answer === 'equal';
}

interface Asked {
  readonly node: number;
  readonly literal: number;
}

type Compared =
  | { readonly answer: 'equal'; readonly lemmas: readonly KnownClause[] }
  | { readonly answer: 'different' | 'unknown' };

/** Simulates inputs near the given ones; true when they tell the pair apart. */
type Tell = (inputs: PartialInputs) => boolean;

function literalsOf(book: KnownClauses, node: number, rival: number, opposite: boolean): readonly Asked[] {
  const a = { node, literal: book.variableOf[node]! };
  // The constant false has a variable only where the formula uses it; being equal to it is a question about one literal.
  if (rival === 0) return [{ node, literal: opposite ? -a.literal : a.literal }];
  return [a, { node: rival, literal: book.variableOf[rival]! * (opposite ? -1 : 1) }];
}

type Ask = (question: readonly Asked[]) => KnownClause | 'different' | 'unknown';

function compare([a, b]: readonly Asked[], ask: Ask): Compared {
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
    const found = ask(question);
    if (typeof found === 'string') return { answer: found };
    lemmas.push(found);
  }
  return { answer: 'equal', lemmas };
}

interface Rung {
  readonly gates: number;
  readonly patience: number;
  readonly worth: number;
  readonly trial: number;
  tries: number;
  decided: number;
}

interface Patience {
  readonly maxConflicts: number;
  readonly shouldStop: (() => boolean) | undefined;
  readonly tell: Tell;
}

/**
 * A "possible" from a window that does not reach all inputs proves nothing, but its inputs often tell the pair apart once
 * simulated, and that is far cheaper than a wider window.
 */
function askWidening(
  windows: WindowSolver,
  ladder: readonly Rung[],
  question: readonly Asked[],
  { maxConflicts, shouldStop, tell }: Patience,
): ReturnType<Ask> {
  for (const rung of ladder) {
    if (rung.tries >= rung.trial && rung.decided < rung.worth * rung.tries) continue;
    rung.tries += 1;
    rung.decided += 1;
    const found = windows.ask(question, {
      gates: rung.gates,
      maxConflicts: rung.patience * maxConflicts,
      ...(shouldStop && { shouldStop }),
    });
    if (found.answer === 'excluded') return found.lemma;
    if (found.answer === 'possible' && tell(found.inputs)) return 'different';
    rung.decided -= 1;
  }
  return 'unknown';
}

/** 32 input vectors: the ones found, then copies with one input in 8, in 64 or in 512 flipped; free inputs are 0 in half of them, 1 in the others. */
function neighbours(inputs: PartialInputs, rng: Rng): Int32Array {
  return Int32Array.from(inputs, (bit) => {
    const often = rareOnes(3, rng);
    const seldom = often & rareOnes(3, rng);
    const rarely = seldom & rareOnes(3, rng);
    const flips = (often & 0x003c003c) | (seldom & 0x03c003c0) | (rarely & 0xfc00fc00);
    return (bit === undefined ? 0xffff0000 : bit ? -1 : 0) ^ flips;
  });
}
