import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { linesOf } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import type { Echo } from './echo.ts';
import type { EpisodeValues } from './value-hypothesis.ts';

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

/** Says the first choice of the highest value, with the tags by which it is there; or what is said where no choice is asked for. */
export function writeHighest(
  plan: PlanMaker,
  values: readonly (readonly Bit[])[],
  { echo, elsewhere }: Pick<EpisodeValues, 'echo' | 'elsewhere'>,
  { observation, action }: FacePorts,
): void {
  const port = action.ports[echo.choice]!;
  const asked = elsewhere === undefined ? undefined : observation.ports[elsewhere.port]!;
  const name = asked === undefined ? [] : plan.input(asked.offset, asked.width);
  plan.part('choose', [name, ...values], [plan.output(0, action.width)], (builder, [told, ...given]) => {
    let best: Word = given[0]!;
    let which: Word = words.constant(port.width, 0);
    for (const [choice, value] of given.entries()) {
      if (choice === 0) continue;
      const isMore = words.lessThan(builder, best, value);
      best = words.mux(builder, isMore, value, best);
      which = words.mux(builder, isMore, words.constant(port.width, choice), which);
    }
    const bits: Edge[] = words.constant(action.width, 0);
    bits.splice(port.offset, port.width, ...which);
    for (const tag of echo.tags) {
      const { offset, width } = action.ports[tag.port]!;
      bits.splice(offset, width, ...words.constant(width, tag.value));
    }
    if (elsewhere === undefined) return [bits];
    const isElsewhere = builder.orAll(
      elsewhere.values.map((value) => words.equal(builder, told!, words.constant(told!.length, value))),
    );
    const said = elsewhere.action.map((bit) => words.constant(1, bit)[0]!);
    return [words.mux(builder, isElsewhere, said, bits)];
  });
}
