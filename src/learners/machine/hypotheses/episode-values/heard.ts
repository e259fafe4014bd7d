import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { linesOf } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import type { Echo } from './echo.ts';

/** The bits of the record that tells of the last choice, and what they say. */
export interface Heard {
  readonly bits: readonly Bit[];
  /** One line for each thing that may be heard, `2 · choice + paid`; none holds where nothing is heard. */
  lines(builder: CircuitBuilder, bits: Word): Edge[];
}

export function hear(plan: PlanMaker, { chosen, paid, paying }: Echo, { observation: { ports } }: FacePorts): Heard {
  const [choice, pay] = [ports[chosen]!, ports[paid]!];
  const tags = choice.cases.map(({ tag, value }) => ({ port: ports[tag]!, value }));
  const given = [choice, pay, ...tags.map(({ port }) => port)];
  return {
    bits: given.flatMap(({ offset, width }) => plan.input(offset, width)),
    lines(builder, bits) {
      let from = 0;
      const [which, amount, ...told] = given.map(({ width }) => bits.slice(from, (from += width)));
      const isThere = builder.andAll(
        told.map((word, i) => words.equal(builder, word, words.constant(word.length, tags[i]!.value))),
      );
      const isPaid = builder.not(words.lessThan(builder, amount!, words.constant(pay.width, paying)));
      return linesOf(builder, which!, choice.values).flatMap((line) => {
        const isHere = builder.and(isThere, line);
        return [builder.and(isHere, builder.not(isPaid)), builder.and(isHere, isPaid)];
      });
    },
  };
}

/** Says the first choice of the highest value, with the tags by which it is there. */
export function writeHighest(
  plan: PlanMaker,
  values: readonly (readonly Bit[])[],
  echo: Echo,
  { action }: FacePorts,
): void {
  const port = action.ports[echo.choice]!;
  const tags = echo.tags.map((tag) => ({ ...tag, port: action.ports[tag.port]! }));
  const writes = [port, ...tags.map((tag) => tag.port)].map(({ offset, width }) => plan.output(offset, width));
  plan.part('choose', [...values], writes, (builder, given) => {
    let best: Word = given[0]!;
    let which: Word = words.constant(port.width, 0);
    for (const [choice, value] of given.entries()) {
      if (choice === 0) continue;
      const isMore = words.lessThan(builder, best, value);
      best = words.mux(builder, isMore, value, best);
      which = words.mux(builder, isMore, words.constant(port.width, choice), which);
    }
    return [which, ...tags.map((tag) => words.constant(tag.port.width, tag.value))];
  });
}
