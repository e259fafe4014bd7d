import { Fault } from '#foundation/kernel';

type Expression = string | readonly Expression[];

/** Reads one expression of the SyGuS format. */
function parse(text: string): Expression {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const next = (): Expression => {
    const token = tokens[at++];
    if (token !== '(') return token ?? '';
    const parts: Expression[] = [];
    while (tokens[at] !== ')') {
      if (at >= tokens.length) throw new Fault('bench/failed', 'an expression is not closed');
      parts.push(next());
    }
    at += 1;
    return parts;
  };
  return next();
}

const MASK = (1n << 64n) - 1n;

const meanings: Readonly<Record<string, (args: readonly bigint[]) => bigint>> = {
  bvnot: ([a]) => ~a! & MASK,
  bvand: ([a, b]) => a! & b!,
  bvor: ([a, b]) => a! | b!,
  bvxor: ([a, b]) => a! ^ b!,
  bvadd: ([a, b]) => (a! + b!) & MASK,
  smol: ([a]) => (a! << 1n) & MASK,
  ehad: ([a]) => a! >> 1n,
  arba: ([a]) => a! >> 4n,
  shesh: ([a]) => a! >> 16n,
  im: ([a, b, c]) => (a === 1n ? b! : c!),
};

function evaluate(expression: Expression, x: bigint): bigint {
  if (typeof expression === 'string') return expression === 'x' ? x : BigInt(expression.replace('#', '0'));
  const [name, ...args] = expression;
  const meaning = typeof name === 'string' ? meanings[name] : undefined;
  if (meaning === undefined) throw new Fault('bench/failed', 'the grammar has no such function');
  return meaning(args.map((arg) => evaluate(arg, x)));
}

/** Does a written solution give every example? It is read anew, by whole numbers, and shares no code with the learner. */
export function checkSygus(solution: string, rows: readonly (readonly string[])[], answer: readonly string[]): boolean {
  const expression = parse(solution);
  return rows.every(([input], i) => evaluate(expression, BigInt(`0x${input}`)) === BigInt(`0x${answer[i]}`));
}
