import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** Whether an odd number of ones was seen since the last reset. */
export const parity = defineMacro({
  name: 'parity',
  says: 'accumulates the parity of the bits it sees',
  knobs: { width: { default: 1, low: 1, high: 64, says: 'bits seen at once' } },
  design({ width }) {
    const before = term.choose(term.read('reset', 1), term.constant(0, 1), term.read('isOdd', 1));
    return {
      reads: { reset: 1, bits: width, isOdd: 1 },
      meaning: { isOdd: term.xor(before, term.parity(term.read('bits', width))) },
      build(builder, reads) {
        const kept = builder.and(reads['isOdd']![0]!, builder.not(reads['reset']![0]!));
        // A chain from the kept bit, so that the last input changes no more than one gate.
        return { isOdd: [reads['bits']!.reduce((sum, bit) => builder.xor(sum, bit), kept)] };
      },
    };
  },
});
