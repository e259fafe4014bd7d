import type { Rng } from '#foundation/kernel';
import { type Clause, drawClause } from './clause-set.ts';
import { type ClauseMasks, masksOf, satisfy } from './satisfies.ts';

/** Two formulas; where they differ from their twin, `broken` is the clause of B that A does not imply. */
export interface ImplicationPair {
  readonly a: readonly Clause[];
  readonly b: readonly Clause[];
}

const SPREAD = [0.2877, 0.1335, 0.0645, 0.0317] as const;

/**
 * Draws a satisfiable A, clauses that it implies, and one clause of the same length as one of them that it does not imply.
 * B is all of the implied ones, or has that one in its place: the two cases are twins, alike in everything countable.
 * No clause of B contains a clause of A, so none is implied at a glance.
 */
export function drawImplication(
  { n_vars, m_A, m_B }: { readonly n_vars: number; readonly m_A: number; readonly m_B: number },
  holds: boolean,
  rng: Rng,
): ImplicationPair {
  for (;;) {
    const a = drawPremise(n_vars, m_A, rng);
    const premise = new Premise(n_vars, a);
    if (!premise.isSatisfiable) continue;
    const b: Clause[] = [];
    for (let tries = 0; b.length < m_B && tries < 40 * m_B; tries += 1) {
      const clause = drawClause(n_vars, 2 + rng.below(Math.min(4, n_vars - 1)), rng);
      if (premise.implies(clause) && !premise.contains(clause)) b.push(clause);
    }
    if (b.length < m_B) continue;
    const place = rng.below(m_B);
    const broken = drawAlike(premise, a, b[place]!, rng);
    if (broken === undefined) continue;
    return { a, b: holds ? b : b.with(place, broken) };
  }
}

/** How often each literal stands in A, at 16 + literal. */
function countLiterals(a: readonly Clause[]): Uint8Array {
  const counts = new Uint8Array(33);
  for (const clause of a) for (const literal of clause) counts[16 + literal]! += 1;
  return counts;
}

/** One number for how often the literals of a clause, and their negations, stand in A, and how many of them do. */
function agreement(clause: Clause, counts: Uint8Array): number {
  let sum = 0;
  for (const literal of clause) {
    const same = counts[16 + literal]!;
    sum += same + 1024 * counts[16 - literal]! + (same > 0 ? 1_048_576 : 0);
  }
  return sum;
}

/**
 * A clause that A does not imply and that agrees with A exactly as far as `implied` does: an implied clause shares more literals with A than a random
 * one, and "the more it shares" was right up to 75 % of the time.
 */
function drawAlike(premise: Premise, a: readonly Clause[], implied: Clause, rng: Rng): Clause | undefined {
  const counts = countLiterals(a);
  const wanted = agreement(implied, counts);
  for (let tries = 0; tries < 600; tries += 1) {
    const clause = drawClause(premise.variables, implied.length, rng);
    if (agreement(clause, counts) === wanted && !premise.implies(clause)) return clause;
  }
  return undefined;
}

/**
 * Clause lengths such that about four assignments are expected to remain, 2ⁿ · Π(1 − 2^−length) ≈ 4: short clauses where
 * there are few, long ones where there are many.
 */
function drawPremise(variables: number, clauses: number, rng: Rng): Clause[] {
  const longest = Math.min(5, variables);
  const wanted = ((variables - 2) * Math.LN2) / clauses;
  let length = 2;
  while (length < longest - 1 && SPREAD[length - 1]! > wanted) length += 1;
  const [short, long] = [SPREAD[length - 2]!, SPREAD[length - 1]!];
  const shorter = Math.round(clauses * Math.min(1, Math.max(0, (wanted - long) / (short - long))));
  const lengths = Array.from({ length: clauses }, (_, i) => (i < shorter ? length : length + 1));
  return rng.shuffle(lengths).map((each) => drawClause(variables, each, rng));
}

/** A formula asked again and again what it implies; counterexamples found once answer later questions. */
class Premise {
  readonly variables: number;
  private readonly masks: ClauseMasks;
  private readonly models: number[] = [];
  readonly isSatisfiable: boolean;

  constructor(variables: number, clauses: readonly Clause[]) {
    this.variables = variables;
    this.masks = masksOf(clauses);
    this.isSatisfiable = this.search(0, 0);
  }

  /** A implies a clause exactly if A with every literal of the clause false is unsatisfiable. */
  implies(clause: Clause): boolean {
    let yes = 0;
    let no = 0;
    for (const literal of clause) {
      if (literal > 0) no |= 1 << (literal - 1);
      else yes |= 1 << (-literal - 1);
    }
    for (const model of this.models) if ((model & yes) === yes && (model & no) === 0) return false;
    return !this.search(yes, no);
  }

  contains(clause: Clause): boolean {
    const { positive, negative } = masksOf([clause]);
    for (let i = 0; i < this.masks.positive.length; i += 1) {
      const outside = (this.masks.positive[i]! & ~positive[0]!) | (this.masks.negative[i]! & ~negative[0]!);
      if (outside === 0) return true;
    }
    return false;
  }

  private search(yes: number, no: number): boolean {
    const model = satisfy(this.masks, yes, no);
    if (model !== undefined) this.models.push(model);
    return model !== undefined;
  }
}
