import { defineMacro } from './macro.ts';
import { stepWord } from './step-word.ts';
import { type Term, term } from './term.ts';

/** Counts up and down; up and down together cancel out, reset wins. */
export const counter = defineMacro({
  name: 'counter',
  says: 'counts up and down, and says whether it is at zero',
  knobs: {
    width: { default: 8, low: 1, high: 64, says: 'bits of the count' },
    saturates: { default: 1, low: 0, high: 1, says: '1: stays at its ends; 0: wraps round' },
  },
  design({ width, saturates }) {
    const count = term.read('count', width);
    const [up, down] = [term.read('up', 1), term.read('down', 1)];
    const one = term.constant(1, width);
    const zero = term.constant(0, width);
    const unlessAt = (end: Term, moved: Term): Term =>
      saturates === 1 ? term.choose(term.equal(count, end), count, moved) : moved;
    const raised = unlessAt(term.constant(-1, width), term.add(count, one));
    const lowered = unlessAt(zero, term.subtract(count, one));
    const moved = term.choose(term.equal(up, down), count, term.choose(up, raised, lowered));
    const next = term.choose(term.read('reset', 1), zero, moved);
    return {
      reads: { up: 1, down: 1, reset: 1, count: width },
      meaning: { count: next, isZero: term.equal(next, zero) },
      build(builder, reads) {
        const [upEdge, downEdge, reset] = [reads['up']![0]!, reads['down']![0]!, reads['reset']![0]!];
        const bits = reads['count']!;
        const isFull = saturates === 1 ? builder.andAll(bits) : builder.constant(false);
        const isEmpty = saturates === 1 ? builder.not(builder.orAll(bits)) : builder.constant(false);
        const goUp = builder.and(builder.and(upEdge, builder.not(downEdge)), builder.not(isFull));
        const goDown = builder.and(builder.and(downEdge, builder.not(upEdge)), builder.not(isEmpty));
        const after = stepWord(builder, bits, goUp, goDown).map((edge) => builder.and(edge, builder.not(reset)));
        return { count: after, isZero: [builder.not(builder.orAll(after))] };
      },
    };
  },
});
