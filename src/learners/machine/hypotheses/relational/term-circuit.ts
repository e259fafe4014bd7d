import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { embedPlan } from '../embed-plan.ts';
import { firstOf } from '../first-line.ts';
import { cut, linesOf, pick, resize } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import { treePlan } from '../trees/tree-plan.ts';
import { placesOf } from '../word-view.ts';
import type { SkillTerm } from './skill-term.ts';
import type { Fold, Term } from './term.ts';

/** A part that works a term out into a word of its own; gives the think-steps it needs. */
export function termPart(plan: PlanMaker, face: FacePorts, term: Term, to: readonly Bit[]): number {
  const { ports } = face.observation;
  const scalar = (index: number): Bit[] => plan.input(ports[index]!.offset, ports[index]!.width);
  const width = to.length;
  switch (term.kind) {
    case 'literal':
      plan.part('literal', [], [to], () => [words.constant(width, term.value)]);
      return 1;
    case 'word':
      plan.part('word', [scalar(term.port)], [to], (builder, [word]) => [
        capped(builder, word!, ports[term.port]!, width),
      ]);
      return 1;
    case 'item': {
      const port = ports[term.port]!;
      plan.part('item', [plan.input(placesOf(port)[term.item]!, port.width)], [to], (builder, [word]) => [
        capped(builder, word!, port, width),
      ]);
      return 1;
    }
    case 'skill':
      return skillPart(plan, face, term, to);
    case 'at':
    case 'fold':
    case 'first':
      listPart(plan, ports, term, to);
      return 1;
  }
}

/** A part for a term over a whole list. */
function listPart(
  plan: PlanMaker,
  ports: readonly WordPort[],
  term: Extract<Term, { readonly kind: 'at' | 'fold' | 'first' }>,
  to: readonly Bit[],
): void {
  const port = ports[term.port]!;
  const list = placesOf(port).flatMap((place) => plan.input(place, port.width));
  const width = to.length;
  if (term.kind === 'at') {
    const index = ports[term.index]!;
    plan.part('item-at', [plan.input(index.offset, index.width), list], [to], (builder, [at, given]) => {
      const items = cut(given!, port.width);
      const lines = linesOf(builder, at!, Math.min(items.length + term.back, 2 ** at!.length)).slice(term.back);
      return [capped(builder, pick(builder, lines, items.slice(0, lines.length)), port, width)];
    });
  } else if (term.kind === 'fold') {
    const [length, marks] = endsOf(plan, port, ports);
    plan.part(term.fold, [list, length, marks], [to], (builder, [given, end, past]) => {
      const items = cut(given!, port.width);
      const value = folded(builder, term.fold, items, activeLines(builder, items.length, end!, past!));
      return [capped(builder, value, port, width)];
    });
  } else {
    plan.part('first-without', [list], [to], (builder, [given]) => {
      const isZero = cut(given!, port.width).map((word) => builder.not(builder.orAll(word)));
      const numbers = isZero.map((_, i) => words.constant(width, i));
      return [pick(builder, firstOf(builder, isZero), numbers)];
    });
  }
}

function capped(builder: CircuitBuilder, word: Word, { values }: WordPort, width: number): Edge[] {
  const own = resize(word, width);
  return values >= 2 ** word.length ? own : words.min(builder, own, words.constant(width, values - 1));
}

/** The words that tell where a list ends. */
function endsOf(plan: PlanMaker, port: WordPort, ports: readonly WordPort[]): [Bit[], Bit[]] {
  const [repeat] = port.repeats;
  const length =
    repeat?.length === undefined ? [] : plan.input(ports[repeat.length]!.offset, ports[repeat.length]!.width);
  const marks =
    repeat?.mark === undefined ? [] : placesOf(ports[repeat.mark]!).flatMap((place) => plan.input(place, 1));
  return [length, marks];
}

/** One line per item: whether the list goes that far. */
function activeLines(builder: CircuitBuilder, count: number, length: Word, marks: Word): Edge[] {
  if (length.length > 0) {
    const wide = Math.max(length.length, Math.ceil(Math.log2(count + 1)));
    return Array.from({ length: count }, (_, i) =>
      words.lessThan(builder, words.constant(wide, i), resize(length, wide)),
    );
  }
  let goes: Edge = TRUE;
  return Array.from({ length: count }, (_, i) => {
    goes = builder.and(goes, builder.not(marks[i] ?? FALSE));
    return goes;
  });
}

function folded(builder: CircuitBuilder, fold: Fold, items: readonly Word[], active: readonly Edge[]): Edge[] {
  const width = items[0]!.length;
  const masked = items.map((word, i) => word.map((edge) => builder.and(edge, active[i]!)));
  switch (fold) {
    case 'sum':
      return masked.reduce<Edge[]>(
        (sum, word) => words.add(builder, sum, word).slice(0, width),
        words.constant(width, 0),
      );
    case 'max':
      return masked.reduce<Edge[]>((most, word) => words.max(builder, most, word), words.constant(width, 0));
    case 'min': {
      const least = items.reduce<Edge[]>(
        (low, word, i) => words.mux(builder, active[i]!, words.min(builder, low, word), low),
        words.constant(width, 2 ** width - 1),
      );
      return least.map((edge) => builder.and(edge, active[0]!));
    }
    case 'mode': {
      const counts = items.map((word, i) =>
        resize(
          words.popcount(
            builder,
            items.map((other, j) => builder.andAll([active[i]!, active[j]!, words.equal(builder, word, other)])),
          ),
          Math.ceil(Math.log2(items.length + 1)),
        ),
      );
      let [best, most] = [masked[0]!, counts[0]!];
      for (let i = 1; i < items.length; i += 1) {
        const isMore = words.lessThan(builder, most, counts[i]!);
        best = words.mux(builder, isMore, masked[i]!, best);
        most = words.mux(builder, isMore, counts[i]!, most);
      }
      return best;
    }
  }
}

/** The machine of a skill inside this one, its list of values with those that records tell in their place. */
function skillPart(
  plan: PlanMaker,
  face: FacePorts,
  { hypothesis, patch, width, low }: SkillTerm,
  to: readonly Bit[],
): number {
  const { ports } = face.observation;
  const memory = ports[hypothesis.binding.memory]!;
  const places = placesOf(memory);
  const answer: WordPort = {
    role: 'word',
    offset: 0,
    width,
    values: 2 ** width,
    low,
    symbol: false,
    repeats: [],
    cases: [],
  };
  const inner = treePlan(hypothesis, { observation: face.observation, action: { width, ports: [answer] } });
  let inputs: ((at: number) => Bit | undefined) | undefined;
  if (patch !== null) {
    const filled = places.map(() => plan.word(width));
    const [item, value] = [ports[patch.item]!, ports[patch.value]!];
    const [length, marks] = endsOf(plan, value, ports);
    const reads = [
      places.flatMap((place) => plan.input(place, width)),
      placesOf(item).flatMap((place) => plan.input(place, item.width)),
      placesOf(value).flatMap((place) => plan.input(place, width)),
      length,
      marks,
    ];
    plan.part('fill-in', reads, filled, (builder, [given, items, values, end, past]) => {
      const numbers = cut(items!, item.width);
      const active = activeLines(builder, numbers.length, end!, past!);
      return cut(given!, width).map((word, k) =>
        numbers.reduce<Word>((now, number, i) => {
          const is = builder.and(active[i]!, words.equal(builder, number, words.constant(item.width, k)));
          return words.mux(builder, is, cut(values!, width)[i]!, now);
        }, word),
      );
    });
    inputs = (at) => {
      const k = places.findIndex((place) => at >= place && at < place + width);
      return k < 0 ? undefined : filled[k]![at - places[k]!];
    };
  }
  const said = embedPlan(plan, inner, inputs);
  plan.part('skill', [said], [to], (_, [value]) => [resize(value!, to.length)]);
  return inner.thinkSteps + 1;
}
