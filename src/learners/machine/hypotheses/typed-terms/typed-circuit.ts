import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { WordPort } from '#foundation/contracts/words';
import { placesOf } from '../word-view.ts';
import { pairsOf } from './batch.ts';
import { type Bounds, boundsAfter, joined, REGISTER_BITS } from './operations.ts';
import { type Folding, isList, type ListTerm, type NumberTerm, type Operation, type Running } from './typed-term.ts';

/** A number in two's complement, and where it lies. */
export interface Signed extends Bounds {
  readonly bits: Word;
}

interface Items {
  readonly items: readonly Signed[];
  /** Whether each item is there. */
  readonly there: readonly Edge[];
}

/** What circuits of terms are made over. */
export interface TypedWorld {
  readonly builder: CircuitBuilder;
  readonly ports: readonly WordPort[];
  readonly input: Word;
  readonly answers: number;
  readonly said: Signed;
  readonly kept: readonly Signed[];
}

/** Bits of a two's complement that holds all numbers between bounds. */
function widthOf({ low, high }: Bounds): number {
  let width = 1;
  while (-(2 ** (width - 1)) > low || 2 ** (width - 1) - 1 < high) width += 1;
  return width;
}

/** The same number in so many bits. */
export function fit(value: Signed, width: number): Edge[] {
  const sign = value.bits.at(-1) ?? FALSE;
  return Array.from({ length: width }, (_, i) => value.bits[i] ?? sign);
}

export function constantOf(value: number): Signed {
  const bounds = { low: value, high: value };
  return { ...bounds, bits: words.constant(widthOf(bounds), value) };
}

/** A word as it lies, which counts from its lowest value. */
export function portValue(builder: CircuitBuilder, bits: Word, { low, values }: Range): Signed {
  return operateOn(builder, 'add', { bits: [...bits, FALSE], low: 0, high: values - 1 }, constantOf(low));
}

/** The part of a port that values depend on. */
interface Range {
  readonly low: number;
  readonly values: number;
}

/** What a register holds. */
export function registerValue(bits: Word): Signed {
  return { bits, low: -(2 ** (REGISTER_BITS - 1)), high: 2 ** (REGISTER_BITS - 1) - 1 };
}

function bit(edge: Edge): Signed {
  return { bits: [edge, FALSE], low: 0, high: 1 };
}

export function isTrue(builder: CircuitBuilder, { bits }: Signed): Edge {
  return builder.orAll(bits);
}

export function choose(builder: CircuitBuilder, test: Edge, yes: Signed, no: Signed): Signed {
  const bounds = joined(yes, no);
  const width = widthOf(bounds);
  return { ...bounds, bits: words.mux(builder, test, fit(yes, width), fit(no, width)) };
}

/** The circuit of an operation. */
export function operateOn(builder: CircuitBuilder, by: Operation, a: Signed, b: Signed): Signed {
  const bounds = boundsAfter(by, a, b);
  const wide = widthOf(joined(joined(a, b), bounds));
  const [x, y] = [fit(a, wide), fit(b, wide)];
  const cut = (bits: Word): Signed => ({ ...bounds, bits: bits.slice(0, widthOf(bounds)) });
  switch (by) {
    case 'add':
      return cut(words.add(builder, x, y));
    case 'subtract':
      return cut(words.subtract(builder, x, y));
    case 'multiply':
      return cut(words.multiply(builder, x, y));
    case 'least':
      return cut(words.minSigned(builder, x, y));
    case 'most':
      return cut(words.maxSigned(builder, x, y));
    case 'remainder':
      return cut(remainder(builder, a, b));
    case 'quotient':
      return cut(quotient(builder, a, b));
    case 'same':
      return bit(words.equal(builder, x, y));
    case 'differs':
      return bit(builder.not(words.equal(builder, x, y)));
    case 'below':
      return bit(words.lessThanSigned(builder, x, y));
    case 'atLeast':
      return bit(builder.not(words.lessThanSigned(builder, x, y)));
    case 'both':
      return bit(builder.and(isTrue(builder, a), isTrue(builder, b)));
  }
}

/** The remainder by long division; what is negative is first moved up by a multiple. */
function remainder(builder: CircuitBuilder, a: Signed, b: Signed): Edge[] {
  const most = Math.max(1, b.high);
  const lift = a.low >= 0 ? 0 : Math.ceil(-a.low);
  // a + lift · b is not negative where b is at least 1.
  const moved = lift === 0 ? a : operateOn(builder, 'add', a, operateOn(builder, 'multiply', constantOf(lift), b));
  const high = Math.max(moved.high, 1);
  const width = widthOf({ low: 0, high: 2 * high + 2 * most });
  let left: Word = fit(moved, width);
  const by = fit(b, width);
  let shifts = 0;
  while (2 ** (shifts + 1) <= high) shifts += 1;
  for (let k = shifts; k >= 0; k -= 1) {
    // Past `high` the shifted divisor is never below what is left.
    const isOver = builder.orAll(by.slice(width - 1 - k));
    const shifted = [...new Array<Edge>(k).fill(FALSE), ...by].slice(0, width - 1);
    const divisor = [...shifted, FALSE];
    const fits = builder.and(builder.not(isOver), builder.not(words.lessThan(builder, left, divisor)));
    left = words.mux(builder, fits, words.subtract(builder, left, divisor), left);
  }
  const isPositive = words.lessThanSigned(builder, words.constant(width, 0), by);
  return left.map((edge) => builder.and(edge, isPositive));
}

/** The quotient by long division; 0 where what is divided is negative, or the divisor not positive. */
function quotient(builder: CircuitBuilder, a: Signed, b: Signed): Edge[] {
  const high = Math.max(a.high, 1);
  const width = widthOf({ low: Math.min(a.low, b.low, 0), high: 2 * high + 2 * Math.max(1, b.high) });
  const [whole, by] = [fit(a, width), fit(b, width)];
  const zero = words.constant(width, 0);
  const isMeant = builder.and(
    builder.not(words.lessThanSigned(builder, whole, zero)),
    words.lessThanSigned(builder, zero, by),
  );
  let shifts = 0;
  while (2 ** (shifts + 1) <= high) shifts += 1;
  const made = new Array<Edge>(Math.max(shifts + 2, widthOf({ low: 0, high }))).fill(FALSE);
  let left: Word = whole;
  for (let k = shifts; k >= 0; k -= 1) {
    const isOver = builder.orAll(by.slice(width - 1 - k));
    const divisor = [...[...new Array<Edge>(k).fill(FALSE), ...by].slice(0, width - 1), FALSE];
    const fits = builder.and(builder.not(isOver), builder.not(words.lessThan(builder, left, divisor)));
    left = words.mux(builder, fits, words.subtract(builder, left, divisor), left);
    made[k] = builder.and(fits, isMeant);
  }
  return made;
}

/** Makes circuits of terms, each term once. */
export class TypedCircuits {
  private readonly world: TypedWorld;
  private readonly numbers = new Map<NumberTerm, Signed>();
  private readonly lists = new Map<ListTerm, Items>();

  constructor(world: TypedWorld) {
    this.world = world;
  }

  number(term: NumberTerm): Signed {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const made = this.make(term);
    this.numbers.set(term, made);
    return made;
  }

  private make(term: NumberTerm): Signed {
    const { builder, ports, input, answers, said, kept } = this.world;
    switch (term.kind) {
      case 'word': {
        const port = ports[term.port]!;
        return portValue(builder, input.slice(port.offset, port.offset + port.width), port);
      }
      case 'constant':
        return constantOf(term.value);
      case 'answers':
        return constantOf(answers);
      case 'said':
        return said;
      case 'kept':
        return kept[term.register]!;
      case 'of':
        return operateOn(builder, term.by, this.number(term.a), this.number(term.b));
      case 'fold':
        return this.fold(term.by, this.list(term.list), term.where === undefined ? undefined : this.list(term.where));
      case 'at': {
        const index = this.number(term.index);
        const { items, there } = this.list(term.list);
        return items.reduce<Signed>((found, item, k) => {
          const isHere = isTrue(builder, operateOn(builder, 'same', index, constantOf(k)));
          return choose(builder, builder.and(isHere, there[k]!), item, found);
        }, constantOf(0));
      }
      case 'if':
        return choose(builder, isTrue(builder, this.number(term.test)), this.number(term.yes), this.number(term.no));
      case 'table': {
        const of = term.of.map((part) => this.number(part));
        return term.rows.reduce<Signed>((found, { keys, value }) => {
          const isRow = keys.map((key, k) => isTrue(builder, operateOn(builder, 'same', of[k]!, constantOf(key))));
          return choose(builder, builder.andAll(isRow), constantOf(value), found);
        }, constantOf(term.otherwise));
      }
    }
  }

  private list(term: ListTerm): Items {
    const known = this.lists.get(term);
    if (known !== undefined) return known;
    const made = this.makeList(term);
    this.lists.set(term, made);
    return made;
  }

  private makeList(term: ListTerm): Items {
    const { builder, ports, input } = this.world;
    switch (term.kind) {
      case 'column': {
        const port = ports[term.port]!;
        const items = placesOf(port).map((at) => portValue(builder, input.slice(at, at + port.width), port));
        return { items, there: this.thereOf(port) };
      }
      case 'places': {
        const port = ports[term.port]!;
        const there = this.thereOf(port);
        return { items: there.map((_, k) => constantOf(k)), there };
      }
      case 'paired': {
        const { items, there } = this.list({ kind: 'column', port: term.port });
        const pairs = pairsOf(items.length);
        return {
          items: pairs.map((pair) => items[pair[term.second ? 1 : 0]]!),
          there: pairs.map(([, second]) => there[second]!),
        };
      }
      case 'each': {
        const a = this.list(term.a);
        const b = isList(term.b) ? this.list(term.b).items : this.number(term.b);
        const items = a.items.map((item, k) => operateOn(builder, term.by, item, 'bits' in b ? b : b[k]!));
        return { ...a, items };
      }
      case 'sorted':
        return this.sorted(this.list(term.list), term.up);
      case 'sums': {
        const { items, there } = this.list(term.list);
        let sum = constantOf(0);
        return { there, items: items.map((item) => (sum = operateOn(builder, 'add', sum, item))) };
      }
      case 'before': {
        const { items, there } = this.list(term.list);
        return { there, items: items.map((_, k) => items[k - 1] ?? constantOf(0)) };
      }
      case 'marks': {
        const { items, there } = this.list(term.list);
        const markOf = (item: Signed): Signed =>
          term.marks.reduce<Signed>((found, mark, name) => {
            const isNamed = isTrue(builder, operateOn(builder, 'same', item, constantOf(name)));
            return mark === 0 ? found : choose(builder, isNamed, constantOf(mark), found);
          }, constantOf(0));
        return { there, items: items.map(markOf) };
      }
      case 'scan': {
        const { items, there } = this.list(term.list);
        const within = this.number(term.within);
        let so = constantOf(0);
        return { there, items: items.map((item) => (so = this.goOn(term.by, so, item, within))) };
      }
    }
  }

  private goOn(by: Running, so: Signed, item: Signed, within: Signed): Signed {
    const { builder } = this.world;
    const zero = constantOf(0);
    if (by === 'most') return operateOn(builder, 'most', so, item);
    if (by === 'run') return choose(builder, isTrue(builder, item), operateOn(builder, 'add', so, constantOf(1)), zero);
    const sum = operateOn(builder, 'add', so, item);
    if (by === 'packed') return choose(builder, isTrue(builder, operateOn(builder, 'below', within, sum)), item, sum);
    const above = operateOn(builder, 'most', zero, sum);
    return by === 'floored' ? above : operateOn(builder, 'least', within, above);
  }

  private thereOf({ repeats: [repeat] }: WordPort): Edge[] {
    const { builder, ports, input } = this.world;
    const { count, length, mark } = repeat!;
    if (length !== undefined) {
      const { offset, width } = ports[length]!;
      const told: Signed = { bits: [...input.slice(offset, offset + width), FALSE], low: 0, high: 2 ** width - 1 };
      return Array.from({ length: count }, (_, k) => operateOn(builder, 'below', constantOf(k), told).bits[0]!);
    }
    if (mark === undefined) return new Array<Edge>(count).fill(TRUE);
    let goesOn: Edge = TRUE;
    return placesOf(ports[mark]!).map((at) => (goesOn = builder.and(goesOn, builder.not(input[at]!))));
  }

  /** Neighbours are put in order as often as there are items; what is not there goes to the end. */
  private sorted({ items, there }: Items, up: boolean): Items {
    const { builder } = this.world;
    const bounds = items.reduce<Bounds>((all, item) => joined(all, item), items[0]!);
    const past = up ? bounds.high + 1 : bounds.low - 1;
    const wide = joined(bounds, { low: past, high: past });
    const row = items.map((item, k) => ({ ...choose(builder, there[k]!, item, constantOf(past)), ...wide }));
    const width = widthOf(wide);
    let bits = row.map((item) => words.signExtend(item.bits, width));
    for (let round = 0; round < items.length; round += 1) {
      const next = [...bits];
      for (let k = round % 2; k + 1 < items.length; k += 2) {
        const [low, high] = [
          words.minSigned(builder, bits[k]!, bits[k + 1]!),
          words.maxSigned(builder, bits[k]!, bits[k + 1]!),
        ];
        [next[k], next[k + 1]] = up ? [low, high] : [high, low];
      }
      bits = next;
    }
    return { items: bits.map((each) => ({ ...wide, bits: each })), there };
  }

  private fold(by: Folding, { items, there }: Items, where: Items | undefined): Signed {
    const { builder } = this.world;
    const meant = there.map((edge, k) =>
      where === undefined ? edge : builder.and(edge, isTrue(builder, where.items[k]!)),
    );
    let [best, place] = [constantOf(0), constantOf(0)];
    let isFound: Edge = FALSE;
    for (const [k, item] of items.entries()) {
      if (by === 'sum') {
        best = operateOn(builder, 'add', best, choose(builder, meant[k]!, item, constantOf(0)));
        continue;
      }
      const isLess = by === 'least' || by === 'whereLeast';
      const beats =
        by === 'last'
          ? TRUE
          : by === 'first'
            ? FALSE
            : isTrue(
                builder,
                isLess ? operateOn(builder, 'below', item, best) : operateOn(builder, 'below', best, item),
              );
      const isBetter = builder.and(meant[k]!, builder.or(builder.not(isFound), beats));
      best = choose(builder, isBetter, item, best);
      place = choose(builder, isBetter, constantOf(k), place);
      isFound = builder.or(isFound, meant[k]!);
    }
    return by === 'sum' || by === 'least' || by === 'most' ? best : place;
  }
}
