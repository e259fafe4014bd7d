import { type Column, columnKey, liftColumn, type Type } from './column.ts';
import { type BodyName, bodyNames, eachRows } from './each.ts';
import { type Entry, type RecordGroup, termOf } from './entry.ts';
import { placesOf } from './evaluate-term.ts';
import { type Abstraction, type Grammar, leafBits, productions, wordsOnly } from './grammar.ts';
import type { Meter } from './meter.ts';
import { type Applied, isMeasureAlong, type Priced, priced } from './priced-production.ts';
import { gathered, isSameShape } from './gathered.ts';
import type { Term } from './term.ts';

/** Pairs of a held word and an item on which steps are told apart, and cells that a space of steps may hold. */
const STEP_ROWS = 96;
const STEP_ROOM = 10_000_000;
/** Effort between two turns of other searches. */
const TURN = 100_000;

/** The only uses of a body on items that were already chosen; every other use can be said by choosing other items. */
const chosenNames: readonly BodyName[] = ['map', 'leastBy', 'mostBy'];

interface Shelf {
  readonly all: Entry[];
  readonly byBits: Entry[][];
  readonly seen: Map<number, Entry>;
}

/** What a space shares with the spaces of its items. */
export interface Settings {
  readonly grammar: Grammar;
  readonly meter: Meter;
  /** Lists of records by the names of their columns of places; where there are any, bodies run on their items alone. */
  readonly groups?: ReadonlyMap<string, RecordGroup>;
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
  private readonly bodies: readonly { readonly name: BodyName; readonly bits: number }[];
  private readonly inner = new Map<Entry, Space>();
  private rested = 0;
  private readonly outer: { readonly space: Space; readonly list: Entry } | undefined;

  constructor(n: number, leaves: readonly Entry[], settings: Settings, outer?: { space: Space; list: Entry }) {
    this.n = n;
    this.settings = settings;
    this.leaves = leaves;
    this.outer = outer;
    const shelf = (): Shelf => ({ all: [], byBits: [], seen: new Map() });
    this.shelves = { word: shelf(), flag: shelf(), symbol: shelf(), list: shelf(), bits: shelf() };
    const { bits: named, isForMachines } = settings.grammar;
    const plain = productions
      .filter(({ circuit }) => circuit !== undefined || !isForMachines)
      .map((production) => ({ production, bits: named[production.name] ?? production.bits }))
      .filter(({ bits }) => Number.isFinite(bits));
    this.table = [...plain, ...settings.grammar.abstractions.map((one) => priced(one, named[one.name]))];
    this.bodies = bodyNames
      .filter((name) => eachRows[name].circuit !== undefined || !isForMachines)
      .map((name) => ({ name, bits: named[name] ?? eachRows[name].bits }))
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

  /** The group of records that a list column is a field of. */
  groupWith(column: string): string | undefined {
    for (const [name, { fields }] of this.settings.groups ?? []) {
      if (fields.some((field) => field.name === column)) return name;
    }
    return undefined;
  }

  /** The fields of the records that a list is chosen from. */
  fieldsOf({ places }: Entry): Entry[] {
    const names = new Set(this.settings.groups?.get(places ?? '')?.fields.map(({ name }) => name));
    return this.leaves.filter(({ make }) => 'leaf' in make && make.leaf.is === 'column' && names.has(make.leaf.name));
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
    const closed = this.leaves
      .filter((entry) => !entry.isOpen && (entry.type !== 'list' || entry.column.length === this.n + 1))
      .map((entry) => ({ ...entry, column: liftColumn(entry.column, entry.type, list.column) }));
    const made = new Space(items, [...this.itemLeaves(list), ...closed], this.settings, { space: this, list });
    this.inner.set(list, made);
    return made;
  }

  private itemLeaves(list: Entry): Entry[] {
    const leaf = (term: Term, column: Column, type: Type, bits: number): Entry => ({
      type,
      column,
      bits,
      isOpen: true,
      make: { leaf: term },
    });
    const group = list.places === undefined ? undefined : this.settings.groups?.get(list.places);
    const item = leaf({ is: 'item' }, list.column.slice(this.n + 1), 'word', group ? leafBits.place : leafBits.item);
    if (group === undefined)
      return [item, leaf({ is: 'place' }, placesOf(list.column), 'word', leafBits.place), ...this.besides(list)];
    const fields = group.fields.flatMap(({ name, type, bits, isFlag }) => {
      const column = this.leaves
        .find(({ make }) => 'leaf' in make && make.leaf.is === 'column' && make.leaf.name === name)!
        .column.slice(this.n + 1);
      const term: Term = { is: 'call', name: 'nth', args: [{ is: 'column', name }, { is: 'item' }] };
      const field = leaf(term, column, type, bits);
      return isFlag ? [field, leaf({ is: 'call', name: 'truth', args: [term] }, column, 'flag', bits)] : [field];
    });
    return [...(group.seesRow ? [item] : []), ...fields];
  }

  /** The space of one step along a list: its rows are items, each with a word that may have been held before it. */
  stepSpace(list: Entry, held: readonly number[]): Space {
    const items = list.column.subarray(this.n + 1);
    const leaf = (is: 'item' | 'before', column: Column): Entry => ({
      type: 'word',
      column,
      bits: leafBits[is],
      isOpen: true,
      make: { leaf: { is } },
    });
    const drawn = Int32Array.from({ length: STEP_ROWS }, (_, i) => items[Math.floor((i * items.length) / STEP_ROWS)]!);
    const before = drawn.map((_, i) => held[(i * 7) % held.length]!);
    const constants = this.leaves
      .filter(({ isOpen, type }) => !isOpen && type === 'word')
      .map((entry) => ({ ...entry, column: new Int32Array(STEP_ROWS).fill(entry.column[0]!) }));
    const settings = { grammar: wordsOnly(this.settings.grammar), meter: this.meter, largest: this.settings.largest };
    return new Space(STEP_ROWS, [leaf('item', drawn), leaf('before', before), ...constants], {
      ...settings,
      room: { left: STEP_ROOM },
    });
  }

  /** Items at the same place of other lists that have the same length on every row: such lists go together. */
  private besides(list: Entry): Entry[] {
    const isAsLong = ({ column }: Entry): boolean => {
      for (let i = 0; i <= this.n; i += 1) if (column[i] !== list.column[i]) return false;
      return true;
    };
    return this.leaves
      .filter((entry) => entry.type === 'list' && entry.isOpen && entry !== list && isAsLong(entry))
      .map((entry) => ({
        type: 'word',
        column: entry.column.slice(this.n + 1),
        bits: leafBits.place + entry.bits,
        isOpen: true,
        make: { leaf: { is: 'call', name: 'nth', args: [termOf(entry), { is: 'place' }] } },
      }));
  }

  /** Completes every level up to this one, or stops where effort ends. */
  growTo(level: number): void {
    for (const _ of this.growing(level)) continue;
  }

  /** The same as a generator: it yields now and then, so that other searches have their turn. */
  *growing(level: number): Generator<undefined, void, void> {
    while (this.level < level && !this.isFull) yield* this.grow(this.level + 1);
  }

  private *grow(level: number): Generator<undefined, void, void> {
    for (const leaf of this.leaves) if (leaf.bits === level) this.add(leaf);
    if (this.outer !== undefined) this.liftWords(level);
    for (const { production, bits } of this.table) {
      if (bits >= level) continue;
      if (this.isFull) return;
      if (production.args.length === 1) this.applyOne(production, level, level - bits);
      else if (production.args.length === 2) yield* this.applyTwo(production, level, level - bits);
      else yield* this.applyThree(production, level, level - bits);
      yield* this.rest();
    }
    if (this.outer === undefined) yield* this.runBodies(level);
    if (!this.isFull) this.level = level;
  }

  private *rest(): Generator<undefined, void, void> {
    if (this.settings.meter.spent - this.rested < TURN) return;
    this.rested = this.settings.meter.spent;
    yield undefined;
  }

  /** Words of the row, and what lies beside the list, seen from its items. */
  private liftWords(level: number): void {
    const { space, list } = this.outer!;
    const group = this.settings.groups?.get(list.places ?? '');
    if (group !== undefined) this.liftBeside(level);
    if (group?.seesRow === false) return;
    for (const type of group !== undefined ? (['word', 'flag', 'symbol'] as const) : (['word', 'flag'] as const)) {
      for (const entry of space.shelves[type].byBits[level] ?? []) {
        if (!entry.isOpen) continue;
        this.settings.meter.spend(this.n);
        this.add({ ...entry, column: liftColumn(entry.column, type, list.column) });
      }
    }
  }

  /** Items of lists that were made and are as long as the records on every row. */
  private liftBeside(level: number): void {
    const { space, list } = this.outer!;
    for (const beside of space.shelves.list.byBits[level - 1] ?? []) {
      if (
        beside.places !== undefined ||
        beside.isAlong ||
        'leaf' in beside.make ||
        beside.column.length !== list.column.length
      )
        continue;
      if (!isSameShape(beside.column, list.column, space.n)) continue;
      this.settings.meter.spend(this.n);
      const item: Entry = {
        type: 'word',
        column: new Int32Array(0),
        bits: 0,
        isOpen: true,
        make: { leaf: { is: 'item' } },
      };
      this.add({
        type: 'word',
        column: beside.column.slice(space.n + 1),
        bits: level,
        isOpen: true,
        make: { production: 'nth', args: [beside, item] },
      });
    }
  }

  private at(type: Type, bits: number): readonly Entry[] {
    return this.shelves[type].byBits[bits] ?? [];
  }

  private applyOne(production: Applied, level: number, rest: number): void {
    for (const a of this.at(production.args[0]!, rest)) this.apply(production, level, [a]);
  }

  private *applyTwo(production: Applied, level: number, rest: number): Generator<undefined, void, void> {
    const [first, second] = production.args;
    for (let i = 1; i < rest; i += 1) {
      if (production.isSymmetric && i > rest - i) break;
      const right = this.at(second!, rest - i);
      if (right.length === 0) continue;
      for (const a of this.at(first!, i)) {
        if (this.isFull) return;
        yield* this.rest();
        for (const b of right) if (a.isOpen || b.isOpen) this.apply(production, level, [a, b]);
      }
    }
  }

  private *applyThree(production: Applied, level: number, rest: number): Generator<undefined, void, void> {
    for (let i = 1; i < rest - 1; i += 1) {
      for (const a of this.at(production.args[0]!, i)) {
        if (!a.isOpen) continue;
        for (let j = 1; j < rest - i; j += 1) {
          const third = this.at(production.args[2]!, rest - i - j);
          if (third.length === 0) continue;
          if (this.isFull) return;
          yield* this.rest();
          for (const b of this.at(production.args[1]!, j)) {
            for (const c of third) this.apply(production, level, [a, b, c]);
          }
        }
      }
    }
  }

  private apply(production: Applied, level: number, args: readonly Entry[]): void {
    if (args[0]!.isAlong && !isMeasureAlong(production, args)) return;
    const { written, fields } = production;
    if (fields !== undefined && !this.areFields(fields, args)) return;
    const columns = args.map(({ column }) => column);
    const column = production.evaluate(columns, this.n);
    this.settings.meter.spend(column === undefined ? this.n : column.length + 4);
    if (column === undefined) return;
    this.add({
      type: production.result,
      column,
      bits: level,
      isOpen: args.some(({ isOpen }) => isOpen),
      ...(production.keepsItems && args[0]!.places !== undefined && { places: args[0]!.places }),
      make: written === undefined ? { production: production.name, args } : { abstraction: written, args },
    });
  }

  /** Whether lists that are read at places of records are fields of these. */
  private areFields(fields: Abstraction['fields'], args: readonly Entry[]): boolean {
    return fields.every(([field, of]) => {
      const { make } = args[field]!;
      if (!('leaf' in make) || make.leaf.is !== 'column') return false;
      const { places } = args[of]!;
      return places !== undefined && this.groupWith(make.leaf.name) === places;
    });
  }

  private *runBodies(level: number): Generator<undefined, void, void> {
    for (let bits = 1; bits < level; bits += 1) {
      for (const list of this.at('list', bits)) {
        if (this.isFull) return;
        if (!list.isOpen || list.column.length === this.n + 1) continue;
        if (this.settings.groups !== undefined && list.places === undefined) continue;
        for (const each of this.bodies) {
          const rest = level - bits - each.bits;
          if (rest >= 1) yield* this.runBody(each.name, list, level, rest);
        }
      }
    }
  }

  // oxlint-disable-next-line max-params -- one production, its list, the level it fills and the bits left for its body
  private *runBody(each: BodyName, list: Entry, level: number, rest: number): Generator<undefined, void, void> {
    const root = this.rootOf(list);
    if (root !== list && !chosenNames.includes(each) && !list.isAlong) return;
    if (list.isAlong && eachRows[each].along === undefined) return;
    const items = this.itemsOf(root);
    yield* items.growing(rest);
    const { body: type, result, evaluate, keepsItems } = eachRows[each];
    for (const body of items.at(type, rest)) {
      if (!body.isOpen) continue;
      if (body.type === 'list' && body.column.length > 20 * this.n + items.n + 200) continue;
      const column = evaluate(
        list.column,
        root === list ? body.column : gathered(body.column, list.column, root.column),
      );
      this.settings.meter.spend(column.length + 4 + (root === list ? 0 : list.column.length - this.n));
      this.add({
        type: result,
        column,
        bits: level,
        isOpen: true,
        ...(keepsItems && list.places !== undefined && { places: list.places }),
        ...(list.isAlong && { isAlong: true }),
        make: { each, list, body },
      });
    }
    yield* this.rest();
  }

  /** The list of all records that a list of some is chosen from. */
  rootOf(list: Entry): Entry {
    if (list.places === undefined) return list;
    return this.leaves.find((entry) => entry.places === list.places)!;
  }

  private add(entry: Entry): void {
    const shelf = this.shelves[entry.type];
    const key = columnKey(entry.column);
    if (shelf.seen.has(key) || this.isTooLarge(entry)) return;
    shelf.seen.set(key, entry);
    shelf.all.push(entry);
    (shelf.byBits[entry.bits] ??= []).push(entry);
    this.settings.room.left -= entry.column.length + 64;
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
