import { overState, type Predicate, proveUnrolled, type Verified } from './hoare.ts';
import { type Planes, type ProgramStep, programText } from './program.ts';
import type { ProofMaterial } from './certify/proof-material.ts';
import type { ProveOptions } from './prove-statement.ts';

/** A system that starts in `init` and repeats one program for ever; `invariant` is to hold in every state it reaches. */
export interface SafetyQuestion {
  readonly planes: Planes;
  readonly program: ProgramStep;
  readonly init: Predicate;
  readonly invariant: Predicate;
}

/**
 * Looks for a run of at most `bound` steps that leaves the invariant; the shortest one is found first.
 *
 *     init(s₀) ∧ ⋀_{j<k} s_{j+1} = step(s_j, i_j) ∧ ¬I(s_k)        for k = 0 … bound
 *
 * `holds` means: not within the bound.
 *
 * @source Biere, Cimatti, Clarke & Zhu 1999, Symbolic model checking without BDDs
 */
export function checkBounded(question: SafetyQuestion, bound: number, options: ProveOptions = {}): Verified {
  const proofs: ProofMaterial[] = [];
  for (let k = 0; k <= bound; k += 1) {
    const found = checkAfter(question, k, options);
    if (found.answer !== 'holds') return found;
    proofs.push(...found.proofs);
  }
  return { answer: 'holds', proofs };
}

function checkAfter(question: SafetyQuestion, steps: number, options: ProveOptions): Verified {
  const { planes } = question;
  const [init, invariant] = [overState(question.init, planes), overState(question.invariant, planes)];
  const program = programText(question.program, planes);
  return proveUnrolled({ ...question, steps }, { property: 'reach', planes, program, init, invariant, steps }, options);
}

/**
 * Proves an invariant for runs of any length by k-induction: it holds in the first k states of every run, and k states in a
 * row that hold are followed by one that holds.
 *
 *     base: checkBounded(k − 1)      step: ⋀_{j<k} I(s_j) ∧ distinct(s₀ … s_k) ∧ ¬I(s_k) unsatisfiable
 *
 * The states of a step are required to differ, which makes the method complete for some k. `unknown` when no k up to the limit is enough.
 *
 * @source Sheeran, Singh & Stålmarck 2000, Checking safety properties using induction and a SAT-solver
 */
export function proveByInduction(question: SafetyQuestion, kMax: number, options: ProveOptions = {}): Verified {
  const proofs: ProofMaterial[] = [];
  for (let k = 1; k <= kMax; k += 1) {
    const base = checkAfter(question, k - 1, options);
    if (base.answer !== 'holds') return base;
    proofs.push(...base.proofs);
    const step = proveStep(question, k, options);
    if (step.answer === 'unknown') return step;
    if (step.answer === 'holds') return { answer: 'holds', proofs: [...proofs, ...step.proofs] };
  }
  return { answer: 'unknown', why: `the invariant is not ${kMax}-inductive` };
}

function proveStep(question: SafetyQuestion, steps: number, options: ProveOptions): Verified {
  const { planes } = question;
  const invariant = overState(question.invariant, planes);
  const program = programText(question.program, planes);
  return proveUnrolled({ ...question, steps }, { property: 'induction', planes, program, invariant, steps }, options);
}
