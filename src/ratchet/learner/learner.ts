/**
 * Something that practises and proposes changes to itself. The state is an immutable value, and `apply` is the one function that books what was
 * found into it: to replay a run is to fold `apply` over what the journal recorded.
 */
export interface Learner<State, Proposal, Found, Summary> {
  /** What is in force before anything is learnt. */
  begin(): Promise<State>;
  /** The next change to itself; undefined when nothing is left to try. */
  propose(state: State): Promise<Proposal | undefined>;
  /** What comes of it, every effect recorded. Whether it may stay is for the gate to say: `ratchet/trial`. */
  try(state: State, proposal: Proposal): Promise<Found>;
  /** The state after it. Pure. */
  apply(state: State, proposal: Proposal, found: Found): State;
  /** What a run that ends here has come to. */
  describe(state: State): Promise<Summary>;
}

/** Lets a learner practise until it proposes nothing more. */
export async function practise<State, Proposal, Found, Summary>(
  learner: Learner<State, Proposal, Found, Summary>,
): Promise<Summary> {
  let state: State = await learner.begin();
  for (let next = await learner.propose(state); next !== undefined; next = await learner.propose(state)) {
    state = learner.apply(state, next, await learner.try(state, next));
  }
  return learner.describe(state);
}
