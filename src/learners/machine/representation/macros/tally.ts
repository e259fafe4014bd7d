import { words } from '#logic/circuit/words';
import { planesFor } from './planes-for.ts';
import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** How many bits of a word are one. */
export const tally = defineMacro({
  name: 'tally',
  says: 'counts the ones of a word',
  knobs: { width: { default: 8, low: 1, high: 64, says: 'bits counted' } },
  design({ width }) {
    const digits = planesFor(width + 1);
    return {
      reads: { bits: width },
      meaning: { ones: term.ones(term.read('bits', width), digits) },
      build: (builder, reads) => ({ ones: words.zeroExtend(words.popcount(builder, reads['bits']!), digits) }),
    };
  },
});
