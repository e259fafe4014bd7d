import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import type { FacePorts } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { firstOf } from '../first-line.ts';
import { cut } from '../list-reader.ts';
import { PlanMaker, type ThinkPlan } from '../think-plan.ts';
import { testsOf } from '../word-tree.ts';
import { placesOf } from '../word-view.ts';
import { adaptParts, type Effects, seekPart } from './adapt-parts.ts';
import { fitted, placeLines, valueLines, WorldEdges, type WorldWords } from './world-edges.ts';
import { features, type WorldHypothesis } from './world-hypothesis.ts';

/**
 * A world as a machine that plans: a flood over planes goes back from where the richest reward is earned, one wave per think-step, and the first wave
 * that reaches the place one is at tells the action.
 *
 *     reached′[m][p] = reached[m][p] ∨ ∃ p → q : earns(q) ∨ moves(q) ∧ reached[m ∪ slot(q)][q]
 *
 * m is the set of places entered and changed; parts run from small sets to large ones, so each reads the wave before.
 */
export function worldPlan(world: WorldHypothesis, face: FacePorts): ThinkPlan {
  const { ports } = face.observation;
  const port = ports[world.binding.list]!;
  const places = placesOf(port);
  const plan = new PlanMaker({ inputs: face.observation.width, outputs: face.action.width });
  const [fresh] = plan.word(1, 1);
  const shared: WorldWords = {
    plan,
    world,
    count: places.length,
    values: port.values,
    width: port.width,
    list: places.flatMap((place) => plan.input(place, port.width)),
    fresh: fresh!,
    at: plan.word(places.length),
  };
  const digits = world.binding.index.map((index) => ports[index]!);
  const slots = Array.from({ length: world.slots }, () => plan.word(places.length));
  const many = plan.word(1);
  const totals = new Map(countedValues(world).map((value) => [value, plan.word(planesFor(places.length + 1))]));
  const reached = Array.from({ length: 2 ** world.slots }, () => plan.word(places.length));
  const choice = plan.word(world.actions.length);
  let effects: Effects | undefined;
  let sought: readonly Bit[] | undefined;
  plan.when(fresh!, true, () => {
    plan.part(
      'locate',
      digits.map(({ offset, width }) => plan.input(offset, width)),
      [shared.at],
      (builder, given) => [
        placeLines(
          builder,
          given,
          digits.map(({ values }) => values),
        ),
      ],
    );
    if (world.slots > 0) numberSlots(shared, slots, many);
    for (const [value, total] of totals) {
      plan.part(`count-${value}`, [shared.list], [total], (builder, [list]) => {
        const lines = valueLines(builder, list!, shared).map((each) => each[value]!);
        return [fitted(words.popcount(builder, lines), total.length)];
      });
    }
    if (world.adapts || world.seeks) ({ effects, sought } = changingParts(shared));
    plan.part('begun', [], [[fresh!]], () => [[FALSE]]);
  });
  for (const set of setsBySize(world.slots)) {
    waveParts({ ...shared, slots, many, totals, reached, sought }, set, choice);
  }
  actPart(shared, choice, face, effects);
  return plan.build(world.waves);
}

function changingParts(shared: WorldWords): { readonly effects?: Effects; readonly sought?: readonly Bit[] } {
  const { plan, list, world } = shared;
  const before = plan.keptWord(list.length);
  const [same] = plan.word(1);
  plan.part('compare-worlds', [list, before], [[same!]], (builder, [now, past]) => [
    [words.equal(builder, now!, past!)],
  ]);
  const effects = world.adapts ? adaptParts(shared, before, same!) : undefined;
  const sought = world.seeks ? seekPart(shared, same!) : undefined;
  plan.part('keep-world', [list], [before], (_, [now]) => [now!]);
  return { ...(effects && { effects }), ...(sought && { sought }) };
}

function countedValues({ earns, moves }: WorldHypothesis): number[] {
  const tests = [...testsOf(earns), ...testsOf(moves)].map(({ feature }) => feature - features.counts);
  return [...new Set(tests.filter((value) => value >= 0))];
}

/** Numbers the places that change when entered: slot i is the i-th of them; `many` where there are more than slots. */
function numberSlots(shared: WorldWords, slots: readonly Bit[][], many: readonly Bit[]): void {
  const { plan, list, world } = shared;
  plan.part('number-slots', [list], [...slots, many], (builder, [given]) => {
    const lines = slots.map((): Edge[] => []);
    let seen: Edge[] = [TRUE, ...slots.map(() => FALSE)];
    let over: Edge = FALSE;
    for (const values of valueLines(builder, given!, shared)) {
      const is = builder.orAll(values.filter((_, value) => world.becomes[value] !== value));
      for (const [i, slot] of lines.entries()) slot.push(builder.and(is, seen[i]!));
      over = builder.or(over, builder.and(is, seen.at(-1)!));
      seen = seen.map((edge, i) => builder.mux(is, i === 0 ? FALSE : seen[i - 1]!, edge));
      seen[slots.length] = builder.not(builder.orAll(seen.slice(0, -1)));
    }
    return [...lines, [over]];
  });
}

/** All subsets of so many slots as bits, the small ones first. */
function setsBySize(slots: number): number[] {
  const size = (set: number): number => (set === 0 ? 0 : (set & 1) + size(set >>> 1));
  return Array.from({ length: 2 ** slots }, (_, set) => set).sort((a, b) => size(a) - size(b) || a - b);
}

interface Waves extends WorldWords {
  readonly slots: readonly Bit[][];
  readonly many: readonly Bit[];
  readonly totals: ReadonlyMap<number, readonly Bit[]>;
  readonly reached: readonly Bit[][];
  /** Whether the marked place is void, then which places were tried. */
  readonly sought: readonly Bit[] | undefined;
}

/** One wave of one set of entered places; the empty set also tells the action. */
function waveParts(waves: Waves, set: number, choice: readonly Bit[]): void {
  const { plan, world, slots, many, totals, reached, sought, at, list } = waves;
  const after = slots.map((_, i) => ((set >>> i) & 1 ? -1 : set | (1 << i)));
  const counted = [...totals.keys()];
  const isFirst = set === 0;
  const reads = [
    list,
    reached[set]!,
    slots.flat(),
    after.filter((next) => next >= 0).flatMap((next) => reached[next]!),
    [...totals.values()].flat(),
    many,
    sought ?? [],
    isFirst ? at : [],
    isFirst ? choice : [],
  ];
  const writes = isFirst ? [reached[0]!, choice] : [reached[set]!];
  plan.part(
    `wave-${set}`,
    reads,
    writes,
    (builder, [values, own, slotBits, nextBits, totalBits, over, tried, here, chosen]) => {
      const slotLines = cut(slotBits!, waves.count);
      const nextLines = cut(nextBits!, waves.count);
      let used = 0;
      const nextOf = after.map((next) => (next < 0 ? undefined : nextLines[used++]!));
      const edges = new WorldEdges(builder, waves, {
        values: valueLines(builder, values!, waves),
        slots: slotLines,
        set,
        totals: new Map(counted.map((value, i) => [value, cut(totalBits!, planesFor(waves.count + 1))[i]!])),
      });
      const goesOn = own!.map((edge, q) => {
        const live = slotLines.filter((_, i) => nextOf[i] !== undefined).map((slot) => slot[q]!);
        const through = slotLines.flatMap((slot, i) =>
          nextOf[i] === undefined ? [] : [builder.and(slot[q]!, nextOf[i][q]!)],
        );
        return builder.orAll([builder.and(edge, builder.not(builder.orAll(live))), ...through]);
      });
      const leadsOn = (p: number, q: number): Edge => {
        const moves = edges.moves(p, q);
        const earns = edges.earns(p, q);
        const ends =
          tried!.length === 0 ? earns : builder.mux(tried![0]!, builder.and(moves, builder.not(tried![1 + q]!)), earns);
        const takes =
          isFirst && slots.length > 0 ? builder.and(over![0]!, builder.and(moves, edges.changes(q))) : FALSE;
        return builder.orAll([ends, takes, builder.and(moves, goesOn[q]!)]);
      };
      const now = own!.map((edge, p) => builder.orAll([edge, ...targetsOf(world, p).map((q) => leadsOn(p, q))]));
      if (!isFirst) return [now];
      const isFound = builder.orAll(chosen!);
      const told = world.leads.map((row, a) => {
        const leads = builder.orAll(row.flatMap((q, p) => (q < 0 ? [] : [builder.and(here![p]!, leadsOn(p, q))])));
        return builder.mux(isFound, chosen![a]!, leads);
      });
      return [now, told];
    },
  );
}

/** The places that actions lead to from a place, each once. */
function targetsOf({ leads }: WorldHypothesis, place: number): number[] {
  return [...new Set(leads.map((row) => row[place]!).filter((to) => to >= 0))];
}

/** The first action that was told; the first of all where none was. */
function actPart(
  { plan, world }: WorldWords,
  choice: readonly Bit[],
  face: FacePorts,
  effects: Effects | undefined,
): void {
  const output = plan.output(0, face.action.width);
  const bitsOf = (builder: CircuitBuilder, lines: readonly Edge[]): Edge[] =>
    output.map((_, b) => builder.orAll(lines.filter((_line, a) => world.actions[a]![b] === 1)));
  if (effects === undefined) {
    plan.part('act', [choice], [output], (builder, [chosen]) => [bitsOf(builder, firstOf(builder, chosen!))]);
    return;
  }
  plan.part('act', [choice, effects.sets.flat()], [output, effects.done], (builder, [chosen, sets]) => {
    const lines = effects.choose(builder, firstOf(builder, chosen!), cut(sets!, world.actions.length));
    return [bitsOf(builder, lines), lines];
  });
}
