import { type Circuit, circuitToCnf, evaluateOnce } from '#circuit';
import { invariant } from '#kernel';
import { createSolver, type SolveOptions } from '#sat';
import { closeProof, type ProofMaterial } from './proof-material.ts';
import { findWitness } from './find-witness.ts';
import { sweep, type SweepOptions } from './sweep.ts';

export type { ProofMaterial } from './proof-material.ts';

/** Limits of a proof attempt; without any it runs until it knows. */
export interface ProveOptions extends Pick<SolveOptions, 'maxConflicts' | 'maxPropagations' | 'shouldStop'>, SweepOptions {}

/** What is known of "this output is never true". */
export type ProofOutcome =
  | { readonly answer: 'proved'; readonly material: ProofMaterial }
  | { readonly answer: 'refuted'; readonly inputs: readonly boolean[] }
  | { readonly answer: 'unknown'; readonly why: string };

/**
 * Proves that the one output of a circuit is false for all inputs, or finds inputs that make it true.
 *
 * Simulation looks for a witness first; SAT sweeping then teaches the solver which inner nodes are equal, each lemma
 * derived in the same proof; the last call assumes the output. The formula of the certificate is the circuit's Tseitin encoding
 * with the output asserted, so any DRAT or LRAT checker can check it without knowing of circuits.
 *
 * @source Kuehlmann, Paruthi, Krohm & Ganai 2002, Robust Boolean reasoning for equivalence checking
 */
export function proveNever(violation: Circuit, claim: string, options: ProveOptions = {}): ProofOutcome {
  invariant(violation.outputs.length === 1, 'a violation is one output');
  const output = violation.outputs[0]!;
  const early = findWitness(violation);
  if (early.witness) return { answer: 'refuted', inputs: confirmed(violation, early.witness) };

  const cnf = circuitToCnf(violation);
  const solver = createSolver({ proof: true });
  solver.add(cnf);
  sweep(violation, { cnf, solver, signatures: early.signatures }, options);
  const last = solver.solve({ ...options, assumptions: [cnf.literalOf(output)] });
  if (last.status === 'unknown') return { answer: 'unknown', why: `limit reached: ${last.why}` };
  if (last.status === 'unsat') return { answer: 'proved', material: closeProof(claim, cnf, output, solver.proof) };
  const inputs = Array.from({ length: violation.inputCount }, (_, i) => last.model[i + 1] === 1);
  return { answer: 'refuted', inputs: confirmed(violation, inputs) };
}

/** A witness is run through the reference interpreter before it is believed. */
function confirmed(violation: Circuit, inputs: readonly boolean[]): readonly boolean[] {
  invariant(evaluateOnce(violation, inputs)[0] === true, 'a witness makes the output true');
  return inputs;
}
