import type { BitCodec, BitFace } from '#foundation/contracts/tasks';
import { bitsShape, lengthLeaf, widthOfShape, type WordLeaf, type WordShape } from '#foundation/contracts/words';
import { createRng, type Rng } from '#foundation/kernel';

/** How a part of a face is written otherwise: its new shape, and both ways between old and new bits. */
interface Disguise {
  readonly shape: WordShape;
  hide(from: Uint8Array, at: number, to: Uint8Array, place: number): void;
  show(from: Uint8Array, at: number, to: Uint8Array, place: number): void;
}

/** What a disguise does. */
export interface DisguiseOptions {
  /** Fields of records change places. */
  readonly permute: boolean;
  /** Symbols and tags get other numbers. */
  readonly recode: boolean;
  /** Words that mean nothing stand in every observation, drawn anew each time. */
  readonly noise: boolean;
}

/** The same tasks behind another face: what a learner of structure must not care about. The path names the chance. */
export function disguiseFace<O, A>(
  face: BitFace<O, A>,
  options: DisguiseOptions,
  path: string,
): Pick<BitFace<O, A>, 'observation' | 'action'> {
  const rng = createRng(`disguise/${path}`);
  return {
    observation: disguised(face.observation, rng.fork('observation'), options, options.noise),
    action: disguised(face.action, rng.fork('action'), options, false),
  };
}

function disguised<T>(codec: BitCodec<T>, rng: Rng, options: DisguiseOptions, noisy: boolean): BitCodec<T> {
  const plain = disguiseOf(codec.shape ?? bitsShape(codec.width), rng, { ...options, alphabets: new Map() });
  const inner = noisy ? withNoise(plain, rng.fork('noise')) : plain;
  const width = widthOfShape(inner.shape);
  return {
    width,
    shape: inner.shape,
    encode(value) {
      const bits = new Uint8Array(width);
      inner.hide(codec.encode(value), 0, bits, 0);
      return bits;
    },
    decode(bits) {
      if (bits.length !== width) return undefined;
      const shown = new Uint8Array(codec.width);
      inner.show(bits, 0, shown, 0);
      return codec.decode(shown);
    },
  };
}

/** A bit, a word of three bits and a list of words in front, drawn at every observation. */
function withNoise(inner: Disguise, rng: Rng): Disguise {
  const word = (width: number): WordLeaf => ({ kind: 'word', width, values: 2 ** width, low: 0 });
  const fields: WordShape[] = [word(1), word(3), { kind: 'list', count: 5, item: word(2) }, inner.shape];
  const before = 14;
  return {
    shape: { kind: 'fields', fields },
    hide(from, at, to, place) {
      for (let i = 0; i < before; i += 1) to[place + i] = rng.bit();
      inner.hide(from, at, to, place + before);
    },
    show: (from, at, to, place) => inner.show(from, at + before, to, place),
  };
}

/** Options, and the numbers that the symbols of one codec have been given so far. */
interface Recoding extends DisguiseOptions {
  readonly alphabets: Map<number, readonly number[]>;
}

function disguiseOf(shape: WordShape, rng: Rng, options: Recoding): Disguise {
  switch (shape.kind) {
    case 'word':
      return wordDisguise(shape, shape.symbol === true ? symbolNumbers(shape.values, rng, options) : undefined);
    case 'real':
      return copyOf(shape);
    case 'fields':
      return fieldsDisguise(
        shape.fields.map((field, i) => disguiseOf(field, rng.fork(i), options)),
        shape.fields.map(widthOfShape),
        options.permute ? rng.shuffle([...shape.fields.keys()]) : [...shape.fields.keys()],
      );
    case 'cases':
      return casesDisguise(
        shape,
        shape.cases.map((each, i) => disguiseOf(each, rng.fork(i), options)),
        options.recode && shape.tag.symbol === true ? bijection(shape.tag.values, rng) : undefined,
      );
    case 'list': {
      const item = disguiseOf(shape.item, rng.fork('item'), options);
      return listDisguise(shape, item, widthOfShape(shape.item));
    }
  }
}

/**
 * Words of equally many symbols share their numbers: what is equal in two words stays so, as a literal of a premise and of a conclusion.
 * Yes and no are turned one by one.
 */
function symbolNumbers(count: number, rng: Rng, { recode, alphabets }: Recoding): readonly number[] | undefined {
  if (!recode) return undefined;
  if (count <= 2) return bijection(count, rng);
  const numbers = alphabets.get(count) ?? bijection(count, rng);
  alphabets.set(count, numbers);
  return numbers;
}

function bijection(count: number, rng: Rng): number[] {
  return rng.shuffle(Array.from({ length: count }, (_, i) => i));
}

function copyOf(shape: WordShape): Disguise {
  const width = widthOfShape(shape);
  const copy: Disguise['hide'] = (from, at, to, place) => to.set(from.subarray(at, at + width), place);
  return { shape, hide: copy, show: copy };
}

function wordDisguise(leaf: WordLeaf, map: readonly number[] | undefined): Disguise {
  if (map === undefined) return copyOf(leaf);
  const inverse = map.map((_, value) => map.indexOf(value));
  const through =
    (table: readonly number[]): Disguise['hide'] =>
    (from, at, to, place) => {
      const value = wordAt(from, at, leaf.width);
      putWord(to, place, leaf.width, table[value] ?? value);
    };
  return { shape: leaf, hide: through(map), show: through(inverse) };
}

function fieldsDisguise(fields: readonly Disguise[], oldWidths: readonly number[], order: readonly number[]): Disguise {
  const oldStarts = startsOf(oldWidths);
  const newStarts = startsOf(order.map((i) => widthOfShape(fields[i]!.shape)));
  return {
    shape: { kind: 'fields', fields: order.map((i) => fields[i]!.shape) },
    hide(from, at, to, place) {
      for (const [k, i] of order.entries()) fields[i]!.hide(from, at + oldStarts[i]!, to, place + newStarts[k]!);
    },
    show(from, at, to, place) {
      for (const [k, i] of order.entries()) fields[i]!.show(from, at + newStarts[k]!, to, place + oldStarts[i]!);
    },
  };
}

function startsOf(widths: readonly number[]): number[] {
  let at = 0;
  return widths.map((width) => {
    at += width;
    return at - width;
  });
}

function casesDisguise(
  { tag }: Extract<WordShape, { kind: 'cases' }>,
  cases: readonly Disguise[],
  map: readonly number[] | undefined,
): Disguise {
  const to = map ?? cases.map((_, i) => i);
  const order = to.map((_, value) => to.indexOf(value));
  const head = wordDisguise(tag, map);
  return {
    shape: { kind: 'cases', tag, cases: order.map((i) => cases[i]!.shape) },
    hide(from, at, bits, place) {
      head.hide(from, at, bits, place);
      cases[wordAt(from, at, tag.width)]?.hide(from, at + tag.width, bits, place + tag.width);
    },
    show(from, at, bits, place) {
      head.show(from, at, bits, place);
      cases[wordAt(bits, place, tag.width)]?.show(from, at + tag.width, bits, place + tag.width);
    },
  };
}

function listDisguise(shape: Extract<WordShape, { kind: 'list' }>, item: Disguise, oldItem: number): Disguise {
  const head = shape.ends === 'length' ? lengthLeaf(shape.count).width : 0;
  const mark = shape.ends === 'mark' ? 1 : 0;
  const newItem = widthOfShape(item.shape);
  return {
    shape: { ...shape, item: item.shape },
    hide(from, at, to, place) {
      to.set(from.subarray(at, at + head), place);
      for (let i = 0; i < shape.count; i += 1) {
        const [old, now] = [at + head + i * (oldItem + mark), place + head + i * (newItem + mark)];
        item.hide(from, old, to, now);
        if (mark === 1) to[now + newItem] = from[old + oldItem]!;
      }
    },
    show(from, at, to, place) {
      to.set(from.subarray(at, at + head), place);
      for (let i = 0; i < shape.count; i += 1) {
        const [old, now] = [place + head + i * (oldItem + mark), at + head + i * (newItem + mark)];
        item.show(from, now, to, old);
        if (mark === 1) to[old + oldItem] = from[now + newItem]!;
      }
    },
  };
}

function wordAt(bits: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = width - 1; i >= 0; i -= 1) value = value * 2 + bits[at + i]!;
  return value;
}

function putWord(bits: Uint8Array, at: number, width: number, value: number): void {
  for (let i = 0; i < width; i += 1) bits[at + i] = (value >>> i) & 1;
}
