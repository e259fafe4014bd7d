import { TRUE } from '#logic/circuit/graph';
import { constantWire, type Gates, type Slots, slotsOf, type Wire, wireOf } from '../circuits/gates.ts';
import {
  keptAt,
  laterSlots,
  reversed,
  stepsOfSlots,
  sumsOfSlots,
  uniqueSlots,
  withoutFirst,
} from '../circuits/list-gates.ts';
import { kept, lengthOfSlots, sortedSlots } from '../circuits/slots.ts';
import { type Column, listAt, packLists } from '../column.ts';
import type { Production } from '../production.ts';

/** A term that makes a longer list than this is dropped. */
const LONGEST = 200;

type List = readonly number[];

interface ListRow {
  readonly bits: number;
  /** In the words of a production, LIST, A and B stand for its arguments. */
  readonly say: string;
  readonly witness?: (list: List, target: List) => readonly List[];
  /** The items of the result are items of the list. */
  readonly keepsItems?: true;
  readonly gates?: (gates: Gates, list: Slots, a: Wire) => Slots;
}

function fill(say: string, args: readonly string[], letters: readonly string[]): string {
  return letters.reduce((text, letter, i) => text.replace(letter, () => args[i]!), say);
}

function pack(n: number, make: (row: number) => List): Column | undefined {
  const lists: List[] = [];
  for (let i = 0; i < n; i += 1) {
    const list = make(i);
    if (list.length > LONGEST) return undefined;
    lists.push(list);
  }
  return packLists(lists);
}

/** A list from a list and up to two words. */
function fromList(
  name: string,
  words: 0 | 1 | 2,
  row: ListRow,
  make: (list: number[], a: number, b: number) => List,
): Production {
  return {
    name,
    args: ['list', ...new Array<'word'>(words).fill('word')],
    result: 'list',
    bits: row.bits,
    evaluate: ([list, a, b], n) => pack(n, (i) => make(listAt(list!, i), a?.[i] ?? 0, b?.[i] ?? 0)),
    ...(row.witness && { witness: row.witness }),
    ...(row.keepsItems && { keepsItems: true }),
    ...(row.gates && {
      circuit: (gates, [list, a]) => row.gates!(gates, slotsOf(list), words === 0 ? constantWire(0) : wireOf(a)),
    }),
    say: (args) => fill(row.say, args, ['LIST', 'A', 'B']),
  };
}

const same = (a: List, b: List): boolean => a.length === b.length && a.every((item, i) => item === b[i]);

const startsWith = (whole: List, part: List): boolean =>
  part.length <= whole.length && part.every((item, i) => item === whole[i]);

const endsWith = (whole: List, part: List): boolean =>
  part.length <= whole.length && part.every((item, i) => item === whole[whole.length - part.length + i]);

/** Every tuple in range that makes the target: inverse semantics by trial, for lists of a few items. */
function tried(
  make: (list: number[], a: number, b: number) => List,
  firsts: (list: List, target: List) => List,
  seconds: (list: List, target: List) => List,
): (list: List, target: List) => readonly List[] {
  return (list, target) => {
    const found: List[] = [];
    for (const a of firsts(list, target)) {
      for (const b of seconds(list, target)) if (same(make([...list], a, b), target)) found.push([a, b]);
    }
    return found;
  };
}

const places = (list: List): List => list.map((_, i) => i + 1);
const values = (target: List): List => [...new Set(target)];
const atEnd = (keep: number): List => [keep, keep + 1, keep + 3, keep + 6];

const slice = (list: number[], a: number, b: number): List => list.slice(Math.max(0, a - 1), Math.max(0, b));
const cut = (list: number[], a: number, b: number): List =>
  b < a ? list : [...list.slice(0, Math.max(0, a - 1)), ...list.slice(Math.max(0, b))];
const insertAt = (list: number[], a: number, b: number): List =>
  a < 1 || a > list.length + 1 ? list : [...list.slice(0, a - 1), b, ...list.slice(a - 1)];
const replaceAt = (list: number[], a: number, b: number): List =>
  a < 1 || a > list.length ? list : list.with(a - 1, b);
const swap = (list: number[], a: number, b: number): List =>
  a < 1 || b < 1 || a > list.length || b > list.length
    ? list
    : list.with(a - 1, list[b - 1]!).with(b - 1, list[a - 1]!);
const removeAt = (list: number[], a: number): List => (a < 1 || a > list.length ? list : list.toSpliced(a - 1, 1));
const replaceValue = (list: number[], a: number, b: number): List => list.map((item) => (item === a ? b : item));

/** Where one list was changed by one item, if its length tells so. */
function changed(list: List, target: List, difference: number): boolean {
  return target.length - list.length === difference;
}

/** Lists from lists. Places count from 1; a place outside a list changes nothing. */
export const lists: readonly Production[] = [
  fromList(
    'tail',
    0,
    { bits: 5, say: 'LIST without its first', keepsItems: true, gates: (gates, list) => withoutFirst(gates, list) },
    (list) => list.slice(1),
  ),
  fromList(
    'init',
    0,
    {
      bits: 5,
      say: 'LIST without its last',
      keepsItems: true,
      gates: (gates, list) => reversed(withoutFirst(gates, reversed(list))),
    },
    (list) => list.slice(0, -1),
  ),
  fromList(
    'reverse',
    0,
    { bits: 5, say: 'LIST reversed', keepsItems: true, gates: (_, list) => reversed(list) },
    (list) => list.reverse(),
  ),
  fromList(
    'sort',
    0,
    { bits: 5, say: 'LIST sorted', keepsItems: true, gates: (gates, list) => sortedSlots(gates, list, list.items) },
    (list) => list.sort((a, b) => a - b),
  ),
  fromList('unique', 0, { bits: 5, say: 'LIST without repeats', keepsItems: true, gates: uniqueSlots }, (list) => [
    ...new Set(list),
  ]),
  fromList('sums', 0, { bits: 7, say: 'the running sums of LIST', gates: sumsOfSlots }, (list) => {
    let sum = 0;
    return list.map((item) => (sum += item));
  }),
  fromList('later', 0, { bits: Infinity, say: 'LIST one place later', gates: laterSlots }, (list) =>
    [0, ...list].slice(0, list.length),
  ),
  fromList('steps', 0, { bits: 6, say: 'the steps of LIST', gates: stepsOfSlots }, (list) =>
    list.slice(1).map((item, i) => item - list[i]!),
  ),
  fromList(
    'take',
    1,
    {
      bits: 5,
      say: 'the first A of LIST',
      keepsItems: true,
      gates: (gates, list, a) => keptAt(gates, list, (place) => gates.builder.not(gates.isLess(a, place))),
      witness: (list, target) =>
        startsWith(list, target)
          ? (target.length === list.length ? atEnd(list.length) : [target.length]).map((a) => [a])
          : [],
    },
    (list, a) => list.slice(0, Math.max(0, a)),
  ),
  fromList(
    'drop',
    1,
    {
      bits: 5,
      say: 'LIST without its first A',
      keepsItems: true,
      gates: (gates, list, a) => keptAt(gates, list, (place) => gates.isLess(a, place)),
      witness: (list, target) => (endsWith(list, target) ? [[list.length - target.length]] : []),
    },
    (list, a) => list.slice(Math.max(0, a)),
  ),
  fromList(
    'takeLast',
    1,
    {
      bits: 6,
      say: 'the last A of LIST',
      keepsItems: true,
      gates(gates, list, a) {
        const from = gates.subtract(lengthOfSlots(gates, list), a);
        return keptAt(gates, list, (place) => gates.isLess(from, place));
      },
      witness: (list, target) =>
        endsWith(list, target)
          ? (target.length === list.length ? atEnd(list.length) : [target.length]).map((a) => [a])
          : [],
    },
    (list, a) => (a <= 0 ? [] : list.slice(-a)),
  ),
  fromList(
    'dropLast',
    1,
    {
      bits: 6,
      say: 'LIST without its last A',
      keepsItems: true,
      gates(gates, list, a) {
        const to = gates.subtract(lengthOfSlots(gates, list), gates.larger(a, constantWire(0)));
        return keptAt(gates, list, (place) => gates.builder.not(gates.isLess(to, place)));
      },
      witness: (list, target) => (startsWith(list, target) ? [[list.length - target.length]] : []),
    },
    (list, a) => (a <= 0 ? list : list.slice(0, Math.max(0, list.length - a))),
  ),
  fromList(
    'removeAt',
    1,
    {
      bits: 5,
      say: 'LIST without item A',
      witness: (list, target) =>
        changed(list, target, -1)
          ? places(list).flatMap((a) => (same(removeAt([...list], a), target) ? [[a]] : []))
          : [],
    },
    removeAt,
  ),
  fromList(
    'without',
    1,
    {
      bits: 5,
      say: 'LIST without every A',
      keepsItems: true,
      gates: (gates, list, a) => kept(gates, list, (k) => gates.builder.not(gates.isEqual(list.items[k]!, a))),
    },
    (list, a) => list.filter((item) => item !== a),
  ),
  fromList('cons', 1, { bits: 5, say: 'A before LIST' }, (list, a) => [a, ...list]),
  fromList('append', 1, { bits: 5, say: 'A after LIST' }, (list, a) => [...list, a]),
  fromList(
    'slice',
    2,
    {
      bits: 6,
      say: 'items A to B of LIST',
      witness: (list, target) =>
        target.length === 0
          ? []
          : places(list).flatMap((a) =>
              same(slice([...list], a, a + target.length - 1), target)
                ? (a + target.length - 1 === list.length ? atEnd(list.length) : [a + target.length - 1]).map((b) => [
                    a,
                    b,
                  ])
                : [],
            ),
    },
    slice,
  ),
  fromList(
    'cut',
    2,
    {
      bits: 6,
      say: 'LIST without items A to B',
      witness: (list, target) =>
        list.length > target.length
          ? places(list).flatMap((a) => {
              const b = a + list.length - target.length - 1;
              return b <= list.length && same(cut([...list], a, b), target)
                ? (b === list.length ? atEnd(b) : [b]).map((end) => [a, end])
                : [];
            })
          : [],
    },
    cut,
  ),
  fromList(
    'insertAt',
    2,
    {
      bits: 6,
      say: 'LIST with B put in as item A',
      witness: (list, target) =>
        changed(list, target, 1)
          ? tried(
              insertAt,
              (l) => [...places(l), l.length + 1],
              (_, t) => values(t),
            )(list, target)
          : [],
    },
    insertAt,
  ),
  fromList(
    'replaceAt',
    2,
    {
      bits: 6,
      say: 'LIST with B in place of item A',
      witness: (list, target) =>
        changed(list, target, 0) ? tried(replaceAt, places, (_, t) => values(t))(list, target) : [],
    },
    replaceAt,
  ),
  fromList(
    'swap',
    2,
    {
      bits: 6,
      say: 'LIST with items A and B exchanged',
      witness: (list, target) =>
        changed(list, target, 0) ? tried(swap, places, places)(list, target).filter(([a, b]) => a! < b!) : [],
    },
    swap,
  ),
  fromList(
    'replaceValue',
    2,
    {
      bits: 7,
      say: 'LIST with B for every A',
      witness: (list, target) =>
        changed(list, target, 0) && !same(list, target)
          ? tried(replaceValue, values, (_, t) => values(t))(list, target)
          : [],
    },
    replaceValue,
  ),
  {
    name: 'concat',
    args: ['list', 'list'],
    result: 'list',
    bits: 5,
    evaluate: ([a, b], n) => pack(n, (i) => [...listAt(a!, i), ...listAt(b!, i)]),
    circuit(_, args) {
      const [first, second] = args.map(slotsOf);
      return {
        items: [...first!.items, ...second!.items],
        there: [...first!.there, ...second!.there],
        isDense: false,
      };
    },
    say: ([a, b]) => `${a} followed by ${b}`,
  },
  {
    name: 'interleave',
    args: ['list', 'list'],
    result: 'list',
    bits: 8,
    evaluate: ([a, b], n) =>
      pack(n, (i) => {
        const other = listAt(b!, i);
        return listAt(a!, i).flatMap((item, j) => (j < other.length ? [item, other[j]!] : [item]));
      }),
    say: ([a, b]) => `${a} interleaved with ${b}`,
  },
  {
    name: 'singleton',
    args: ['word'],
    result: 'list',
    bits: 4,
    evaluate: ([a], n) => pack(n, (i) => [a![i]!]),
    circuit: (_, [a]) => ({ items: [wireOf(a)], there: [TRUE], isDense: true }),
    say: ([a]) => `[${a}]`,
  },
  {
    name: 'repeat',
    args: ['word', 'word'],
    result: 'list',
    bits: 6,
    evaluate: ([a, times], n) =>
      pack(n, (i) => new Array<number>(Math.min(LONGEST + 1, Math.max(0, times![i]!))).fill(a![i]!)),
    say: ([a, times]) => `${a} repeated ${times} times`,
  },
  {
    name: 'range',
    args: ['word', 'word'],
    result: 'list',
    bits: 6,
    evaluate: ([from, to], n) =>
      pack(n, (i) =>
        Array.from({ length: Math.min(LONGEST + 1, Math.max(0, to![i]! - from![i]! + 1)) }, (_, j) => from![i]! + j),
      ),
    say: ([from, to]) => `the numbers from ${from} to ${to}`,
  },
];
