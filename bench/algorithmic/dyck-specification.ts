import type { Specification } from './prove-agreement.ts';
import { createBuilder } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';

/**
 * What a referee says of brackets, for proofs: the depth d while nothing has closed too much, and the flag u once something has.
 *
 *     u′ = u ∨ (closes ∧ d = 0)      d′ = d + 1 or d − 1 while not u′      online: ¬u      final: ¬u ∧ d = 0
 */
export function dyckSpecification(labels: 'online' | 'final', maxLength: number): Specification {
  const width = 32 - Math.clz32(maxLength + 1);
  const step = createBuilder();
  const closes = step.input('closes');
  const depth = step.inputs(width, 'depth');
  const wasTooMuch = step.input('too much');
  const isTooMuch = step.or(wasTooMuch, step.and(closes, step.not(step.orAll(depth))));
  const one = words.constant(width, 1);
  const moved = words.mux(step, closes, words.subtract(step, depth, one), words.add(step, depth, one));
  const answer = createBuilder();
  const left = answer.inputs(width, 'depth');
  const isValid = answer.not(answer.input('too much'));
  return {
    says:
      labels === 'online' ? 'the depth: 1 while it was never below 0' : 'the depth: 1 when it is 0 and was never below',
    ghosts: width + 1,
    number: Array.from({ length: width }, (_, i) => i),
    step: step.build([...words.mux(step, isTooMuch, depth, moved), isTooMuch]),
    answer: answer.build([labels === 'online' ? isValid : answer.and(isValid, answer.not(answer.orAll(left)))]),
  };
}
