import { invariant } from '#foundation/kernel';

/** A word-level expression: what a macro means, without saying how it is computed. Words are unsigned numbers of `width` bits. */
export type Term =
  | { readonly op: 'read'; readonly width: number; readonly name: string }
  | { readonly op: 'constant'; readonly width: number; readonly value: bigint }
  | { readonly op: 'not'; readonly width: number; readonly a: Term }
  | {
      readonly op: 'and' | 'or' | 'add' | 'subtract' | 'equal' | 'less';
      readonly width: number;
      readonly a: Term;
      readonly b: Term;
    }
  | { readonly op: 'choose'; readonly width: number; readonly when: Term; readonly a: Term; readonly b: Term };

type Binary = 'and' | 'or' | 'add' | 'subtract' | 'equal' | 'less';

function binary(op: Binary, hasOneBit = false): (a: Term, b: Term) => Term {
  return (a, b) => {
    invariant(a.width === b.width, `${op} takes words of one width`);
    return { op, width: hasOneBit ? 1 : a.width, a, b };
  };
}

/** Makers of terms. `add` and `subtract` are modulo 2ʷ; `equal` and `less` are one bit. */
export const term = {
  read: (name: string, width: number): Term => ({ op: 'read', width, name }),
  constant: (value: number | bigint, width: number): Term => ({
    op: 'constant',
    width,
    value: BigInt.asUintN(width, BigInt(value)),
  }),
  not: (a: Term): Term => ({ op: 'not', width: a.width, a }),
  and: binary('and'),
  or: binary('or'),
  add: binary('add'),
  subtract: binary('subtract'),
  equal: binary('equal', true),
  less: binary('less', true),
  /** a when the bit `when` is 1, else b. */
  choose: (when: Term, a: Term, b: Term): Term => {
    invariant(when.width === 1 && a.width === b.width, 'choose takes a bit and two words of one width');
    return { op: 'choose', width: a.width, when, a, b };
  },
} as const;

/** A word by name, as a number. */
export type WordValues = Readonly<Record<string, bigint>>;

/** The value of a term by its definition. */
export function evaluateTerm(t: Term, reads: WordValues): bigint {
  return BigInt.asUintN(t.width, valueOf(t, reads));
}

function valueOf(t: Term, reads: WordValues): bigint {
  const value = (of: Term): bigint => evaluateTerm(of, reads);
  switch (t.op) {
    case 'read': {
      const found = reads[t.name];
      invariant(found !== undefined, `the word ${t.name} is read`);
      return found;
    }
    case 'constant':
      return t.value;
    case 'not':
      return ~value(t.a);
    case 'and':
      return value(t.a) & value(t.b);
    case 'or':
      return value(t.a) | value(t.b);
    case 'add':
      return value(t.a) + value(t.b);
    case 'subtract':
      return value(t.a) - value(t.b);
    case 'equal':
      return value(t.a) === value(t.b) ? 1n : 0n;
    case 'less':
      return value(t.a) < value(t.b) ? 1n : 0n;
    case 'choose':
      return value(t.when) === 1n ? value(t.a) : value(t.b);
  }
}
