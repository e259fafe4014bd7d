import { createSolver, type SolveResult, type Solver } from '#logic/sat';

/** Clauses gathered between the calls of an incremental solver. */
export class ClauseSink {
  private readonly solver: Solver;
  private pending: number[] = [];
  private count = 0;
  /** Conflicts of all calls. */
  conflicts = 0;

  constructor(seed = 0) {
    this.solver = createSolver({ seed });
  }

  /** The first of `count` new variables in a row. */
  variables(count: number): number {
    const first = this.count + 1;
    this.count += count;
    return first;
  }

  clause(literals: readonly number[]): void {
    for (const literal of literals) this.pending.push(literal);
    this.pending.push(0);
  }

  /** At least one of the variables of a row. */
  some(first: number, count: number): void {
    for (let i = 0; i < count; i += 1) this.pending.push(first + i);
    this.pending.push(0);
  }

  /** At most one of the variables of a row. */
  notTwo(first: number, count: number): void {
    for (let i = 0; i < count; i += 1)
      for (let j = i + 1; j < count; j += 1) this.pending.push(-first - i, -first - j, 0);
  }

  /**
   * The variable `out` is what the table holds in the row that the inputs spell, lowest bit first:
   *
   *     ⋀ over rows r:  (inputs = r) ⇒ (out ⇔ table[r])
   */
  lookup(inputs: readonly number[], table: number, out: number): void {
    for (let row = 0; row < 2 ** inputs.length; row += 1) {
      const differs = inputs.map((input, i) => (((row >>> i) & 1) === 1 ? -input : input));
      this.clause([...differs, -(table + row), out]);
      this.clause([...differs, table + row, -out]);
    }
  }

  solve(maxConflicts: number): SolveResult {
    this.solver.add({ variables: this.count, clauses: Int32Array.from(this.pending) });
    this.pending = [];
    const result = this.solver.solve({ maxConflicts });
    this.conflicts += result.stats.conflicts;
    return result;
  }
}
