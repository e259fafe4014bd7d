import { FALSE } from '#logic/circuit/graph';
import { constantWire, flagWire, type Gates, type Slots, slotsOf, type Wire, wireOf } from '../circuits/gates.ts';
import { nthOfSlots, placesOfSlots } from '../circuits/slots.ts';
import { type Column, NOTHING, saturate } from '../column.ts';
import type { Folding, Production } from '../production.ts';

interface Measure {
  readonly bits: number;
  readonly say: string;
  /** The word of one list: items from `from` to before `to`. */
  readonly of: (list: Column, from: number, to: number) => number;
  readonly fold: Folding;
}

/** The gates of a fold over all items at once. */
function foldSlots(gates: Gates, { items, there }: Slots, { start, step }: Folding, word = constantWire(0)): Wire {
  return items.reduce<readonly Wire[]>(
    (held, item, k) => step(gates, held, { item, there: there[k]!, word }),
    start.map(constantWire),
  )[0]!;
}

/** The first item, then whatever beats what is held. */
function bestBy(beats: (gates: Gates, item: Wire, held: Wire) => number): Folding {
  return {
    start: [NOTHING, 0],
    step(gates, [held, begun], { item, there }) {
      const { builder } = gates;
      const isBetter = builder.or(builder.not(gates.holds(begun!)), beats(gates, item, held!));
      return [
        gates.choose(builder.and(there, isBetter), item, held!),
        flagWire(builder.or(there, gates.holds(begun!))),
      ];
    },
  };
}

const sumFold: Folding = {
  start: [0],
  step: (gates, [sum], { item, there }) => [gates.add(sum!, gates.choose(there, item, constantWire(0)))],
};

const countFold: Folding = {
  start: [0],
  step: (gates, [count], { item, there, word }) => [
    gates.add(count!, flagWire(gates.builder.and(there, gates.isEqual(item, word)))),
  ],
};

function measure(name: string, { bits, say, of, fold }: Measure): Production {
  return {
    name,
    args: ['list'],
    result: 'word',
    bits,
    evaluate([list], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = of(list!, list![i]!, list![i + 1]!);
      return column;
    },
    circuit: (gates, [list]) => foldSlots(gates, slotsOf(list), fold),
    fold,
    say: ([list]) => `the ${say} of ${list}`,
  };
}

interface Lookup extends Omit<Measure, 'of' | 'fold'> {
  readonly of: (list: Column, from: number, to: number, word: number) => number;
  readonly gates: (gates: Gates, list: Slots, word: Wire) => Wire;
  readonly fold?: Folding;
}

function lookup(name: string, { bits, say, of, fold, gates: make }: Lookup): Production {
  return {
    name,
    args: ['list', 'word'],
    result: 'word',
    bits,
    evaluate([list, word], n) {
      const column = new Int32Array(n);
      for (let i = 0; i < n; i += 1) column[i] = of(list!, list![i]!, list![i + 1]!, word![i]!);
      return column;
    },
    circuit: (gates, [list, word]) => make(gates, slotsOf(list), wireOf(word)),
    ...(fold && { fold }),
    say: ([list, word]) => say.replace('LIST', list!).replace('WORD', word!),
  };
}

/** Words that are measured on lists. The measure of an empty list is nothing (0). */
export const measures: readonly Production[] = [
  measure('head', {
    bits: 4,
    say: 'first',
    of: (l, from, to) => (to > from ? l[from]! : NOTHING),
    fold: bestBy(() => FALSE),
  }),
  measure('last', {
    bits: 4,
    say: 'last',
    of: (l, from, to) => (to > from ? l[to - 1]! : NOTHING),
    fold: { start: [NOTHING], step: (gates, [held], { item, there }) => [gates.choose(there, item, held!)] },
  }),
  measure('length', {
    bits: 4,
    say: 'length',
    of: (_, from, to) => to - from,
    fold: { ignoresItem: true, start: [0], step: (gates, [count], { there }) => [gates.add(count!, flagWire(there))] },
  }),
  measure('sum', {
    bits: 5,
    say: 'sum',
    of(l, from, to) {
      let sum = 0;
      for (let j = from; j < to; j += 1) sum += l[j]!;
      return saturate(sum);
    },
    fold: sumFold,
  }),
  measure('product', {
    bits: 7,
    say: 'product',
    of(l, from, to) {
      let product = 1;
      for (let j = from; j < to; j += 1) product = saturate(product * l[j]!);
      return product;
    },
    fold: {
      start: [1],
      step: (gates, [product], { item, there }) => [
        gates.multiply(product!, gates.choose(there, item, constantWire(1))),
      ],
    },
  }),
  measure('most', {
    bits: 4,
    say: 'largest',
    of(l, from, to) {
      let best = to > from ? l[from]! : NOTHING;
      for (let j = from + 1; j < to; j += 1) if (l[j]! > best) best = l[j]!;
      return best;
    },
    fold: bestBy((gates, item, held) => gates.isLess(held, item)),
  }),
  measure('least', {
    bits: 4,
    say: 'smallest',
    of(l, from, to) {
      let best = to > from ? l[from]! : NOTHING;
      for (let j = from + 1; j < to; j += 1) if (l[j]! < best) best = l[j]!;
      return best;
    },
    fold: bestBy((gates, item, held) => gates.isLess(item, held)),
  }),
  lookup('nth', {
    bits: 4,
    say: 'item WORD of LIST',
    of: (l, from, to, k) => (k >= 1 && from + k - 1 < to ? l[from + k - 1]! : NOTHING),
    gates: nthOfSlots,
  }),
  lookup('count', {
    bits: 5,
    say: 'how often WORD is in LIST',
    of(l, from, to, word) {
      let count = 0;
      for (let j = from; j < to; j += 1) if (l[j] === word) count += 1;
      return count;
    },
    fold: countFold,
    gates: (gates, list, word) => foldSlots(gates, list, countFold, word),
  }),
  lookup('find', {
    bits: 6,
    say: 'the place of WORD in LIST',
    of(l, from, to, word) {
      for (let j = from; j < to; j += 1) if (l[j] === word) return j - from + 1;
      return NOTHING;
    },
    gates(gates, list, word) {
      const places = placesOfSlots(gates, list);
      return list.items.reduceRight<Wire>(
        (found, item, k) =>
          gates.choose(gates.builder.and(list.there[k]!, gates.isEqual(item, word)), places[k]!, found),
        constantWire(NOTHING),
      );
    },
  }),
];
