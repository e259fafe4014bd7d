import { circuitToCnf } from '#logic/circuit/formats';
import { type Circuit, evaluateOnce, nodeOf } from '#logic/circuit/graph';
import type { Statement } from '#foundation/contracts/certificates';
import { invariant } from '#foundation/kernel';
import { type Cnf, countClauses, writeDimacs, writeProof } from '#logic/sat';
import { findWitness } from './find-witness.ts';
import { KnownClauses } from './known-clauses.ts';
import type { ProofMaterial } from './certify/proof-material.ts';
import { statementNetlist } from './statement/statement-netlist.ts';
import { StitchedProof } from './stitched-proof.ts';
import { sweep, type SweepOptions } from './sweep.ts';
import { type WindowLimits, WindowSolver } from './solving-window.ts';

/** Limits of a proof attempt; without any it runs until it knows. */
export interface ProveOptions extends Omit<WindowLimits, 'gates'>, SweepOptions {}

/** What is known of a statement; `inputs` are those of its netlist. */
export type ProofOutcome =
  | { readonly answer: 'proved'; readonly material: ProofMaterial }
  | { readonly answer: 'refuted'; readonly inputs: readonly boolean[] }
  | { readonly answer: 'unknown'; readonly why: string };

/** Proves that the one output of a circuit is false for all inputs, or finds inputs that make it true. */
export function proveNever(circuit: Circuit, options: ProveOptions = {}): ProofOutcome {
  return proveStatement({ property: 'never', circuit }, options);
}

/** The formula that is unsatisfiable when a statement holds, in DIMACS. */
export function statementFormula(statement: Statement<Circuit>): Uint8Array {
  const netlist = statementNetlist(statement);
  return new TextEncoder().encode(writeDimacs(circuitToCnf(netlist, { assert: netlist.outputs })));
}

/**
 * Proves a statement, or finds inputs that break it.
 *
 * Simulation looks for a witness first; sweeping then finds which inner nodes are equal; the last question is the output itself. All answers
 * go into one proof. The formula is the Tseitin encoding of the statement's netlist with the output asserted as its last
 * clause, so any LRAT checker can check it without knowing of circuits.
 *
 * @source Kuehlmann, Paruthi, Krohm & Ganai 2002, Robust Boolean reasoning for equivalence checking
 */
export function proveStatement(statement: Statement<Circuit>, options: ProveOptions = {}): ProofOutcome {
  const violation = statementNetlist(statement);
  const early = findWitness(violation);
  if (early.witness) return { answer: 'refuted', inputs: confirmed(violation, early.witness) };

  const output = violation.outputs[0]!;
  const cnf = circuitToCnf(violation);
  const literal = cnf.literalOf(output);
  const asserted = countClauses(cnf) + 1;
  const book = new KnownClauses(violation, cnf);
  const proof = new StitchedProof(asserted + 1);
  const windows = new WindowSolver(book, proof);
  sweep(book, windows, early.signatures, { ...options, ...borderOf(statement) });
  const last = windows.ask([{ node: nodeOf(output), literal }], { ...options, gates: Infinity });
  if (last.answer === 'unknown') return { answer: 'unknown', why: `limit reached: ${last.why}` };
  if (last.answer === 'possible') return { answer: 'refuted', inputs: confirmed(violation, last.inputs.map(Boolean)) };

  proof.close([asserted, last.lemma.id]);
  const clauses = new Int32Array(cnf.clauses.length + 2);
  clauses.set(cnf.clauses);
  clauses[cnf.clauses.length] = literal;
  return { answer: 'proved', material: materialOf(statement, { variables: cnf.variables, clauses }, proof) };
}

/** Where the gates of the second circuit begin, as the netlist of an equality lays them out. */
function borderOf(statement: Statement<Circuit>): { readonly border?: number } {
  if (statement.property !== 'equal') return {};
  return { border: statement.left.nodeCount };
}

function materialOf(statement: Statement<Circuit>, cnf: Cnf, proof: StitchedProof): ProofMaterial {
  return {
    statement,
    cnf: new TextEncoder().encode(writeDimacs(cnf)),
    proof: writeProof(proof.records(), 'lrat'),
    variables: cnf.variables,
    clauses: countClauses(cnf),
  };
}

/** A witness is run through the reference interpreter before it is believed. */
function confirmed(violation: Circuit, inputs: readonly boolean[]): readonly boolean[] {
  invariant(evaluateOnce(violation, inputs)[0] === true, 'a witness makes the output true');
  return inputs;
}
