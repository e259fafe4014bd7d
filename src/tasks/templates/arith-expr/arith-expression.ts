import type { Rng } from '#foundation/kernel';

/** Codes from here on are operators, those below are variables. */
export const FIRST_OPERATOR = 8;
export const operators = ['+', '-', '*', 'max', 'min'] as const;

/** An expression in prefix order: a code below 8 is the variable of that index, 8 + k is operator k. */
export type Prefix = readonly number[];

/** Every non-empty set of operators, written without separators: `+-*max`. */
export const operatorSets: readonly string[] = Array.from({ length: 31 }, (_, i) =>
  operators.filter((_, k) => ((i + 1) >> k) & 1).join(''),
);

/** The codes of the operators in a set. */
export function codesOf(set: string): readonly number[] {
  return operators.flatMap((name, k) => (set.includes(name) ? [FIRST_OPERATOR + k] : []));
}

/** A tree of exactly this depth: one child goes all the way down, the other to a depth drawn evenly. */
export function drawPrefix(depth: number, codes: readonly number[], rng: Rng): number[] {
  const prefix: number[] = [];
  const grow = (left: number): void => {
    if (left === 0) {
      prefix.push(0);
      return;
    }
    prefix.push(rng.pick(codes));
    const other = rng.below(left);
    const deepFirst = rng.bit() === 1;
    grow(deepFirst ? left - 1 : other);
    grow(deepFirst ? other : left - 1);
  };
  grow(depth);
  return prefix;
}

/** Names the leaves: every variable stands somewhere if there are leaves enough, the rest is even. */
export function nameLeaves(prefix: number[], variables: number, rng: Rng): void {
  const leaves: number[] = [];
  for (let i = 0; i < prefix.length; i += 1) if (prefix[i]! < FIRST_OPERATOR) leaves.push(i);
  rng.shuffle(leaves);
  const order = rng.distinct(variables, variables);
  for (const [i, leaf] of leaves.entries()) prefix[leaf] = i < variables ? order[i]! : rng.below(variables);
}

/**
 * The value of each operator, innermost first (the order in which brackets close); the last is the value of the expression.
 * Two's complement of `width` bits after every operator. Only 32-bit integer operations: the sum of two such numbers and
 * `Math.imul` are exact modulo 2³².
 */
export function wrappedValues(prefix: Prefix, values: readonly number[], width: number): number[] {
  const shift = 32 - width;
  return foldPrefix(prefix, values, (code, a, b) => (operate(code, a, b) << shift) >> shift);
}

/** The same over the integers, or `undefined` if some value leaves the range of `width` bits. */
export function exactValues(prefix: Prefix, values: readonly number[], width: number): number[] | undefined {
  const low = -(2 ** (width - 1));
  let outside = false;
  const found = foldPrefix(prefix, values, (code, a, b) => {
    // A product beyond 2⁵³ is rounded, but never back into the range, so the test is exact.
    const value = code === FIRST_OPERATOR + 2 ? a * b + 0 : operateWide(code, a, b);
    if (!(value >= low && value < -low)) outside = true;
    return outside ? 0 : value;
  });
  return outside ? undefined : found;
}

function foldPrefix(
  prefix: Prefix,
  values: readonly number[],
  apply: (code: number, a: number, b: number) => number,
): number[] {
  const points: number[] = [];
  let at = 0;
  const walk = (): number => {
    const code = prefix[at]!;
    at += 1;
    if (code < FIRST_OPERATOR) return values[code]!;
    const left = walk();
    const value = apply(code, left, walk());
    points.push(value);
    return value;
  };
  walk();
  return points;
}

function operate(code: number, a: number, b: number): number {
  return code === FIRST_OPERATOR + 2 ? Math.imul(a, b) : operateWide(code, a, b);
}

function operateWide(code: number, a: number, b: number): number {
  if (code === FIRST_OPERATOR) return a + b;
  if (code === FIRST_OPERATOR + 1) return a - b;
  if (code === FIRST_OPERATOR + 3) return a > b ? a : b;
  return a < b ? a : b;
}

/** `((x1 + x2) max x3)`: one pair of brackets per operator, so there is one way to read it. */
export function prefixText(prefix: Prefix): string {
  let at = 0;
  const walk = (): string => {
    const code = prefix[at]!;
    at += 1;
    if (code < FIRST_OPERATOR) return `x${code + 1}`;
    const left = walk();
    return `(${left} ${operators[code - FIRST_OPERATOR]} ${walk()})`;
  };
  return walk();
}
