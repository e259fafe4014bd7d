import type { Circuit } from '#logic/circuit/graph';
import type { PlanePredicate, Statement } from '#foundation/contracts/certificates';
import { Fault } from '#foundation/kernel';
import { type Planes, type ProgramStep, programText } from './program.ts';
import type { ProofMaterial } from './certify/proof-material.ts';
import { proveStatement, type ProveOptions } from './prove-statement.ts';
import { runConcretely } from './run-concretely.ts';

/** A concrete run that breaks a claim: the state before each step, the inputs each step saw, and the state after the last. */
export interface Trace {
  readonly states: readonly (readonly boolean[])[];
  readonly inputs: readonly (readonly boolean[])[];
}

/** The answer to a question about all runs. */
export type Verified =
  | { readonly answer: 'holds'; readonly proofs: readonly ProofMaterial[] }
  | { readonly answer: 'fails'; readonly trace: Trace }
  | { readonly answer: 'unknown'; readonly why: string };

/** A predicate over the state planes: a circuit with one output. */
export type Predicate = Circuit;

/**
 * Does {P} program {Q} hold: from every state in P, with any input, does the program end in Q?
 *
 *     VC:  P(s) ∧ s′ = program(s, i) ∧ ¬Q(s′)     must be unsatisfiable
 *
 * @source Hoare 1969, An axiomatic basis for computer programming
 */
export function proveTriple(
  triple: { readonly pre: Predicate; readonly program: ProgramStep; readonly post: Predicate; readonly planes: Planes },
  options: ProveOptions = {},
): Verified {
  const { planes, program } = triple;
  const [pre, post] = [overState(triple.pre, planes), overState(triple.post, planes)];
  const statement = { property: 'triple', planes, program: programText(program, planes), pre, post } as const;
  return proveUnrolled({ planes, program, steps: 1 }, statement, options);
}

/** Does {I} step {I} hold? One step from any state in I, with any input, stays in I. */
export function proveInvariant(
  question: { readonly invariant: Predicate; readonly program: ProgramStep; readonly planes: Planes },
  options: ProveOptions = {},
): Verified {
  const { invariant, program, planes } = question;
  return proveTriple({ pre: invariant, program, post: invariant, planes }, options);
}

/** A predicate over all state planes. */
export function overState(holds: Predicate, { state }: Planes): PlanePredicate<Circuit>[] {
  if (holds.outputs.length !== 1 || holds.inputCount !== state) {
    throw new Fault(
      'verify/bad-predicate',
      `a predicate over ${state} state planes has ${holds.inputCount} inputs and ${holds.outputs.length} outputs`,
    );
  }
  return [{ planes: Array.from({ length: state }, (_, plane) => plane), holds }];
}

interface Unrolling {
  readonly planes: Planes;
  readonly program: ProgramStep;
  readonly steps: number;
}

/** Proves a statement about runs of a program. A counterexample is run concretely before it is believed. */
export function proveUnrolled(unrolling: Unrolling, statement: Statement<Circuit>, options: ProveOptions): Verified {
  const outcome = proveStatement(statement, options);
  if (outcome.answer === 'unknown') return outcome;
  if (outcome.answer === 'proved') return { answer: 'holds', proofs: [outcome.material] };
  return { answer: 'fails', trace: replay(unrolling, outcome.inputs) };
}

function replay({ planes, program, steps }: Unrolling, bits: readonly boolean[]): Trace {
  const states = [bits.slice(0, planes.state)];
  const inputs: boolean[][] = [];
  for (let step = 0; step < steps; step += 1) {
    const from = planes.state + step * planes.input;
    const input = bits.slice(from, from + planes.input);
    inputs.push(input);
    states.push(runConcretely(program, [...states.at(-1)!, ...input]).slice(0, planes.state));
  }
  return { states, inputs };
}
