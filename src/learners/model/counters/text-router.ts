import type { ContextWriter } from './context-hash.ts';
import { lengthClasses, MatchFinder } from './match-finder.ts';
import type { RouteWords, SymbolRouter } from './context-router.ts';
import { packParts, unpackParts } from './router-parts.ts';
import type { PredictorShape, WeightSet } from './shape.ts';
import { emptyTextState, readByte, type TextState } from './text-state.ts';

type ContextRow = readonly [
  name: string,
  put: (hashes: ContextWriter, t: Readonly<TextState>) => void,
  learnsUnless?: string,
];

/**
 * One expert per row. Which rows stay was decided on prefixes of the training part of the Bible text; those that learn only
 * where a longer context is new, on its validation part. They come before the contexts they look at, which learn after them.
 */
const contexts: readonly ContextRow[] = [
  ['novel in order 4: order 2', (h, t) => h.put(t.last4 & 0xffff), 'order 4'],
  ['novel in order 5: order 3', (h, t) => h.put(t.last4 & 0xffffff), 'order 5'],
  ['novel in order 6: order 4', (h, t) => h.put(t.last4), 'order 6'],
  ['novel after 1 before: word', (h, t) => h.put(t.word), 'word, 1 before'],
  ['order 1', (h, t) => h.put(t.last4 & 0xff)],
  ['order 2', (h, t) => h.put(t.last4 & 0xffff)],
  ['order 3', (h, t) => h.put(t.last4 & 0xffffff)],
  ['order 4', (h, t) => h.put(t.last4)],
  ['order 5', (h, t) => h.put(t.last4, t.last8 & 0xff)],
  ['order 6', (h, t) => h.put(t.last4, t.last8 & 0xffff)],
  ['word', (h, t) => h.put(t.word)],
  ['word, 1 before', (h, t) => h.put(t.word, t.word1)],
  ['word, 1 and 2 before', (h, t) => h.put(t.word, t.word1, t.word2)],
  ['word, 2 before', (h, t) => h.put(t.word, t.word2)],
  ['word, 1 and 3 before', (h, t) => h.put(t.word, t.word3, t.word1)],
  ['word, gap', (h, t) => h.put(t.word, t.gap)],
  ['gap or not, 1 before', (h, t) => h.put(t.word1, t.letters === 0 ? t.last4 & 0xff : 256)],
  ['letters, order 1, 1 before', (h, t) => h.put(t.letters, t.last4 & 0xff, t.word1)],
  ['skip 1, orders 2 and 3', (h, t) => h.put(t.last4 & 0xffff00)],
  ['order 2, what came after it', (h, t) => h.put(t.last4 & 0xffff, t.after2)],
  ['expected, order 1', (h, t) => h.put(t.expected, t.last4 & 0xff)],
  ['expected, order 3', (h, t) => h.put(t.expected, t.last4 & 0xffffff)],
  ['expected, length', (h, t) => h.put(t.expected, t.length)],
];

const sets: readonly WeightSet[] = [
  { name: 'bits so far, match', route: 'partial', keys: 3 },
  { name: 'contexts known', route: 'hits', keys: 1 },
  { name: 'letters, kind of the last byte', route: 'key', keys: 128 },
  { name: 'bits so far, letters', route: 'partial', keys: 16 },
  { name: 'bits so far, words of the line', route: 'partial', keys: 8 },
];

/** How much a text predictor looks at: `narrow` for speed, `wide` for what never learns again, and so must know more before. */
export type Breadth = 'narrow' | 'wide';

/** Of the rows above, and of the refinements, how many a narrow predictor has. */
const narrowSets = 3;
const narrowRefinements = 2;

/** Sizes of a text predictor's memory. */
export interface TextSizes {
  /** log₂ of buckets of 64 bytes, of rows per refinement, and of bytes of match history. */
  readonly bucketBits: number;
  readonly refineBits: number;
  readonly historyBits: number;
}

/** Routing for text in bytes: orders, words, skips, matches. */
export class TextRouter implements SymbolRouter {
  readonly shape: PredictorShape;
  private readonly finder: MatchFinder;
  private readonly text = emptyTextState();
  private readonly after2 = new Uint8Array(65536);
  private readonly rows: readonly ContextRow[];

  constructor({ bucketBits, refineBits, historyBits }: TextSizes, breadth: Breadth) {
    const isWide = breadth === 'wide';
    this.rows = contexts.filter(([, , longer]) => isWide || longer === undefined);
    // The last two were decided on the validation part of the Bible text, that the first two stay on the whole of it.
    const refinements = ['order 1', 'order 2', 'order 3', 'letters, order 1, 1 before'];
    this.finder = new MatchFinder([7, 14], { historyBits, tableBits: Math.min(20, historyBits) });
    this.shape = {
      contexts: this.rows.map(([name]) => name),
      knownSteps: this.rows.map(([name]) => knownStep(name)),
      learnsUnless: this.rows.map(([, , longer]) => this.rows.findIndex(([name]) => name === longer)),
      matches: ['7 bytes', '14 bytes'],
      matchKeys: lengthClasses,
      sets: isWide ? sets : sets.slice(0, narrowSets),
      refinements: isWide ? refinements : refinements.slice(0, narrowRefinements),
      bucketBits,
      refineBits,
    };
  }

  route({ contexts: writer, setKeys, expected, matchKeys, refineKeys }: RouteWords): void {
    const { text } = this;
    this.finder.expectations(expected, matchKeys);
    text.expected = expected[0]!;
    text.length = matchKeys[0]!;
    text.after2 = this.after2[text.last4 & 0xffff]!;
    writer.restart();
    const { rows } = this;
    for (let i = 0; i < rows.length; i += 1) rows[i]![1](writer, text);
    const order1 = text.last4 & 255;
    setKeys[0] = text.expected === 0 ? 0 : text.length < 10 ? 1 : 2;
    setKeys[1] = 0;
    setKeys[2] = 8 * Math.min(text.letters, 15) + kindOf(order1);
    setKeys[3] = Math.min(text.letters, 15);
    setKeys[4] = Math.min(text.words, 7);
    refineKeys[0] = order1;
    refineKeys[1] = Math.imul(text.last4 & 0xffff, 0x9e3779b1);
    refineKeys[2] = scatter(text.last4 & 0xffffff);
    refineKeys[3] = scatter(text.word1 ^ text.letters) + order1;
  }

  take(byte: number, learnsMemory: boolean): void {
    if (learnsMemory) this.after2[this.text.last4 & 0xffff] = byte;
    readByte(this.text, byte);
    this.finder.take(byte, learnsMemory);
  }

  save(): Uint8Array {
    return packParts([...this.finder.parts(), this.after2], [...this.finder.counts(), ...Object.values(this.text)]);
  }

  load(saved: Uint8Array): void {
    const [stored, taken, ...fields] = unpackParts(saved, [...this.finder.parts(), this.after2]);
    this.finder.setCounts(stored!, taken!);
    Object.assign(this.text, Object.fromEntries(Object.keys(this.text).map((name, i) => [name, fields[i]!])));
  }
}

/**
 * The known contexts are counted in two groups: the six orders in ones, the six that begin with the word at hand in
 * sevens. The groups were chosen on the training and validation parts of the Bible text.
 */
function knownStep(context: string): number {
  if (context.startsWith('order') && !context.includes(',')) return 1;
  return context.startsWith('word') ? 7 : 0;
}

/** Spreads a word over all 32 bits. */
function scatter(word: number): number {
  const spread = Math.imul(word ^ (word >>> 13), 0x9e3779b1);
  return Math.imul(spread ^ (spread >>> 15), 0x2c1b3c6d);
}

/** A class of bytes: lower case, upper case, digit, blank, end of line, other ASCII, beyond. */
function kindOf(byte: number): number {
  if (byte >= 128) return 6;
  if (byte >= 97 && byte <= 122) return 0;
  if (byte >= 65 && byte <= 90) return 1;
  if (byte >= 48 && byte <= 57) return 2;
  return byte === 32 ? 3 : byte === 10 ? 4 : 5;
}
