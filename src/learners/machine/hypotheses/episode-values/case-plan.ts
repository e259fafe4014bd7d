import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { linesOf, pick, resize } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import { type Heard, writeHighest } from './heard.ts';
import { type CaseValues, DEFICIT_BITS, PARTS, shareOfDeficit, WORTH_BITS } from './value-hypothesis.ts';

/** Hidden cases in a machine: a kept deficit for each, moved by what is heard; the least is 0 always. */
export function addCases(plan: PlanMaker, hypothesis: CaseValues, face: FacePorts, heard: Heard): void {
  const { costs, deficits, worth } = hypothesis;
  const kept = costs.map(() => plan.keptWord(DEFICIT_BITS));
  plan.part('weigh-cases', [heard.bits, ...kept], kept, (builder, [bits, ...now]) => {
    const lines = heard.lines(builder, bits!);
    const sums = now.map((deficit, z) => {
      const cost = pick(
        builder,
        lines,
        costs[z]!.map((one) => words.constant(DEFICIT_BITS, one)),
      );
      return words.addExact(builder, deficit, resize(cost, DEFICIT_BITS));
    });
    const least = sums.reduce((a, b) => words.min(builder, a, b));
    return sums.map((sum) => capped(builder, words.subtract(builder, sum, least)));
  });
  const width = 8 + WORTH_BITS + Math.ceil(Math.log2(costs.length + 1));
  const values = worth[0]!.map(() => plan.word(width));
  plan.part('weigh-choices', kept, values, (builder, now) => {
    const shares = now.map((deficit, z) => {
      const begun = words.addExact(builder, deficit, words.constant(DEFICIT_BITS, deficits[z]!));
      return shareWord(builder, capped(builder, begun));
    });
    return values.map((_, choice) =>
      shares.reduce<Word>(
        (sum, share, z) => {
          const part = words.multiply(builder, share, words.constant(WORTH_BITS, worth[z]![choice]!));
          return words.add(builder, sum, resize(part, width));
        },
        words.constant(width, 0),
      ),
    );
  });
  writeHighest(plan, values, hypothesis, face);
}

function capped(builder: CircuitBuilder, sum: Word): Edge[] {
  const over = builder.orAll(sum.slice(DEFICIT_BITS));
  return sum.slice(0, DEFICIT_BITS).map((bit) => builder.or(bit, over));
}

/** 2^(−deficit / 8) of 255: a table of eight, shifted by whole bits. */
function shareWord(builder: CircuitBuilder, deficit: Word): Edge[] {
  const [part, octaves] = [deficit.slice(0, 3), deficit.slice(3)];
  const table = Array.from({ length: PARTS }, (_, i) => words.constant(8, shareOfDeficit(i)));
  const share = pick(builder, linesOf(builder, part, PARTS), table);
  const shifted = words.shiftRightBy(builder, share, octaves.slice(0, 3), FALSE);
  const none = builder.orAll(octaves.slice(3));
  return shifted.map((edge) => builder.and(edge, builder.not(none)));
}
