import { FALSE } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import type { Bit } from '../../plans/program-plan.ts';
import { readList } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { type DetectorHypothesis, LONGEST_GRAM } from './detector-hypothesis.ts';

/** Latches that one part sets: a part is a circuit of bounded size. */
const LATCHES_PER_PART = 64;

/** Detectors as a machine: a shift register of the last tokens, a latch for each run, and a list of decisions for each word. */
export function detectorPlan({ binding, words: lists }: DetectorHypothesis, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const columns = binding.columns.map((index) => ports[index]!);
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const reader = readList(plan, face, columns);
  const token = reader.items.flat();
  // A place of the register is used once its first bit is 1: no token is mistaken for none.
  const recent = Array.from({ length: LONGEST_GRAM }, () => plan.word(1 + token.length));
  const grams = [...new Map(lists.flatMap(({ rules }) => rules).map(({ gram }) => [String(gram), gram])).entries()];
  const latches = new Map<string, Bit>(grams.map(([name]) => [name, plan.word(1)[0]!]));
  plan.when(reader.active, true, () => {
    plan.part('shift', [token, ...recent.slice(0, -1)], recent, (_, [now, ...before]) => [
      [...words.constant(1, 1), ...now!],
      ...before,
    ]);
    for (let first = 0; first < grams.length; first += LATCHES_PER_PART) {
      const some = grams.slice(first, first + LATCHES_PER_PART);
      const bits = some.map(([name]) => latches.get(name)!);
      plan.part(`match-${first}`, [bits, ...recent], [bits], (builder, [before, ...seen]) => [
        some.map(([, gram], i) => {
          const isThere = gram.map((_, back) =>
            words.equal(
              builder,
              seen[back]!,
              words.constant(1 + token.length, 1 + 2 * codeOf(gram[gram.length - 1 - back]!, columns)),
            ),
          );
          return builder.or(before![i]!, builder.andAll(isThere));
        }),
      ]);
    }
  });
  for (const [k, { otherwise, rules }] of lists.entries()) {
    const port = face.action.ports[binding.answers[k]!]!;
    const bits = rules.map(({ gram }) => latches.get(String(gram))!);
    plan.part(`decide-${k}`, [bits], [plan.output(port.offset, port.width)], (builder, [present]) => {
      let value = words.constant(port.width, otherwise);
      for (const [i, { value: told }] of [...rules.entries()].reverse()) {
        value = words.mux(builder, present?.[i] ?? FALSE, words.constant(port.width, told), value);
      }
      return [value];
    });
  }
  return plan.build(columns[0]!.repeats[0]!.count);
}

/** The bits of a token as they lie in the record: each column in its own bits. */
function codeOf(token: number, columns: readonly { readonly values: number; readonly width: number }[]): number {
  let [left, code, unit] = [token, 0, 1];
  for (const { values, width } of columns) {
    code += unit * (left % values);
    unit *= 2 ** width;
    left = Math.floor(left / values);
  }
  return code;
}
