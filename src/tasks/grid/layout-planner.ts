import { GOAL, moveTable, STAY, WALL } from './grid.ts';
import type { LayoutFamily } from './layout-family.ts';

/** A set of layouts, bit i for layout i. */
export type LayoutSet = number;

interface Plan {
  readonly value: number;
  readonly move: number;
}

/** What probing costs and how long it lasts. */
export interface ProbeTerms {
  readonly budget: number;
  readonly cost: number;
}

/**
 * The best play on average where the layout is one of a family, each equally likely, and only what is near is seen.
 * A belief is the set S of layouts that agree with all that was seen; a step to cell c splits S into parts that look
 * different there.
 *
 *     W(c, S) = 1 + minₘ Σ_parts |part| / |S| · W(m(c), part)          steps to the goal once they count
 *     P(c, S, k) = maxₘ −cost(m) + Σ_parts |part| / |S| · P(m(c), part, k − 1),   P(c, S, 0) = −W(start, S)
 *
 * Walls next to the agent are in view, so all of S agrees on where a move leads.
 *
 * @source Kaelbling, Littman & Cassandra 1998: planning over beliefs; here beliefs only ever shrink
 */
export class LayoutPlanner {
  private readonly family: LayoutFamily;
  private readonly terms: ProbeTerms;
  private readonly table: Int16Array;
  private readonly steps = new Map<LayoutSet, Float64Array>();
  private readonly probes = new Map<number, Plan>();

  constructor(family: LayoutFamily, terms: ProbeTerms) {
    this.family = family;
    this.terms = terms;
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

  /** P(cell, set, left) and the move that attains it; staying is free, and first among equals. */
  probe(set: LayoutSet, cell: number, left: number): Plan {
    const rest = -this.stepsFrom(set)[this.family.start]!;
    if (left === 0 || (set & (set - 1)) === 0) return { value: rest, move: STAY };
    const key = (set * this.family.size ** 2 + cell) * (this.terms.budget + 1) + left;
    const known = this.probes.get(key);
    if (known !== undefined) return known;
    let best: Plan = { value: this.probe(set, cell, left - 1).value, move: STAY };
    for (let move = 0; move < 4; move += 1) {
      const to = this.moved(set, cell, move);
      if (to === cell) continue;
      const value = this.mean(set, this.parts(set, to), (part) => this.probe(part, to, left - 1).value) - this.terms.cost;
      if (value > best.value + 1e-9) best = { value, move };
    }
    this.probes.set(key, best);
    return best;
  }

  /** The expected return of the whole, apart from the reward at the goal. */
  value(): number {
    const all = 2 ** this.family.layouts.length - 1;
    const { start } = this.family;
    return this.mean(all, this.parts(all, start), (part) => this.probe(part, start, this.terms.budget).value);
  }

  private moved(set: LayoutSet, cell: number, move: number): number {
    const to = this.table[cell * 5 + move]!;
    return this.family.layouts[31 - Math.clz32(set)]![to] === WALL ? cell : to;
  }

  private mean(set: LayoutSet, parts: readonly LayoutSet[], value: (part: LayoutSet) => number): number {
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
