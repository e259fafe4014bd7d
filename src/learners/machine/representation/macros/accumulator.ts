import { words } from '#logic/circuit/words';
import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** A running sum modulo 2ʷ. */
export const accumulator = defineMacro({
  name: 'accumulator',
  says: 'adds a word to a running total where enabled',
  knobs: { width: { default: 8, low: 1, high: 64, says: 'bits of the total' } },
  design({ width }) {
    const [total, x] = [term.read('total', width), term.read('x', width)];
    return {
      reads: { enable: 1, x: width, total: width },
      meaning: { total: term.choose(term.read('enable', 1), term.add(total, x), total) },
      build(builder, reads) {
        const gated = reads['x']!.map((edge) => builder.and(edge, reads['enable']![0]!));
        return { total: words.add(builder, reads['total']!, gated) };
      },
    };
  },
});
