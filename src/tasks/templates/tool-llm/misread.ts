import type { Rng } from '#foundation/kernel';
import { FIRST_OPERATOR, operators, type Prefix, wrappedValues } from '../arith-expr/arith-expression.ts';

/** Bits of every value. */
export const WIDTH = 16;
const TRIES = 400;

/** The value of an expression. */
export function valueOf(prefix: Prefix, values: readonly number[]): number {
  return wrappedValues(prefix, values, WIDTH).at(-1)!;
}

/**
 * Different wrong values of an expression, each by reading one operator or one variable for another, as a careless solver would; where
 * misreadings do not give enough, a misread value with one bit flipped.
 */
export function misreadValues(prefix: Prefix, values: readonly number[], count: number, rng: Rng): number[] {
  const right = valueOf(prefix, values);
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    const wrong = [...prefix];
    const place = rng.below(wrong.length);
    wrong[place] =
      wrong[place]! >= FIRST_OPERATOR ? FIRST_OPERATOR + rng.below(operators.length) : rng.below(values.length);
    let value = valueOf(wrong, values);
    if (tries > TRIES) value = ((value ^ (1 << rng.below(WIDTH))) << (32 - WIDTH)) >> (32 - WIDTH);
    if (value !== right) found.add(value);
  }
  return [...found];
}
