import { invariant } from '#foundation/kernel';

/** What a proposer says: a candidate that agrees with all examples, that none exists, or that it gave up. */
export type Proposal<Candidate> =
  | { readonly answer: 'candidate'; readonly candidate: Candidate }
  | { readonly answer: 'none' }
  | { readonly answer: 'unknown'; readonly why: string };

/** What a verifier says of a candidate. `evidence` is whatever shows that it is right. */
export type Verification<Example, Evidence> =
  | { readonly answer: 'correct'; readonly evidence: Evidence }
  | { readonly answer: 'wrong'; readonly counterexample: Example }
  | { readonly answer: 'unknown'; readonly why: string };

/** A hypothesis space, by its proposer, and a specification, by its verifier. */
export interface CegisProblem<Candidate, Example, Evidence> {
  /** What is known of the specification to begin with. */
  readonly examples?: readonly Example[];
  /** The examples only grow: those of the call before come first, in the same order. */
  readonly propose: (examples: readonly Example[]) => Proposal<Candidate>;
  readonly verify: (candidate: Candidate) => Verification<Example, Evidence>;
  /** Whether a candidate does on an example what the example says. */
  readonly agrees: (candidate: Candidate, example: Example) => boolean;
  /** Candidates verified at most. */
  readonly maxRounds?: number;
}

export type CegisResult<Candidate, Example, Evidence> = {
  readonly rounds: number;
  /** All examples in the end, counterexamples included. */
  readonly examples: readonly Example[];
} & (
  | { readonly answer: 'found'; readonly candidate: Candidate; readonly evidence: Evidence }
  | { readonly answer: 'none' }
  | { readonly answer: 'unknown'; readonly why: string }
);

/**
 * Counterexample-guided inductive synthesis: propose what fits the examples, verify it, and learn from where it fails.
 *
 * `none` means that no candidate fits the examples, so none meets the specification. Each counterexample excludes the
 * candidate it came from: on a finite space the loop ends.
 *
 * @source Solar-Lezama, Tancau, Bodík, Seshia & Saraswat, ASPLOS 2006, combinatorial sketching for finite programs
 */
export function cegis<Candidate, Example, Evidence>(
  problem: CegisProblem<Candidate, Example, Evidence>,
): CegisResult<Candidate, Example, Evidence> {
  const { propose, verify, agrees, maxRounds = Infinity } = problem;
  const examples = [...(problem.examples ?? [])];
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const proposal = propose(examples);
    if (proposal.answer !== 'candidate') return { ...proposal, rounds, examples };
    const { candidate } = proposal;
    const broken = examples.findIndex((example) => !agrees(candidate, example));
    invariant(broken === -1, `a candidate agrees with example ${broken}`);
    const verdict = verify(candidate);
    if (verdict.answer === 'correct') {
      return { answer: 'found', candidate, evidence: verdict.evidence, rounds: rounds + 1, examples };
    }
    if (verdict.answer === 'unknown') return { ...verdict, rounds: rounds + 1, examples };
    invariant(!agrees(candidate, verdict.counterexample), 'a counterexample excludes its candidate');
    examples.push(verdict.counterexample);
  }
  return { answer: 'unknown', why: `${maxRounds} candidates were wrong`, rounds: maxRounds, examples };
}
