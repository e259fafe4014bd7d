import { operators } from './arith-expression.ts';

const patterns = /x(\d)|[()]|\+|-|\*|max|min/g;

/**
 * Evaluates the text of an expression with two stacks over unbounded integers, cut to `width` bits after each operator.
 * It reads what the solver reads, and shares no arithmetic with the generator. Where nothing overflows, cutting changes nothing.
 *
 * @source Dijkstra 1961, the two-stack algorithm
 */
export function recount(text: string, values: readonly number[], width: number): number[] {
  const operands: bigint[] = [];
  const pending: string[] = [];
  const points: number[] = [];
  for (const [token, variable] of text.matchAll(patterns)) {
    if (variable !== undefined) operands.push(BigInt(values[Number(variable) - 1]!));
    else if (token === ')') {
      const b = operands.pop()!;
      const a = operands.pop()!;
      const value = BigInt.asIntN(width, combine(pending.pop()!, a, b));
      operands.push(value);
      points.push(Number(value));
    } else if (token !== '(') pending.push(token);
  }
  return points;
}

function combine(operator: string, a: bigint, b: bigint): bigint {
  const larger = a > b ? a : b;
  const results = [a + b, a - b, a * b, larger, a + b - larger];
  return results[operators.findIndex((name) => name === operator)]!;
}
