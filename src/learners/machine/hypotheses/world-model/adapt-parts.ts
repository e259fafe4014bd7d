import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { firstOf } from '../first-line.ts';
import { cut } from '../list-reader.ts';
import { valueLines, WorldEdges, type WorldWords } from './world-edges.ts';

/** What actions now do: for each the set of known effects that would explain what it did since the last contradiction. */
export interface Effects {
  /** One word per action: its set. */
  readonly sets: readonly (readonly Bit[])[];
  /** What was done last, one line per action. */
  readonly done: readonly Bit[];
  /** The action whose set is the smallest with the effect that is wanted; the wanted one's own name where no set has it. */
  choose(builder: CircuitBuilder, wanted: readonly Edge[], sets: readonly Word[]): Edge[];
}

/**
 * Narrows the sets by what the last action did. Sets are kept as their difference from the identity, so that an episode begins with each action doing
 * what it always did. An empty set is a contradiction: all sets are full again. Different actions do different things: an
 * effect that is the only one of an action is no other's.
 */
export function adaptParts(shared: WorldWords, before: readonly Bit[], same: Bit): Effects {
  const { plan, world, count, at } = shared;
  const actions = world.actions.length;
  const kept = Array.from({ length: actions }, () => plan.keptWord(actions));
  const sets = kept.map(() => plan.word(actions));
  const [done, past] = [plan.keptWord(actions), plan.keptWord(count)];
  plan.part(
    'learn-effects',
    [kept.flat(), done, past, at, before, [same]],
    [...sets, ...kept, past],
    (builder, [differences, did, was, here, list, isSame]) => {
      const old = cut(differences!, actions).map((row, a) =>
        row.map((edge, b) => (a === b ? builder.not(edge) : edge)),
      );
      const edges = new WorldEdges(builder, shared, {
        values: valueLines(builder, list!, shared),
        slots: [],
        set: 0,
        totals: new Map(),
      });
      const explained = world.leads.map((row) =>
        builder.orAll(
          row.map((q, p) => {
            if (q < 0) return builder.and(was![p]!, here![p]!);
            return builder.and(was![p]!, builder.mux(edges.moves(p, q), here![q]!, here![p]!));
          }),
        ),
      );
      const isTold = builder.and(isSame![0]!, builder.orAll(did!));
      const narrowed = old.map((row, a) =>
        row.map((edge, b) => builder.and(edge, builder.or(builder.not(did![a]!), explained[b]!))),
      );
      const isContradicted = builder.orAll(
        narrowed.map((row, a) => builder.and(did![a]!, builder.not(builder.orAll(row)))),
      );
      const renewed = narrowed.map((row, a) =>
        row.map((edge, b) => builder.mux(isContradicted, builder.or(builder.not(did![a]!), explained[b]!), edge)),
      );
      const told = distinct(builder, renewed);
      const now = old.map((row, a) => row.map((edge, b) => builder.mux(isTold, told[a]![b]!, edge)));
      return [...now, ...now.map((row, a) => row.map((edge, b) => (a === b ? builder.not(edge) : edge))), here!];
    },
  );
  return { sets, done, choose: chooseBySet };
}

/** Where an action has one possible effect left, takes that effect out of the sets of the others; again until nothing changes. */
function distinct(builder: CircuitBuilder, sets: readonly (readonly Edge[])[]): Edge[][] {
  let now = sets.map((row) => [...row]);
  for (let round = 1; round < sets.length; round += 1) {
    const only = now.map((row) =>
      row.map((edge, b) => builder.and(edge, builder.not(builder.orAll(row.filter((_, c) => c !== b))))),
    );
    now = now.map((row, a) =>
      row.map((edge, b) =>
        builder.and(edge, builder.not(builder.orAll(only.filter((_, other) => other !== a).map((line) => line[b]!)))),
      ),
    );
  }
  return now;
}

function chooseBySet(builder: CircuitBuilder, wanted: readonly Edge[], sets: readonly Word[]): Edge[] {
  const has = sets.map((row) => builder.orAll(row.map((edge, b) => builder.and(edge, wanted[b]!))));
  const sizes = sets.map((row) => exactly(builder, row));
  const bySize = sets.map((_, size) => has.map((edge, a) => builder.and(edge, sizes[a]![size + 1]!)));
  let none: Edge = builder.not(FALSE);
  let chosen = wanted.map((): Edge => FALSE);
  for (const lines of bySize) {
    const first = firstOf(builder, lines);
    const some = builder.orAll(lines);
    chosen = chosen.map((edge, a) => builder.or(edge, builder.andAll([none, some, first[a]!])));
    none = builder.and(none, builder.not(some));
  }
  return chosen.map((edge, a) => builder.or(edge, builder.and(none, wanted[a]!)));
}

/** Lines for how many of some edges hold: none, one, two, … */
function exactly(builder: CircuitBuilder, edges: readonly Edge[]): Edge[] {
  let lines: Edge[] = [builder.not(FALSE), ...edges.map(() => FALSE)];
  for (const edge of edges) lines = lines.map((line, n) => builder.mux(edge, n === 0 ? FALSE : lines[n - 1]!, line));
  return lines;
}

/** Which places were tried since the world was drawn, behind whether the one that is marked was among them and did not pay. */
export function seekPart(shared: WorldWords, same: Bit): readonly Bit[] {
  const { plan, at, list, count } = shared;
  const tried = plan.keptWord(count);
  const isVoid = plan.word(1);
  plan.part('try-places', [list, at, tried, [same]], [tried, isVoid], (builder, [values, here, before, isSame]) => {
    const edges = new WorldEdges(builder, shared, {
      values: valueLines(builder, values!, shared),
      slots: [],
      set: 0,
      totals: new Map(),
    });
    const now = before!.map((edge, p) => builder.or(here![p]!, builder.and(edge, isSame![0]!)));
    return [now, [builder.orAll(now.map((edge, p) => builder.and(edge, edges.earns(p, p))))]];
  });
  return [...isVoid, ...tried];
}
