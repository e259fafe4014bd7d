/** One word: a whole number from `low`, as its distance from `low`, least significant bit first. */
export interface WordLeaf {
  readonly kind: 'word';
  readonly width: number;
  /** Values that are written: low … low + values − 1. */
  readonly values: number;
  readonly low: number;
  /** Its values are names of things: they have no order, and no sum. */
  readonly symbol?: true;
}

/**
 * How bits make words: where they lie and how they repeat, without a name. A learner that knows this and nothing else cannot
 * tell one task from another of the same shape.
 */
export type WordShape =
  | WordLeaf
  /** A number in the 64 bits of IEEE 754, lowest bit of the lowest byte first. */
  | { readonly kind: 'real' }
  /**
   * Items one after the other. `length`: a word that tells how many there are comes first. `mark`: each item is followed by a bit that
   * is 1 past the end. Otherwise all are there.
   */
  | { readonly kind: 'list'; readonly count: number; readonly item: WordShape; readonly ends?: 'length' | 'mark' }
  | { readonly kind: 'fields'; readonly fields: readonly WordShape[] }
  /** A tag, then what the tag says is there, in the same place for every case. A presence bit is a tag of two cases. */
  | { readonly kind: 'cases'; readonly tag: WordLeaf; readonly cases: readonly WordShape[] };

/** A shape without a word. */
export const emptyShape: WordShape = { kind: 'fields', fields: [] };

/** Bits of which nothing is known: each is a word. */
export function bitsShape(count: number): WordShape {
  return { kind: 'list', count, item: { kind: 'word', width: 1, values: 2, low: 0 } };
}

/** The word that tells the length of a list of at most `count` items. */
export function lengthLeaf(count: number): WordLeaf {
  return { kind: 'word', width: count === 0 ? 0 : Math.ceil(Math.log2(count + 1)), values: count + 1, low: 0 };
}

/** Bits that a shape takes. */
export function widthOfShape(shape: WordShape): number {
  switch (shape.kind) {
    case 'word':
      return shape.width;
    case 'real':
      return 64;
    case 'list': {
      const item = widthOfShape(shape.item) + (shape.ends === 'mark' ? 1 : 0);
      return (shape.ends === 'length' ? lengthLeaf(shape.count).width : 0) + shape.count * item;
    }
    case 'fields':
      return shape.fields.reduce((sum, field) => sum + widthOfShape(field), 0);
    case 'cases':
      return shape.tag.width + Math.max(0, ...shape.cases.map(widthOfShape));
  }
}
