import { Fault } from '#foundation/kernel';
import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** Whether a word is a given number. */
export const match = defineMacro({
  name: 'match',
  says: 'says whether a word is the given pattern',
  knobs: {
    width: { default: 4, low: 1, high: 32, says: 'bits of the word' },
    pattern: { default: 0, low: 0, high: 2 ** 32 - 1, says: 'the number looked for' },
  },
  design({ width, pattern }) {
    if (pattern >= 2 ** width) {
      throw new Fault('bem/bad-macro', `pattern ${pattern} of macro match does not fit ${width} bits`);
    }
    return {
      reads: { x: width },
      meaning: { isMatch: term.equal(term.read('x', width), term.constant(pattern, width)) },
      build(builder, reads) {
        const literals = reads['x']!.map((edge, i) =>
          Math.floor(pattern / 2 ** i) % 2 === 1 ? edge : builder.not(edge),
        );
        return { isMatch: [builder.andAll(literals)] };
      },
    };
  },
});
