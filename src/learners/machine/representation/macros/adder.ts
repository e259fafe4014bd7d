import { words } from '#logic/circuit/words';
import { defineMacro } from './macro.ts';
import { term } from './term.ts';

/** x + y + carry. */
export const adder = defineMacro({
  name: 'adder',
  says: 'adds two words and a carry',
  knobs: { width: { default: 8, low: 1, high: 64, says: 'bits of a word' } },
  design({ width }) {
    const wide = width + 1;
    const [x, y, carry] = [term.read('x', width), term.read('y', width), term.read('carry', 1)];
    const total = term.add(term.add(term.extend(x, wide), term.extend(y, wide)), term.extend(carry, wide));
    return {
      reads: { x: width, y: width, carry: 1 },
      meaning: {
        sum: term.extend(total, width),
        carryOut: term.less(term.constant(2n ** BigInt(width) - 1n, wide), total),
      },
      build(builder, reads) {
        const [carryIn] = reads['carry']!;
        const bits = words.addExact(builder, reads['x']!, reads['y']!, carryIn);
        return { sum: bits.slice(0, width), carryOut: bits.slice(width) };
      },
    };
  },
});
