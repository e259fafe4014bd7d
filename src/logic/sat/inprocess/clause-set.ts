/** A clause being simplified: codes of literals, the id of its proof step, and which variables it may have, as 32 bits. */
export interface SimpleClause {
  literals: number[];
  id: number;
  signature: number;
  isGone: boolean;
}

/**
 * The original clauses of a formula with occurrence lists, for simplification at level 0. Lists are tidied when they are read.
 *
 * @source Eén & Biere 2005, Effective preprocessing in SAT through variable and clause elimination
 */
export class ClauseSet {
  readonly clauses: SimpleClause[] = [];
  private readonly lists: SimpleClause[][];
  private readonly counts: Int32Array;
  /** Clauses and literals read so far: the effort, which is counted so that equal formulas are simplified alike. */
  effort = 0;

  constructor(variables: number) {
    this.lists = Array.from({ length: 2 * variables }, () => []);
    this.counts = new Int32Array(2 * variables);
  }

  add(literals: number[], id: number): SimpleClause {
    const clause = { literals, id, signature: signatureOf(literals), isGone: false };
    this.clauses.push(clause);
    for (const literal of literals) {
      this.lists[literal]!.push(clause);
      this.counts[literal]! += 1;
    }
    return clause;
  }

  /** How many clauses have a literal. */
  count(literal: number): number {
    return this.counts[literal]!;
  }

  /** The clauses that have a literal. The list is the set's own: it changes with it. */
  having(literal: number): readonly SimpleClause[] {
    const list = this.lists[literal]!;
    this.effort += list.length;
    if (list.length === this.counts[literal]) return list;
    let kept = 0;
    for (const clause of list) {
      if (clause.isGone) continue;
      list[kept] = clause;
      kept += 1;
    }
    list.length = kept;
    return list;
  }

  remove(clause: SimpleClause): void {
    clause.isGone = true;
    for (const literal of clause.literals) this.counts[literal]! -= 1;
  }

  /** Takes one literal from a clause, which is then the clause with this id. */
  shorten(clause: SimpleClause, literal: number, id: number): void {
    const list = this.lists[literal]!;
    list.splice(list.indexOf(clause), 1);
    this.counts[literal]! -= 1;
    this.effort += list.length;
    clause.literals = clause.literals.filter((other) => other !== literal);
    clause.id = id;
    clause.signature = signatureOf(clause.literals);
  }
}

/** One bit per variable, by its number modulo 32: a clause whose bits are not among another's cannot be part of it. */
function signatureOf(literals: readonly number[]): number {
  let signature = 0;
  for (const literal of literals) signature |= 1 << ((literal >> 1) & 31);
  return signature;
}
