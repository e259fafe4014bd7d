import type { BitCodec } from '#foundation/contracts/tasks';
import { bitsShape, emptyShape, type WordLeaf, type WordShape } from '#foundation/contracts/words';
import { bitsFor } from '#foundation/kernel';

/**
 * How a value lies in bits: `width` places, written and read from `at`. Layouts nest, so a bit face is declared, not coded.
 * `read` gives `undefined` for bits that no value writes.
 */
export interface Layout<T> {
  readonly width: number;
  /** Where its words lie; bits of which nothing is known where it is absent. */
  readonly shape?: WordShape;
  write(value: T, bits: Uint8Array, at: number): void;
  read(bits: Uint8Array, at: number): T | undefined;
}

/** The shape of a layout, told or not. */
export function shapeOf({ width, shape }: { readonly width: number; readonly shape?: WordShape }): WordShape {
  return shape ?? bitsShape(width);
}

/** A codec of exactly the layout's width. */
export function codec<T>(layout: Layout<T>): BitCodec<T> {
  return {
    width: layout.width,
    shape: shapeOf(layout),
    encode(value) {
      const bits = new Uint8Array(layout.width);
      layout.write(value, bits, 0);
      return bits;
    },
    decode: (bits) => (bits.length === layout.width ? layout.read(bits, 0) : undefined),
  };
}

/** A whole number in [low, high], least significant bit first, as its distance from `low`. */
export function whole(low: number, high: number): Layout<number> & { readonly shape: WordLeaf } {
  const width = bitsFor(high - low + 1);
  return {
    width,
    shape: { kind: 'word', width, values: high - low + 1, low },
    write(value, bits, at) {
      let left = value - low;
      for (let i = 0; i < width; i += 1) {
        bits[at + i] = left % 2;
        left = Math.floor(left / 2);
      }
    },
    read(bits, at) {
      let value = 0;
      for (let i = width - 1; i >= 0; i -= 1) value = value * 2 + bits[at + i]!;
      return value + low <= high ? value + low : undefined;
    },
  };
}

/** True or false. */
export const flag: Layout<boolean> = {
  width: 1,
  shape: { kind: 'word', width: 1, values: 2, low: 0, symbol: true },
  write(value, bits, at) {
    bits[at] = value ? 1 : 0;
  },
  read: (bits, at) => bits[at] === 1,
};

/** One of the listed values, by its place in the list. */
export function oneOf<T>(values: readonly T[]): Layout<T> & { readonly shape: WordLeaf } {
  const index = whole(0, values.length - 1);
  return {
    width: index.width,
    shape: { ...index.shape, symbol: true },
    write: (value, bits, at) => index.write(values.indexOf(value), bits, at),
    read(bits, at) {
      const found = index.read(bits, at);
      return found === undefined ? undefined : values[found];
    },
  };
}

/** Bytes that are each 0 or 1, as they are. */
export function bitString(width: number): Layout<Uint8Array> {
  return {
    width,
    shape: bitsShape(width),
    write: (value, bits, at) => bits.set(value, at),
    read: (bits, at) => bits.slice(at, at + width),
  };
}

/** Exactly `count` bytes in [0, high]. */
export function bytesOf(count: number, high: number): Layout<Uint8Array> {
  const list = listOf(count, whole(0, high));
  return {
    width: list.width,
    shape: shapeOf(list),
    write: (value, bits, at) => list.write([...value], bits, at),
    read(bits, at) {
      const items = list.read(bits, at);
      return items === undefined ? undefined : Uint8Array.from(items);
    },
  };
}

/** A list of exactly `count` items. */
export function listOf<T>(count: number, item: Layout<T>): Layout<readonly T[]> {
  return {
    width: count * item.width,
    shape: { kind: 'list', count, item: shapeOf(item) },
    write(value, bits, at) {
      for (let i = 0; i < count; i += 1) item.write(value[i]!, bits, at + i * item.width);
    },
    read(bits, at) {
      const items: T[] = [];
      for (let i = 0; i < count; i += 1) {
        const value = item.read(bits, at + i * item.width);
        if (value === undefined) return undefined;
        items.push(value);
      }
      return items;
    },
  };
}

/** A list of at most `most` items: the length, then the items, then zeros. */
export function upTo<T>(most: number, item: Layout<T>): Layout<readonly T[]> {
  const length = whole(0, most);
  return {
    width: length.width + most * item.width,
    shape: { kind: 'list', count: most, item: shapeOf(item), ends: 'length' },
    write(value, bits, at) {
      length.write(value.length, bits, at);
      listOf(value.length, item).write(value, bits, at + length.width);
    },
    read(bits, at) {
      const count = length.read(bits, at);
      return count === undefined ? undefined : listOf(count, item).read(bits, at + length.width);
    },
  };
}

/** A list of at most `most` items, one token each; tokens past the end are all ones, which no item writes. */
export function padded<T>(most: number, item: Layout<T>): Layout<readonly T[]> {
  const width = item.width + 1;
  return {
    width: most * width,
    shape: { kind: 'list', count: most, item: shapeOf(item), ends: 'mark' },
    write(value, bits, at) {
      bits.fill(1, at + value.length * width, at + most * width);
      for (const [i, one] of value.entries()) item.write(one, bits, at + i * width);
    },
    read(bits, at) {
      const items: T[] = [];
      for (let i = 0; i < most; i += 1) {
        const from = at + i * width;
        if (bits[from + item.width] === 1) continue;
        const value = item.read(bits, from);
        if (value === undefined || items.length !== i) return undefined;
        items.push(value);
      }
      return items;
    },
  };
}

/** One item of each layout, in this order. */
export function inOrder<T>(items: readonly Layout<T>[]): Layout<readonly T[]> {
  return {
    width: items.reduce((width, item) => width + item.width, 0),
    shape: { kind: 'fields', fields: items.map(shapeOf) },
    write(value, bits, at) {
      let place = at;
      for (const [i, item] of items.entries()) {
        item.write(value[i]!, bits, place);
        place += item.width;
      }
    },
    read(bits, at) {
      const values: T[] = [];
      let place = at;
      for (const item of items) {
        const value = item.read(bits, place);
        if (value === undefined) return undefined;
        values.push(value);
        place += item.width;
      }
      return values;
    },
  };
}

/** A value or nothing: a presence bit first. */
export function maybe<T>(item: Layout<T>): Layout<T | null> {
  return {
    width: item.width + 1,
    shape: { kind: 'cases', tag: whole(0, 1).shape, cases: [emptyShape, shapeOf(item)] },
    write(value, bits, at) {
      bits[at] = value === null ? 0 : 1;
      if (value !== null) item.write(value, bits, at + 1);
    },
    read: (bits, at) => (bits[at] === 1 ? item.read(bits, at + 1) : null),
  };
}

/** An object with these fields, in the order written here. */
export function record<T extends object>(fields: { readonly [K in keyof T]: Layout<T[K]> }): Layout<T> {
  const names = Object.keys(fields).filter((name): name is keyof T & string => name in fields);
  let width = 0;
  for (const name of names) width += fields[name].width;
  return {
    width,
    shape: { kind: 'fields', fields: names.map((name) => shapeOf(fields[name])) },
    write(value, bits, at) {
      let place = at;
      for (const name of names) {
        fields[name].write(value[name], bits, place);
        place += fields[name].width;
      }
    },
    read(bits, at) {
      const value: Partial<T> = {};
      let place = at;
      for (const name of names) {
        const field = fields[name].read(bits, place);
        if (field === undefined) return undefined;
        value[name] = field;
        place += fields[name].width;
      }
      return isComplete(value, names) ? value : undefined;
    },
  };
}

function isComplete<T extends object>(value: Partial<T>, names: readonly (keyof T)[]): value is T {
  return names.every((name) => name in value);
}

/** One of several shapes told apart by `kind`: the tag, then the fields of that shape, then zeros. */
export function tagged<T extends { readonly kind: string }>(shapes: {
  readonly [K in T['kind']]: Layout<Extract<T, { readonly kind: K }>>;
}): Layout<T> {
  const kinds = Object.keys(shapes);
  const table: Readonly<Record<string, Layout<T>>> = shapes;
  const tag = oneOf(kinds);
  return {
    width: tag.width + Math.max(...kinds.map((kind) => table[kind]!.width)),
    shape: { kind: 'cases', tag: tag.shape, cases: kinds.map((kind) => shapeOf(table[kind]!)) },
    write(value, bits, at) {
      tag.write(value.kind, bits, at);
      table[value.kind]!.write(value, bits, at + tag.width);
    },
    read(bits, at) {
      const kind = tag.read(bits, at);
      return kind === undefined ? undefined : table[kind]!.read(bits, at + tag.width);
    },
  };
}

/** A shape without fields besides its constant ones. */
export function constant<T>(value: T): Layout<T> {
  return { width: 0, shape: emptyShape, write: () => undefined, read: () => value };
}
