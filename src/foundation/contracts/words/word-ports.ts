import type { BitCodec, BitFace } from '../tasks/template.ts';
import { bitsShape, lengthLeaf, type WordLeaf, type WordShape, widthOfShape } from './word-shape.ts';

/** One repetition of a word. Words of one list share its number: they are columns of the same records. */
export interface Repeat {
  readonly list: number;
  readonly count: number;
  /** Bits from one item to the next. */
  readonly stride: number;
  /** The port that tells how many items there are, or the port whose bit is 1 past the end. */
  readonly length?: number;
  readonly mark?: number;
}

/** What a word is for, as far as the shape tells. */
export type PortRole = 'word' | 'real' | 'length' | 'mark' | 'tag';

/** Where the words of one kind lie: a scalar, or a column of a list, or of a list of lists. No port has a name. */
export interface WordPort {
  readonly role: PortRole;
  readonly offset: number;
  readonly width: number;
  readonly values: number;
  readonly low: number;
  readonly symbol: boolean;
  /** Outermost list first. */
  readonly repeats: readonly Repeat[];
  /** It is there only where each of these tags has this value. */
  readonly cases: readonly { readonly tag: number; readonly value: number }[];
}

/** One side of a face, as words. */
export interface PortedBits {
  readonly width: number;
  readonly ports: readonly WordPort[];
}

/** All that a learner is told of a face: structure, and nothing else. */
export interface FacePorts {
  readonly observation: PortedBits;
  readonly action: PortedBits;
  readonly token?: number;
  readonly actionToken?: number;
}

/** The ports of a bit face; a codec that does not tell its shape is bits. */
export function portsOfFace<O, A>(face: BitFace<O, A>): FacePorts {
  return {
    observation: portsOfCodec(face.observation),
    action: portsOfCodec(face.action),
    ...(face.token === undefined ? {} : { token: face.token }),
    ...(face.actionToken === undefined ? {} : { actionToken: face.actionToken }),
  };
}

function portsOfCodec<T>({ width, shape }: BitCodec<T>): PortedBits {
  return { width, ports: portsOfShape(shape ?? bitsShape(width)) };
}

/** Every word of a shape, in the order of its bits; words without bits are left out. */
export function portsOfShape(shape: WordShape): WordPort[] {
  const ports: WordPort[] = [];
  let lists = 0;
  const leaf = (role: PortRole, word: WordLeaf, at: Place): number => {
    const { width, values, low } = word;
    if (width > 0) {
      const symbol = word.symbol === true || role === 'tag' || role === 'mark';
      ports.push({ role, offset: at.offset, width, values, low, symbol, repeats: at.repeats, cases: at.cases });
    }
    return ports.length - 1;
  };
  const walk = (part: WordShape, at: Place): void => {
    switch (part.kind) {
      case 'word':
        leaf('word', part, at);
        return;
      case 'real':
        leaf('real', { kind: 'word', width: 64, values: Infinity, low: 0 }, at);
        return;
      case 'fields': {
        let offset = at.offset;
        for (const field of part.fields) {
          walk(field, { ...at, offset });
          offset += widthOfShape(field);
        }
        return;
      }
      case 'cases': {
        const tag = leaf('tag', part.tag, at);
        const offset = at.offset + part.tag.width;
        for (const [value, each] of part.cases.entries()) {
          const cases = part.tag.width === 0 ? at.cases : [...at.cases, { tag, value }];
          walk(each, { ...at, offset, cases });
        }
        return;
      }
      case 'list':
        walkList(part, at);
    }
  };
  const walkList = ({ count, item, ends }: Extract<WordShape, { kind: 'list' }>, at: Place): void => {
    const list = lists;
    lists += 1;
    const inner = widthOfShape(item);
    const repeat = { list, count, stride: inner + (ends === 'mark' ? 1 : 0) };
    if (ends === 'length') {
      const word = lengthLeaf(count);
      const length = leaf('length', word, at);
      walk(item, { ...at, offset: at.offset + word.width, repeats: [...at.repeats, { ...repeat, length }] });
    } else if (ends === 'mark') {
      const bit: WordLeaf = { kind: 'word', width: 1, values: 2, low: 0 };
      const mark = leaf('mark', bit, { ...at, offset: at.offset + inner, repeats: [...at.repeats, repeat] });
      walk(item, { ...at, repeats: [...at.repeats, { ...repeat, mark }] });
    } else walk(item, { ...at, repeats: [...at.repeats, repeat] });
  };
  walk(shape, { offset: 0, repeats: [], cases: [] });
  return ports;
}

interface Place {
  readonly offset: number;
  readonly repeats: readonly Repeat[];
  readonly cases: WordPort['cases'];
}
