import { type Column, columnKey, liftColumn, type Type } from './column.ts';
import { joinItems, placesOf } from './evaluate-term.ts';
import { eachBits, type Grammar, leafBits, productions } from './grammar.ts';
import type { Meter } from './meter.ts';
import type { Production } from './production.ts';
import type { Term } from './term.ts';

/** A term that was found, with its worth on every row. No other of its space has the same worth and costs less. */
export interface Entry {
  readonly type: Type;
  readonly column: Column;
  readonly bits: number;
  /** It reads a column or an item: what does not is a constant, however it is made. */
  readonly isOpen: boolean;
  readonly make: Making;
}

/** How an entry is made; its term is written only when it is asked for. */
type Making =
  | { readonly leaf: Term }
  | { readonly production: string; readonly args: readonly Entry[] }
  | { readonly each: 'map' | 'filter' | 'flatMap' | 'sortBy'; readonly list: Entry; readonly body: Entry };

export function termOf(entry: Entry): Term {
  const { make } = entry;
  if ('leaf' in make) return make.leaf;
  if ('production' in make) return { is: 'call', name: make.production, args: make.args.map(termOf) };
  return { is: 'each', name: make.each, list: termOf(make.list), body: termOf(make.body) };
}

interface Shelf {
  readonly all: Entry[];
  readonly byBits: Entry[][];
  readonly seen: Map<number, Entry>;
}

interface Priced {
  readonly production: Production;
  readonly bits: number;
}

/** What is the same for a space and for those of its items. */
interface Settings {
  readonly grammar: Grammar;
  readonly meter: Meter;
  /** Words beyond ± this are dropped: the search does not need them. */
  readonly largest: number;
  /** Cells that one space may hold. */
  readonly room: { left: number };
}

/**
 * All terms over some rows, in order of their bits. Level b holds the terms of b bits: every production with arguments whose bits make up
 * the rest, and every body of the space of a list's items. A term that is worth the same as an earlier one on all rows is dropped
 * (observational equivalence).
 *
 * @source bottom-up enumeration with observational equivalence: Albarghouthi, Gulwani & Kincaid 2013; Udupa et al. 2013 (TRANSIT)
 */
export class Space {
  readonly n: number;
  /** The last level that is complete. */
  level = 0;
  private readonly settings: Settings;
  private readonly shelves: Readonly<Record<Type, Shelf>>;
  private readonly leaves: readonly Entry[];
  private readonly table: readonly Priced[];
  private readonly inner = new Map<Entry, Space>();
  private readonly outer: { readonly space: Space; readonly list: Entry } | undefined;

  constructor(n: number, leaves: readonly Entry[], settings: Settings, outer?: { space: Space; list: Entry }) {
    this.n = n;
    this.settings = settings;
    this.leaves = leaves;
    this.outer = outer;
    const shelf = (): Shelf => ({ all: [], byBits: [], seen: new Map() });
    this.shelves = { word: shelf(), flag: shelf(), symbol: shelf(), list: shelf(), bits: shelf() };
    this.table = productions
      .map((production) => ({ production, bits: settings.grammar.bits[production.name] ?? production.bits }))
      .filter(({ bits }) => Number.isFinite(bits));
  }

  entries(type: Type): readonly Entry[] {
    return this.shelves[type].all;
  }

  find(type: Type, column: Column): Entry | undefined {
    return this.shelves[type].seen.get(columnKey(column));
  }

  /** What a production costs here; nothing when it is left out. */
  bitsOf(name: string): number | undefined {
    return this.table.find(({ production }) => production.name === name)?.bits;
  }

  get meter(): Meter {
    return this.settings.meter;
  }

  get isFull(): boolean {
    return this.settings.meter.isNearlyEmpty || this.settings.room.left <= 0;
  }

  /** The space of the items of a list, as far as it was grown. */
  itemsOf(list: Entry): Space {
    const known = this.inner.get(list);
    if (known !== undefined) return known;
    const items = list.column.length - this.n - 1;
    const leaf = (term: Term, column: Column, bits: number): Entry => ({
      type: 'word',
      column,
      bits,
      isOpen: true,
      make: { leaf: term },
    });
    const leaves = [
      leaf({ is: 'item' }, list.column.slice(this.n + 1), leafBits.item),
      leaf({ is: 'place' }, placesOf(list.column), leafBits.place),
      ...this.leaves
        .filter((entry) => !entry.isOpen && (entry.type === 'word' || entry.column.length === this.n + 1))
        .map((entry) => ({ ...entry, column: liftColumn(entry.column, entry.type, list.column) })),
    ];
    const made = new Space(items, leaves, this.settings, { space: this, list });
    this.inner.set(list, made);
    return made;
  }

  /** Completes every level up to this one, or stops where effort ends. */
  growTo(level: number): void {
    while (this.level < level && !this.isFull) this.grow(this.level + 1);
  }

  private grow(level: number): void {
    for (const leaf of this.leaves) if (leaf.bits === level) this.add(leaf);
    if (this.outer !== undefined) this.liftWords(level);
    for (const { production, bits } of this.table) {
      if (bits >= level) continue;
      if (this.isFull) return;
      if (production.args.length === 1) this.applyOne(production, level, level - bits);
      else if (production.args.length === 2) this.applyTwo(production, level, level - bits);
      else this.applyThree(production, level, level - bits);
    }
    if (this.outer === undefined) this.runBodies(level);
    if (!this.isFull) this.level = level;
  }

  /** Words of the row, seen from its items. */
  private liftWords(level: number): void {
    const { space, list } = this.outer!;
    for (const type of ['word', 'flag'] as const) {
      for (const entry of space.shelves[type].byBits[level] ?? []) {
        if (!entry.isOpen) continue;
        this.settings.meter.spend(this.n);
        this.add({ ...entry, column: liftColumn(entry.column, type, list.column) });
      }
    }
  }

  private at(type: Type, bits: number): readonly Entry[] {
    return this.shelves[type].byBits[bits] ?? [];
  }

  private applyOne(production: Production, level: number, rest: number): void {
    for (const a of this.at(production.args[0]!, rest)) this.apply(production, level, [a]);
  }

  private applyTwo(production: Production, level: number, rest: number): void {
    const [first, second] = production.args;
    for (let i = 1; i < rest; i += 1) {
      if (production.isSymmetric && i > rest - i) break;
      const right = this.at(second!, rest - i);
      if (right.length === 0) continue;
      for (const a of this.at(first!, i)) {
        if (this.isFull) return;
        for (const b of right) if (a.isOpen || b.isOpen) this.apply(production, level, [a, b]);
      }
    }
  }

  private applyThree(production: Production, level: number, rest: number): void {
    for (let i = 1; i < rest - 1; i += 1) {
      for (const a of this.at(production.args[0]!, i)) {
        if (!a.isOpen) continue;
        for (let j = 1; j < rest - i; j += 1) {
          const third = this.at(production.args[2]!, rest - i - j);
          if (third.length === 0) continue;
          if (this.isFull) return;
          for (const b of this.at(production.args[1]!, j)) {
            for (const c of third) this.apply(production, level, [a, b, c]);
          }
        }
      }
    }
  }

  private apply(production: Production, level: number, args: readonly Entry[]): void {
    const columns = args.map(({ column }) => column);
    const column = production.evaluate(columns, this.n);
    this.settings.meter.spend(column === undefined ? this.n : column.length + 4);
    if (column === undefined) return;
    this.add({
      type: production.result,
      column,
      bits: level,
      isOpen: args.some(({ isOpen }) => isOpen),
      make: { production: production.name, args },
    });
  }

  private runBodies(level: number): void {
    for (let bits = 1; bits < level; bits += 1) {
      for (const list of this.at('list', bits)) {
        if (this.isFull) return;
        if (!list.isOpen || list.column.length === this.n + 1) continue;
        for (const each of ['map', 'filter', 'flatMap', 'sortBy'] as const) {
          const rest = level - bits - (this.settings.grammar.bits[each] ?? eachBits[each]);
          if (rest >= 1) this.runBody(each, list, level, rest);
        }
      }
    }
  }

  // oxlint-disable-next-line max-params -- one production, its list, the level it fills and the bits left for its body
  private runBody(each: 'map' | 'filter' | 'flatMap' | 'sortBy', list: Entry, level: number, rest: number): void {
    const items = this.itemsOf(list);
    items.growTo(rest);
    const type = each === 'filter' ? 'flag' : each === 'flatMap' ? 'list' : 'word';
    for (const body of items.at(type, rest)) {
      if (!body.isOpen) continue;
      if (body.type === 'list' && body.column.length > 20 * this.n + items.n + 200) continue;
      const column = joinItems(each, list.column, body.column);
      this.settings.meter.spend(column.length + 4);
      this.add({ type: 'list', column, bits: level, isOpen: true, make: { each, list, body } });
    }
  }

  private add(entry: Entry): void {
    const shelf = this.shelves[entry.type];
    const key = columnKey(entry.column);
    if (shelf.seen.has(key) || this.isTooLarge(entry)) return;
    shelf.seen.set(key, entry);
    shelf.all.push(entry);
    (shelf.byBits[entry.bits] ??= []).push(entry);
    this.settings.room.left -= entry.column.length + 16;
  }

  private isTooLarge({ type, column }: Entry): boolean {
    if (type === 'flag' || type === 'bits' || type === 'symbol') return false;
    const { largest } = this.settings;
    for (let i = type === 'list' ? this.n + 1 : 0; i < column.length; i += 1) {
      if (column[i]! > largest || column[i]! < -largest) return true;
    }
    return false;
  }
}
