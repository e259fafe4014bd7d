import { words } from '#logic/circuit/words';
import { planesFor } from '../representation/macros/planes-for.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import { linesOf } from './list-reader.ts';
import type { PlanMaker } from './think-plan.ts';

/** Words with so many values each, read as one: token = (… (x₁ · n₂ + x₂) · n₃ + …). */
export function tokenOf(values: readonly number[], counts: readonly number[]): number {
  return values.reduce((token, value, i) => token * counts[i]! + value, 0);
}

/** A part that reads several words as one token; a single word is its own token. */
export function tokenPart(plan: PlanMaker, given: readonly (readonly Bit[])[], counts: readonly number[]): Bit[] {
  const classes = counts.reduce((product, count) => product * count, 1);
  const width = planesFor(classes);
  if (given.length === 1) return given[0]!.slice(0, width);
  const token = plan.word(width);
  plan.part('token', given, [token], (builder, read) => {
    const lines = read
      .map((word, i) => linesOf(builder, word, counts[i]!))
      .reduce((before, one) => before.flatMap((a) => one.map((b) => builder.and(a, b))));
    const bits = words.constant(width, 0).map((_, b) => builder.orAll(lines.filter((_line, c) => (c >>> b) & 1)));
    return [bits];
  });
  return token;
}
