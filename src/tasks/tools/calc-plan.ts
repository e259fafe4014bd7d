import { FIRST_OPERATOR, type Prefix } from '../templates/arith-expr/arith-expression.ts';

/** What a call is for: a variable by its index, or bracket j (numbered as brackets close) as FIRST_OPERATOR + j. */
export type ExprId = number;

/** What the tool may be asked and what it charges. */
export interface CalcTariff {
  readonly cost_per_call: number;
  readonly pricing: 'flat' | 'size';
  /** Whether the tool evaluates the whole expression too. */
  readonly scope: 'parts' | 'all';
  /** Variables below this index are hidden: only the tool knows their values. */
  readonly hidden: number;
}

/** The calls that make the value of the expression known, and what they cost. */
export interface CalcPlan {
  readonly calls: readonly ExprId[];
  readonly cost: number;
}

const nothing: CalcPlan = { calls: [], cost: 0 };

/** What a call costs: the tariff, times the operators in the sub-expression where size is priced; a variable counts as one. */
export function callPrice({ cost_per_call, pricing }: CalcTariff, operators: number): number {
  return pricing === 'flat' ? cost_per_call : cost_per_call * Math.max(1, operators);
}

/** Operators within each bracket, in the order brackets close. */
export function bracketSizes(prefix: Prefix): number[] {
  const sizes: number[] = [];
  let at = 0;
  const walk = (): number => {
    const code = prefix[at]!;
    at += 1;
    if (code < FIRST_OPERATOR) return 0;
    const size = walk() + walk() + 1;
    sizes.push(size);
    return size;
  };
  walk();
  return sizes;
}

/**
 * The cheapest calls after which nothing hidden is left, by induction over the tree:
 *
 *     need(visible) = 0,  need(hidden) = its price,  need(bracket) = min(its price if the tool takes it, need(left) + need(right))
 *
 * Every operator above a hidden variable is + or −, so the value stays uniform until every hidden variable is covered by a call:
 * anything less is worth no more than a blind guess. Ties go to fewer calls.
 */
export function cheapestCalls(prefix: Prefix, tariff: CalcTariff): CalcPlan {
  if (tariff.hidden === 0) return nothing;
  const root = (prefix.length - 1) / 2 - 1;
  let at = 0;
  let closed = 0;
  const walk = (): CalcPlan & { readonly size: number } => {
    const code = prefix[at]!;
    at += 1;
    if (code < FIRST_OPERATOR) {
      const isHidden = code < tariff.hidden;
      return { calls: isHidden ? [code] : [], cost: isHidden ? callPrice(tariff, 1) : 0, size: 0 };
    }
    const left = walk();
    const right = walk();
    const size = left.size + right.size + 1;
    const id = FIRST_OPERATOR + closed;
    closed += 1;
    const calls = [...left.calls, ...right.calls];
    const cost = left.cost + right.cost;
    const price = callPrice(tariff, size);
    const callable = tariff.scope === 'all' || id !== FIRST_OPERATOR + root;
    if (callable && calls.length > 0 && price < cost + 1e-12) return { calls: [id], cost: price, size };
    return { calls, cost, size };
  };
  return walk();
}
