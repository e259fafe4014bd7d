import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { cut, linesOf, type ListReader, pick, readList, resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { isWordOperation, wordOperation } from '../word-operations.ts';
import { placesOf } from '../word-view.ts';
import { cellOf, formatOf, type TreeHypothesis } from './tree-hypothesis.ts';

/**
 * An evaluator as a machine: it reads one token per think-step. In prefix notation an operation waits on a stack, at first for its left value, then
 * for its right one; in postfix notation values wait. A value that is completed is in hand and written down.
 */
export function treePlan(hypothesis: TreeHypothesis, face: FacePorts): ThinkPlan {
  const { binding, notation } = hypothesis;
  const tokens = face.observation.ports[binding.tokens]!;
  const answer = face.action.ports[binding.answer]!;
  const { count } = tokens.repeats[0]!;
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const operations = [
    ...new Set(hypothesis.table.filter((each): each is string => each !== null && isWordOperation(each))),
  ];
  const [holding] = plan.word(1);
  const [emits] = plan.word(1);
  const parts: TreeParts = {
    plan,
    face,
    hypothesis,
    operations,
    answer,
    holding: holding!,
    emits: emits!,
    hand: plan.word(answer.width),
    code: plan.word(planesFor(operations.length + 1)),
    depth: Math.floor(count / 2) + 2,
  };
  plan.when(parts.holding, false, () => decodePart(parts, readList(plan, face, [tokens])));
  if (notation === 'prefix') prefixParts(parts);
  else postfixParts(parts);
  answerParts(parts, count);
  return plan.build(2 * count);
}

interface TreeParts {
  readonly plan: PlanMaker;
  readonly face: FacePorts;
  readonly hypothesis: TreeHypothesis;
  readonly operations: readonly string[];
  readonly answer: WordPort;
  /** Whether a value is in hand, and whether it was just completed. */
  readonly holding: Bit;
  readonly emits: Bit;
  readonly hand: readonly Bit[];
  /** The operation that was read: its number from 1, or 0. */
  readonly code: readonly Bit[];
  readonly depth: number;
}

/** Looks the token up in the table: a value comes to hand, an operation into `code`. */
function decodePart(
  { plan, face, hypothesis, operations, answer, holding, emits, hand, code }: TreeParts,
  reader: ListReader,
): void {
  const memory = face.observation.ports[hypothesis.binding.memory]!;
  const cells = placesOf(memory).map((place) => plan.input(place, memory.width));
  const [item] = reader.items;
  plan.part(
    'look-up',
    [[reader.active], item!, cells.flat()],
    [[holding], [emits], hand, code],
    (builder, [active, token, given]) => {
      const lines = linesOf(builder, token!, hypothesis.table.length);
      const isLine = (is: (meaning: string, symbol: number) => boolean): Edge =>
        builder.and(
          active![0]!,
          builder.orAll(lines.filter((_, symbol) => is(hypothesis.table[symbol] ?? 'skip', symbol))),
        );
      const stored = cut(given!, memory.width).map((word) => offset(builder, word, memory.low));
      const loads = stored.map((_, cell) => isLine((meaning, symbol) => cellOf(meaning, symbol) === cell));
      const isLiteral = isLine((meaning) => meaning === 'literal');
      const isValue = builder.or(builder.orAll(loads), isLiteral);
      const value = pick(builder, [...loads, isLiteral], [...stored, resize(token!, answer.width)]);
      const codes = operations.map((name) => isLine((meaning) => meaning === name));
      const numbers = operations.map((_, i) => words.constant(code.length, i + 1));
      // A table may name values alone.
      const read = codes.length === 0 ? words.constant(code.length, 0) : pick(builder, codes, numbers);
      return [[isValue], [FALSE], value, read];
    },
  );
}

/** Cells of a stack with its top first: whether it is used, whether it has its left value, the operation, the left value. */
function prefixParts({
  plan,
  operations,
  answer,
  holding,
  emits,
  hand,
  code,
  depth,
  hypothesis,
  face,
}: TreeParts): void {
  const width = 2 + code.length + answer.width;
  const cells = Array.from({ length: depth }, () => plan.word(width));
  const format = formatOf(face.action.ports[hypothesis.binding.answer]!);
  const [pops] = plan.word(1);
  plan.when(holding, false, () => {
    plan.part('push', [code, cells.flat()], cells, (builder, [operation, all]) => {
      const pushes = builder.orAll(operation!);
      const top = [...words.constant(1, 1), FALSE, ...operation!, ...words.constant(answer.width, 0)];
      const before = cut(all!, width);
      return before.map((cell, i) => words.mux(builder, pushes, before[i - 1] ?? top, cell));
    });
  });
  plan.when(holding, true, () => {
    plan.part('combine', [cells[0]!, hand], [cells[0]!, hand, [holding], [emits], [pops!]], (builder, [top, value]) => {
      const [isUsed, hasLeft] = [top![0]!, top![1]!];
      const operation = top!.slice(2, 2 + code.length);
      const left = top!.slice(2 + code.length);
      const lines = linesOf(builder, operation, operations.length + 1).slice(1);
      const results = operations.map((name) => wordOperation(name).build(builder, left, value!, format));
      const completes = builder.and(isUsed, hasLeft);
      const takes = builder.and(isUsed, builder.not(hasLeft));
      const waiting = [isUsed, builder.or(hasLeft, takes), ...operation, ...words.mux(builder, takes, value!, left)];
      const made = operations.length === 0 ? [...value!] : pick(builder, lines, results);
      return [waiting, words.mux(builder, completes, made, value!), [builder.not(takes)], [completes], [completes]];
    });
    plan.when(pops!, true, () => {
      plan.part('pop', [cells.flat()], cells, (_, [all]) => {
        const before = cut(all!, width);
        return before.map((_cell, i) => before[i + 1] ?? words.constant(width, 0));
      });
    });
  });
}

/** Cells of a stack of values with its top first. An operation takes two and leaves one. */
function postfixParts({
  plan,
  operations,
  answer,
  holding,
  emits,
  hand,
  code,
  depth,
  hypothesis,
  face,
}: TreeParts): void {
  const cells = Array.from({ length: depth }, () => plan.word(answer.width));
  const format = formatOf(face.action.ports[hypothesis.binding.answer]!);
  plan.part('stack', [[holding], hand, code, cells.flat()], [[holding], [emits], hand, ...cells], (builder, given) => {
    const [isValue, value, operation] = [given[0]![0]!, given[1]!, given[2]!];
    const before = cut(given[3]!, answer.width);
    const lines = linesOf(builder, operation, operations.length + 1).slice(1);
    const results = operations.map((name) => wordOperation(name).build(builder, before[1]!, before[0]!, format));
    const applies = builder.and(builder.orAll(operation), builder.not(isValue));
    const made = operations.length === 0 ? value : pick(builder, lines, results);
    const none = words.constant(answer.width, 0);
    const after = before.map((cell, i) => {
      const popped = i === 0 ? made : (before[i + 1] ?? none);
      const pushed = i === 0 ? value : before[i - 1]!;
      return words.mux(builder, applies, popped, words.mux(builder, isValue, pushed, cell));
    });
    return [[FALSE], [applies], after[0]!, ...after];
  });
}

/** The value in hand, or all values that were completed, as the words of the action. */
function answerParts({ plan, face, hypothesis, answer, emits, hand }: TreeParts, count: number): void {
  const places = placesOf(answer);
  const lengthPort = answer.repeats[0]?.length;
  const length = lengthPort === undefined ? undefined : face.action.ports[lengthPort]!;
  const outputs = places.map((place) => plan.output(place, answer.width));
  const raw = (builder: CircuitBuilder, value: Word): Edge[] => offset(builder, value, -answer.low);
  if (hypothesis.output === 'last') {
    const lengthBits = length === undefined ? [] : plan.output(length.offset, length.width);
    plan.part('answer', [hand], [outputs[0]!, lengthBits], (builder, [value]) => [
      raw(builder, value!),
      words.constant(lengthBits.length, 1),
    ]);
    return;
  }
  const written = plan.word(planesFor(count + 1));
  const lengthBits = length === undefined ? [] : plan.output(length.offset, length.width);
  plan.when(emits, true, () => {
    plan.part(
      'write-down',
      [written, hand, outputs.flat()],
      [...outputs, written, lengthBits, [emits]],
      (builder, [at, value, before]) => {
        const lines = linesOf(builder, at!, places.length);
        const shown = raw(builder, value!);
        const after = cut(before!, answer.width).map((word, i) => words.mux(builder, lines[i]!, shown, word));
        // Values past the last place are not written down, and not counted.
        const fits = builder.orAll(lines);
        const next = words.mux(builder, fits, words.increment(builder, at!), at!);
        const shownLength = words.min(builder, next, words.constant(next.length, places.length));
        return [...after, next, resize(shownLength, lengthBits.length), [FALSE]];
      },
    );
  });
}

function offset(builder: CircuitBuilder, word: Word, by: number): Edge[] {
  return by === 0 ? [...word] : words.add(builder, word, words.constant(word.length, by));
}
