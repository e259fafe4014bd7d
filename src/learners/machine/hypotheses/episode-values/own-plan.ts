import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { cut, pick } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import { placesOf } from '../word-view.ts';
import { type Heard, writeHighest } from './heard.ts';
import { type OwnValues, WEIGHT_BITS, WHOLE } from './value-hypothesis.ts';

/**
 * Weights of the choices in a machine. What is heard is of the step before, so the flags of that step are kept:
 *
 *     w_i ← w_i + (1,024 · paid − min(max(base + w · x, 0), 1,023)) / 2^shift   for each flag i that held
 *
 * @source Widrow & Hoff 1960, the delta rule
 */
export function addOwn(plan: PlanMaker, hypothesis: OwnValues, face: FacePorts, heard: Heard): void {
  const { echo, flags, always, base, shift } = hypothesis;
  const { ports } = face.observation;
  const seen = flags.flatMap((flag) => placesOf(ports[flag]!).flatMap((place) => plan.input(place, 1)));
  const before = plan.keptWord(seen.length);
  const weights = seen.length + Number(always);
  const rows = Array.from({ length: face.action.ports[echo.choice]!.values }, () =>
    plan.keptWord(weights * WEIGHT_BITS),
  );
  const width = WEIGHT_BITS + Math.ceil(Math.log2(weights + 1)) + 1;
  const held = (bits: Word): Edge[] => (always ? [...bits, TRUE] : [...bits]);
  plan.part('learn', [heard.bits, before, ...rows], rows, (builder, [bits, past, ...now]) => {
    const lines = heard.lines(builder, bits!);
    const chosen = now.map((_, choice) => builder.or(lines[2 * choice]!, lines[2 * choice + 1]!));
    const isPaid = builder.orAll(now.map((_, choice) => lines[2 * choice + 1]!));
    const own = cut(pick(builder, chosen, now), WEIGHT_BITS);
    const flagged = held(past!);
    const foreseen = bounded(builder, summed(builder, own, flagged, { base, width }));
    const target = words.constant(WEIGHT_BITS, WHOLE - 1).map((bit) => builder.and(bit, isPaid));
    const missing = words.subtract(builder, target, [...foreseen, FALSE, FALSE]);
    const step = words.shiftRight(missing, shift, missing.at(-1));
    const moved = own.map((weight, i) => {
      const masked = step.map((bit) => builder.and(bit, flagged[i]!));
      return added(builder, weight, masked);
    });
    return now.map((row, choice) => words.mux(builder, chosen[choice]!, moved.flat(), row));
  });
  const values = rows.map(() => plan.word(width));
  plan.part('weigh', [seen, ...rows], values, (builder, [bits, ...now]) =>
    now.map((row) => {
      const sum = summed(builder, cut(row, WEIGHT_BITS), held(bits!), { base, width });
      // Values are compared as they lie: the sign the other way round.
      return [...sum.slice(0, -1), builder.not(sum.at(-1)!)];
    }),
  );
  plan.part('keep', [seen], [before], (_builder, [bits]) => [bits!]);
  writeHighest(plan, values, hypothesis, face);
}

/** base + the weights whose flags hold. */
function summed(
  builder: CircuitBuilder,
  weights: readonly Word[],
  flags: Word,
  { base, width }: { readonly base: number; readonly width: number },
): Edge[] {
  return weights.reduce<Edge[]>(
    (sum, weight, i) => {
      const masked = weight.map((bit) => builder.and(bit, flags[i]!));
      return words.add(builder, sum, words.signExtend(masked, width));
    },
    words.constant(width, base),
  );
}

/** A signed sum between 0 and 1,023, in ten bits. */
function bounded(builder: CircuitBuilder, sum: Word): Edge[] {
  const isBelow = sum.at(-1)!;
  const isAbove = builder.and(builder.not(isBelow), builder.orAll(sum.slice(10, -1)));
  return sum.slice(0, 10).map((bit) => builder.and(builder.or(bit, isAbove), builder.not(isBelow)));
}

/** A sum that would leave its width is not made. */
function added(builder: CircuitBuilder, weight: Word, step: Word): Edge[] {
  const sum = words.add(builder, weight, step);
  const isOver = builder.and(builder.equal(weight.at(-1)!, step.at(-1)!), builder.xor(weight.at(-1)!, sum.at(-1)!));
  return words.mux(builder, isOver, weight, sum);
}
