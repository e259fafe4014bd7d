/**
 * Where simplification writes what it derives and forgets; without a proof nobody listens, and ids are 0.
 *
 * @source Cruz-Filipe et al. 2017 (LRAT): a derivation names the clauses that propagate to a conflict, in order
 */
export interface Steps {
  /** Codes of the clause, ids of what it follows from; returns its id. */
  derive(literals: readonly number[], hints: readonly number[]): number;
  forget(literals: readonly number[], id: number): void;
  /** The id of the unit clause of a variable assigned at level 0. */
  unitOf(variable: number): number;
  /** Says that the variable just put on the trail at level 0 has this unit clause. */
  assigned(variable: number, id: number): void;
}

export const noSteps: Steps = { derive: () => 0, forget: () => undefined, unitOf: () => 0, assigned: () => undefined };
