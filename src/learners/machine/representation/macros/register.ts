import { words } from '#logic/circuit/words';
import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** A word that stays until another is loaded. */
export const register = defineMacro({
  name: 'register',
  says: 'holds a word until it is loaded anew',
  knobs: { width: { default: 8, low: 1, high: 64, says: 'bits of the word' } },
  design({ width }) {
    return {
      reads: { load: 1, value: width, held: width },
      meaning: { held: term.choose(term.read('load', 1), term.read('value', width), term.read('held', width)) },
      build: (builder, reads) => ({ held: words.mux(builder, reads['load']![0]!, reads['value']!, reads['held']!) }),
    };
  },
});
