import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { cut, linesOf, pick, readList, resize } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { wordOperation } from '../word-operations.ts';
import { placesOf } from '../word-view.ts';
import { type MicroOperation, type Source, sources, targets } from './micro-operation.ts';
import type { RegisterHypothesis } from './register-hypothesis.ts';

/** A register machine as experts: one instruction per think-step, after a step that copies the memory into the state. */
export function registerPlan({ binding, table }: RegisterHypothesis, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const [code, x, y, memory] = [binding.code, binding.x, binding.y, binding.memory].map((index) => ports[index]!);
  const { count } = code!.repeats[0]!;
  const cells = memory!.repeats[0]!.count;
  const { width } = memory!;
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const [fresh] = plan.word(1, 1);
  const registers = Array.from({ length: x!.values }, () => plan.word(width));
  const stored = Array.from({ length: cells }, () => plan.word(width));
  const given = placesOf(memory!).map((place) => plan.input(place, width));
  plan.when(fresh!, true, () => {
    plan.part('copy-memory', [given.flat()], [...stored, [fresh!]], (_, [all]) => [
      ...cut(all!, width),
      words.constant(1, 0),
    ]);
  });
  const reader = readList(plan, face, [code!, x!, y!]);
  const skips = plan.word(planesFor(count + 1));
  const parts = { plan, width, registers, stored, skips, table, items: reader.items };
  plan.when(reader.active, true, () => execute(parts));
  const answer = face.action.ports[binding.answer]!;
  const asked = ports[binding.register]!;
  const claim = binding.claim === null ? undefined : ports[binding.claim]!;
  plan.part(
    'answer',
    [
      plan.input(asked.offset, asked.width),
      registers.flat(),
      claim === undefined ? [] : plan.input(claim.offset, claim.width),
    ],
    [plan.output(answer.offset, answer.width)],
    (builder, [which, all, claimed]) => {
      const value = pick(builder, linesOf(builder, which!, registers.length), cut(all!, width));
      if (claim === undefined) return [value];
      const equal = words.equal(builder, value, claimed!);
      return [[binding.holds === 1 ? equal : builder.not(equal)]];
    },
  );
  return plan.build(count);
}

interface Execution {
  readonly plan: PlanMaker;
  readonly width: number;
  readonly registers: readonly Bit[][];
  readonly stored: readonly Bit[][];
  readonly skips: readonly Bit[];
  readonly table: readonly (MicroOperation | null)[];
  readonly items: readonly Bit[][];
}

/** Fetches what the operands name, computes what the instruction writes and where, and writes it. */
function execute({ plan, width, registers, stored, skips, table, items }: Execution): void {
  const [code, x, y] = items;
  const [skipping] = plan.word(1);
  plan.part('skip', [skips], [[skipping!], skips], (builder, [left]) => {
    const some = builder.orAll(left!);
    const less = words.subtract(builder, left!, words.constant(left!.length, 1));
    return [[some], words.mux(builder, some, less, left!)];
  });
  plan.when(skipping!, false, () => {
    const named = sources.slice(0, 4).map(() => plan.word(width));
    plan.part('fetch', [x!, y!, registers.flat(), stored.flat()], named, (builder, [a, b, all, memory]) => {
      const [words1, words2] = [cut(all!, width), cut(memory!, width)];
      const rx = at(builder, a!, words1);
      const ry = at(builder, b!, words1);
      return [rx, ry, at(builder, b!, words2), at(builder, ry, words2)];
    });
    const value = plan.word(width);
    const lines = targets.map(() => plan.word(1));
    plan.part('compute', [code!, x!, y!, ...named], [value, ...lines, skips], (builder, [op, a, b, ...read]) => {
      const from: Readonly<Record<Source, Word>> = {
        Rx: read[0]!,
        Ry: read[1]!,
        My: read[2]!,
        'M[Ry]': read[3]!,
        x: resize(a!, width),
        y: resize(b!, width),
      };
      return computed(builder, linesOf(builder, op!, table.length), { table, from, width, skipBits: skips.length });
    });
    plan.part(
      'write-registers',
      [x!, y!, value, lines[0]!, lines[1]!, registers.flat()],
      registers,
      (builder, [a, b, word, toX, toY, all]) =>
        written(builder, cut(all!, width), word!, [
          [toX![0]!, a!],
          [toY![0]!, b!],
        ]),
    );
    plan.part(
      'write-memory',
      [y!, named[1]!, value, lines[2]!, lines[3]!, stored.flat()],
      stored,
      (builder, [b, ry, word, direct, indirect, all]) =>
        written(builder, cut(all!, width), word!, [
          [direct![0]!, b!],
          [indirect![0]!, ry!],
        ]),
    );
  });
}

/** The word at an index, taken modulo the next power of two; 0 past the end. */
function at(builder: CircuitBuilder, index: Word, given: readonly Word[]): Edge[] {
  return pick(builder, linesOf(builder, resize(index, planesFor(given.length)), given.length), given);
}

/** The words after a value was written where lines say. */
function written(
  builder: CircuitBuilder,
  before: readonly Word[],
  value: Word,
  places: readonly (readonly [Edge, Word])[],
): Word[] {
  const width = planesFor(before.length);
  const lines = places.map(([writes, index]) =>
    linesOf(builder, resize(index, width), before.length).map((line) => builder.and(line, writes)),
  );
  return before.map((word, i) => words.mux(builder, builder.orAll(lines.map((each) => each[i]!)), value, word));
}

/** The value an instruction writes, where it goes, and how many instructions it leaves out. */
function computed(
  builder: CircuitBuilder,
  lines: readonly Edge[],
  how: {
    readonly table: readonly (MicroOperation | null)[];
    readonly from: Readonly<Record<Source, Word>>;
    readonly width: number;
    readonly skipBits: number;
  },
): Word[] {
  const { table, from, width, skipBits } = how;
  const format = { width, signed: false };
  const none = words.constant(width, 0);
  const values = table.map((micro): readonly Edge[] => {
    if (micro?.kind === 'move') return from[micro.from];
    if (micro?.kind !== 'apply') return none;
    return wordOperation(micro.operation).build(builder, from[micro.a], from[micro.b], format);
  });
  const goes = targets.map((target) => [
    builder.orAll(
      lines.filter((_, code) => {
        const micro = table[code];
        return (micro?.kind === 'move' || micro?.kind === 'apply') && micro.to === target;
      }),
    ),
  ]);
  const skips = table.map((micro): readonly Edge[] => {
    if (micro?.kind !== 'skip') return words.constant(skipBits, 0);
    const isZero = builder.not(builder.orAll(from[micro.when]));
    const holds = micro.zero ? isZero : builder.not(isZero);
    return capped(builder, from[micro.by], skipBits).map((edge) => builder.and(edge, holds));
  });
  return [pick(builder, lines, values), ...goes, pick(builder, lines, skips)];
}

/** A number in fewer bits: all ones where it does not fit. */
function capped(builder: CircuitBuilder, word: Word, width: number): Edge[] {
  const over = builder.orAll(word.slice(width));
  return resize(word, width).map((edge) => builder.or(edge, over));
}
