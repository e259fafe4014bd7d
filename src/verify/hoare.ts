import { type Circuit, type CircuitBuilder, createBuilder, type Edge, graft } from '#circuit';
import { Fault } from '#kernel';
import { type Planes, type ProgramStep, runSymbolically } from './program.ts';
import type { ProofMaterial } from './proof-material.ts';
import { proveNever, type ProveOptions } from './prove-never.ts';
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
  return proveUnrolled({ planes, program, steps: 1 }, '{P} program {Q}', options, (builder, states) =>
    builder.and(holds(builder, triple.pre, states[0]!), builder.not(holds(builder, triple.post, states[1]!))),
  );
}

/** Does {I} step {I} hold? One step from any state in I, with any input, stays in I. */
export function proveInvariant(
  question: { readonly invariant: Predicate; readonly program: ProgramStep; readonly planes: Planes },
  options: ProveOptions = {},
): Verified {
  const { invariant, program, planes } = question;
  return proveTriple({ pre: invariant, program, post: invariant, planes }, options);
}

/** The value of a predicate on a state given as edges. */
export function holds(builder: CircuitBuilder, predicate: Predicate, state: readonly Edge[]): Edge {
  if (predicate.outputs.length !== 1 || predicate.inputCount !== state.length) {
    throw new Fault(
      'verify/bad-predicate',
      `a predicate over ${state.length} state planes has ${predicate.inputCount} inputs and ${predicate.outputs.length} outputs`,
    );
  }
  return graft(builder, predicate, state)[0]!;
}

interface Unrolling {
  readonly planes: Planes;
  readonly program: ProgramStep;
  readonly steps: number;
}

/**
 * Unrolls the program from a free state, each step with inputs of its own, and proves that `violation` over the states
 * s₀ … s_steps never holds. A counterexample is run concretely before it is believed.
 *
 * @source Biere, Cimatti, Clarke & Zhu 1999, Symbolic model checking without BDDs
 */
export function proveUnrolled(
  unrolling: Unrolling,
  claim: string,
  options: ProveOptions,
  violation: (builder: CircuitBuilder, states: readonly (readonly Edge[])[]) => Edge,
): Verified {
  const { planes, program, steps } = unrolling;
  const builder = createBuilder();
  const start = builder.inputs(planes.state, 'state');
  const seen = Array.from({ length: steps }, (_, step) => builder.inputs(planes.input, `input@${step}`));
  const states: Edge[][] = [start];
  for (const input of seen) {
    const after = runSymbolically(builder, program, planes, [...states.at(-1)!, ...input]);
    states.push(after.slice(0, planes.state));
  }
  const outcome = proveNever(builder.build([violation(builder, states)]), claim, options);
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
