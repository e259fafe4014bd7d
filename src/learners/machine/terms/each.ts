import { type Edge, FALSE } from '#logic/circuit/graph';
import { type CircuitValue, constantWire, flagWire, type Gates, type Slots, type Wire } from './circuits/gates.ts';
import { kept, sortedSlots } from './circuits/slots.ts';
import { type Column, listAt, NOTHING, packLists, rowsOfLists, type Type } from './column.ts';

/** What may be done with a body on each item of a list. */
export type EachName =
  | 'map'
  | 'filter'
  | 'flatMap'
  | 'sortBy'
  | 'leastBy'
  | 'mostBy'
  | 'some'
  | 'every'
  | 'after'
  | 'from'
  | 'scan';

/** One step of a list that grows with an episode. Where `fresh` holds, nothing before this step counts any more. */
export interface Coming {
  readonly item: Wire;
  readonly there: Edge;
  readonly fresh: Edge;
}

/** One row of the table of what runs a body on each item: a type, a cost, what it is worth, how it is said, and its gates. */
export interface EachRow {
  readonly body: Type;
  readonly result: Type;
  /** Cost in bits where the grammar names none. */
  readonly bits: number;
  /** Its list is made of items of the list. */
  readonly keepsItems?: true;
  /** The worth of the whole, from the list and the worth of the body on each item. */
  readonly evaluate: (list: Column, body: Column) => Column;
  readonly circuit?: (gates: Gates, list: Slots, body: readonly Wire[]) => CircuitValue;
  /** How a list that grows with an episode is made of another such list. */
  readonly along?: (gates: Gates, coming: Coming, body: Wire) => Coming;
  say(list: string, body: string): string;
}

/** One value for each list, from its items: `from` and `to` are places in the list column, `base` is where its items begin. */
function forEachList(list: Column, value: (from: number, to: number, base: number) => number): Column {
  const n = rowsOfLists(list);
  const column = new Int32Array(n);
  for (let i = 0; i < n; i += 1) column[i] = value(list[i]!, list[i + 1]!, n + 1);
  return column;
}

function listsFrom(list: Column, make: (from: number, to: number, base: number) => readonly number[]): Column {
  const n = rowsOfLists(list);
  return packLists(Array.from({ length: n }, (_, i) => make(list[i]!, list[i + 1]!, n + 1)));
}

function keepItems(list: Column, flags: Column): Column {
  const n = rowsOfLists(list);
  const base = n + 1;
  let count = 0;
  for (let j = 0; j < flags.length; j += 1) count += flags[j]!;
  const column = new Int32Array(base + count);
  let at = base;
  for (let i = 0; i < n; i += 1) {
    column[i] = at;
    for (let j = list[i]!; j < list[i + 1]!; j += 1) if (flags[j - base] === 1) column[at++] = list[j]!;
  }
  column[n] = at;
  return column;
}

function bestItem(isBetter: (key: number, best: number) => boolean) {
  return (list: Column, body: Column): Column =>
    forEachList(list, (from, to, base) => {
      if (from === to) return NOTHING;
      let best = from;
      for (let j = from + 1; j < to; j += 1) if (isBetter(body[j - base]!, body[best - base]!)) best = j;
      return list[best]!;
    });
}

function bestSlot(beats: (gates: Gates, key: Wire, best: Wire) => Edge) {
  return (gates: Gates, { items, there }: Slots, body: readonly Wire[]): Wire => {
    const { builder } = gates;
    let [best, key, isBegun]: [Wire, Wire, Edge] = [constantWire(NOTHING), constantWire(0), FALSE];
    items.forEach((item, k) => {
      const isBetter = builder.and(there[k]!, builder.or(builder.not(isBegun), beats(gates, body[k]!, key)));
      best = gates.choose(isBetter, item, best);
      key = gates.choose(isBetter, body[k]!, key);
      isBegun = builder.or(isBegun, there[k]!);
    });
    return best;
  };
}

/** The last item whose flag holds; −1 where there is none. */
function lastHolding(flags: Column, from: number, to: number): number {
  for (let j = to - 1; j >= from; j -= 1) if (flags[j] === 1) return j;
  return -1;
}

/** Items past the last one that is marked, which itself stays or not. */
function keptPastLast(gates: Gates, list: Slots, body: readonly Wire[], staysItself: boolean): Slots {
  const { builder } = gates;
  const isMarked = body.map((flag, k) => builder.and(list.there[k]!, gates.holds(flag)));
  let isLater: Edge = FALSE;
  const keep: Edge[] = [];
  for (let k = list.items.length - 1; k >= 0; k -= 1) {
    const isHidden = staysItself ? isLater : builder.or(isLater, isMarked[k]!);
    isLater = builder.or(isLater, isMarked[k]!);
    keep[k] = builder.not(isHidden);
  }
  return kept(gates, list, (k) => keep[k]!);
}

/** Everything that runs a body on each item. */
export const eachRows: Readonly<Record<Exclude<EachName, 'scan'>, EachRow>> = {
  map: {
    body: 'word',
    result: 'list',
    bits: 4,
    evaluate(list, body) {
      const mapped = new Int32Array(list.length);
      const base = rowsOfLists(list) + 1;
      mapped.set(list.subarray(0, base));
      mapped.set(body, base);
      return mapped;
    },
    circuit: (_, list, body) => ({ ...list, items: body }),
    along: (_, coming, body) => ({ ...coming, item: body }),
    say: (list, body) => `${body} for each item of ${list}`,
  },
  filter: {
    body: 'flag',
    result: 'list',
    bits: 4,
    keepsItems: true,
    evaluate: keepItems,
    circuit: (gates, list, body) => kept(gates, list, (k) => gates.holds(body[k]!)),
    along: (gates, coming, body) => ({ ...coming, there: gates.builder.and(coming.there, gates.holds(body)) }),
    say: (list, body) => `the items of ${list} with ${body}`,
  },
  flatMap: {
    body: 'list',
    result: 'list',
    bits: 6,
    evaluate: (list, body) =>
      listsFrom(list, (from, to, base) => {
        const row: number[] = [];
        for (let j = from; j < to; j += 1) for (const item of listAt(body, j - base)) row.push(item);
        return row;
      }),
    say: (list, body) => `${body}, joined, for each item of ${list}`,
  },
  sortBy: {
    body: 'word',
    result: 'list',
    bits: 7,
    keepsItems: true,
    evaluate: (list, body) =>
      listsFrom(list, (from, to, base) =>
        Array.from({ length: to - from }, (_, j) => from + j)
          .sort((a, b) => body[a - base]! - body[b - base]! || a - b)
          .map((j) => list[j]!),
      ),
    circuit: (gates, list, body) => sortedSlots(gates, list, body),
    say: (list, body) => `${list} sorted by ${body}`,
  },
  leastBy: {
    body: 'word',
    result: 'word',
    bits: Infinity,
    evaluate: bestItem((key, best) => key < best),
    circuit: bestSlot((gates, key, best) => gates.isLess(key, best)),
    say: (list, body) => `the item of ${list} with the least ${body}`,
  },
  mostBy: {
    body: 'word',
    result: 'word',
    bits: Infinity,
    evaluate: bestItem((key, best) => key > best),
    circuit: bestSlot((gates, key, best) => gates.isLess(best, key)),
    say: (list, body) => `the item of ${list} with the most ${body}`,
  },
  some: {
    body: 'flag',
    result: 'flag',
    bits: Infinity,
    evaluate: (list, body) =>
      forEachList(list, (from, to, base) => (lastHolding(body, from - base, to - base) >= 0 ? 1 : 0)),
    circuit: (gates, { there }, body) =>
      flagWire(gates.builder.orAll(body.map((flag, k) => gates.builder.and(there[k]!, gates.holds(flag))))),
    say: (list, body) => `some item of ${list} has ${body}`,
  },
  every: {
    body: 'flag',
    result: 'flag',
    bits: Infinity,
    evaluate: (list, body) =>
      forEachList(list, (from, to, base) => {
        for (let j = from; j < to; j += 1) if (body[j - base] !== 1) return 0;
        return 1;
      }),
    circuit: (gates, { there }, body) =>
      flagWire(gates.builder.andAll(body.map((flag, k) => gates.builder.implies(there[k]!, gates.holds(flag))))),
    say: (list, body) => `every item of ${list} has ${body}`,
  },
  after: {
    body: 'flag',
    result: 'list',
    bits: Infinity,
    keepsItems: true,
    evaluate: (list, body) =>
      listsFrom(list, (from, to, base) => {
        const last = lastHolding(body, from - base, to - base);
        return Array.from(list.subarray(last < 0 ? from : last + base + 1, to));
      }),
    circuit: (gates, list, body) => keptPastLast(gates, list, body, false),
    along(gates, { item, there, fresh }, body) {
      const isMarked = gates.builder.and(there, gates.holds(body));
      return {
        item,
        there: gates.builder.and(there, gates.builder.not(isMarked)),
        fresh: gates.builder.or(fresh, isMarked),
      };
    },
    say: (list, body) => `what comes in ${list} after the last item with ${body}`,
  },
  from: {
    body: 'flag',
    result: 'list',
    bits: Infinity,
    keepsItems: true,
    evaluate: (list, body) =>
      listsFrom(list, (from, to, base) => {
        const last = lastHolding(body, from - base, to - base);
        return Array.from(list.subarray(last < 0 ? from : last + base, to));
      }),
    circuit: (gates, list, body) => keptPastLast(gates, list, body, true),
    along: (gates, coming, body) => ({
      ...coming,
      fresh: gates.builder.or(coming.fresh, gates.builder.and(coming.there, gates.holds(body))),
    }),
    say: (list, body) => `what comes in ${list} from the last item with ${body} on`,
  },
};

/** What runs a body on each item; not scans, whose bodies see the items before. */
export type BodyName = Exclude<EachName, 'scan'>;

export const bodyNames: readonly BodyName[] = [
  'map',
  'filter',
  'flatMap',
  'sortBy',
  'leastBy',
  'mostBy',
  'some',
  'every',
  'after',
  'from',
];

/** The row of a name; nothing where it is the name of a scan or of a production. */
export function eachNamed(name: string): EachRow | undefined {
  const found = bodyNames.find((one) => one === name);
  return found && eachRows[found];
}
