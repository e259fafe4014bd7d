import { GOAL, moveTable, STAY, WALL } from './grid.ts';
import type { LayoutFamily } from './layout-family.ts';

/** A set of layouts, bit i for layout i. */
export type LayoutSet = number;

/**
 * The best way to the goal on average where the layout is one of a family, each equally likely, and only what is near is
 * seen. A belief is the set S of layouts that agree with all that was seen; a step to cell c splits S into parts that look
 * different there.
 *
 *     W(c, S) = 1 + minₘ Σ_parts |part| / |S| · W(m(c), part),   0 at the goal
 *
 * Walls next to the agent are in view, so all of S agrees on where a move leads.
 *
 * @source Kaelbling, Littman & Cassandra 1998: planning over beliefs; here beliefs only ever shrink
 */
export class LayoutPlanner {
  readonly family: LayoutFamily;
  private readonly table: Int16Array;
  private readonly steps = new Map<LayoutSet, Float64Array>();

  constructor(family: LayoutFamily) {
    this.family = family;
    this.table = moveTable(family.size);
  }

  /** Of `set`, the layouts that look at `cell` as `layout` does. */
  agreeing(set: LayoutSet, cell: number, layout: number): LayoutSet {
    const { views } = this.family;
    let part = 0;
    for (let i = 0; i < views.length; i += 1)
      if ((set >>> i) & 1 && views[i]![cell] === views[layout]![cell]) part |= 1 << i;
    return part;
  }

  /** The parts of a set that look different at a cell. */
  parts(set: LayoutSet, cell: number): LayoutSet[] {
    const found: LayoutSet[] = [];
    for (let left = set; left !== 0;) {
      const part = this.agreeing(left, cell, 31 - Math.clz32(left));
      found.push(part);
      left &= ~part;
    }
    return found;
  }

  /** W(·, set), by relaxing every cell until nothing gets shorter. */
  stepsFrom(set: LayoutSet): Float64Array {
    const known = this.steps.get(set);
    if (known !== undefined) return known;
    const layout = this.family.layouts[31 - Math.clz32(set)]!;
    const values = new Float64Array(layout.length).fill(Infinity);
    const fixed = new Uint8Array(layout.length);
    for (const cell of layout.keys()) {
      const parts = this.parts(set, cell);
      if (parts.length > 1) values[cell] = this.mean(set, parts, (part) => this.stepsFrom(part)[cell]!);
      else if (layout[cell] === GOAL) values[cell] = 0;
      fixed[cell] = parts.length > 1 || layout[cell] === GOAL ? 1 : 0;
    }
    for (let changed = true; changed;) {
      changed = false;
      for (let cell = 0; cell < values.length; cell += 1) {
        if (fixed[cell] === 1) continue;
        const best = 1 + Math.min(...[0, 1, 2, 3].map((move) => values[this.moved(set, cell, move)]!));
        if (best < values[cell]!) {
          values[cell] = best;
          changed = true;
        }
      }
    }
    this.steps.set(set, values);
    return values;
  }

  /** The move of a shortest expected way. */
  exploitMove(set: LayoutSet, cell: number): number {
    let best = STAY;
    let least = Infinity;
    for (let move = 0; move < 4; move += 1) {
      const to = this.moved(set, cell, move);
      const steps = this.mean(set, this.parts(set, to), (part) => this.stepsFrom(part)[to]!);
      if (to !== cell && steps < least - 1e-9) [best, least] = [move, steps];
    }
    return best;
  }

  /** Where a move leads in every layout of a set that agrees on what is seen at `cell`. */
  moved(set: LayoutSet, cell: number, move: number): number {
    const to = this.table[cell * 5 + move]!;
    return this.family.layouts[31 - Math.clz32(set)]![to] === WALL ? cell : to;
  }

  /** The mean over layouts of a value that depends on the part they are in. */
  mean(set: LayoutSet, parts: readonly LayoutSet[], value: (part: LayoutSet) => number): number {
    let sum = 0;
    for (const part of parts) sum += bitCount(part) * value(part);
    return sum / bitCount(set);
  }
}

function bitCount(set: LayoutSet): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}
