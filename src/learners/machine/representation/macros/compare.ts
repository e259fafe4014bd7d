import { words } from '#logic/circuit/words';
import { defineMacro } from './macro.ts';
import { type Term, term } from './term.ts';

/** The order of two words, unsigned and as two's complement. */
export const compare = defineMacro({
  name: 'compare',
  says: 'says whether x is less than or equal to y, and the order as signed numbers',
  knobs: { width: { default: 8, low: 1, high: 64, says: 'bits of a word' } },
  design({ width }) {
    const [x, y] = [term.read('x', width), term.read('y', width)];
    const shifted = (word: Term): Term => term.xor(word, term.constant(2n ** BigInt(width - 1), width));
    return {
      reads: { x: width, y: width },
      meaning: { isLess: term.less(x, y), isEqual: term.equal(x, y), isLessSigned: term.less(shifted(x), shifted(y)) },
      build(builder, reads) {
        const [left, right] = [reads['x']!, reads['y']!];
        return {
          isLess: [words.lessThan(builder, left, right)],
          isEqual: [words.equal(builder, left, right)],
          isLessSigned: [words.lessThanSigned(builder, left, right)],
        };
      },
    };
  },
});
