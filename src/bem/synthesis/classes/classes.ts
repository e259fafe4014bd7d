import type { HypothesisClass } from './hypothesis-class.ts';
import { sequenceClass } from './sequences/sequence-class.ts';

/** Every class, in no order of merit: the race deals out turns by what each has spent. */
export const hypothesisClasses: readonly HypothesisClass[] = [sequenceClass];
