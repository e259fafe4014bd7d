import { checkEvolve } from './check-evolve.ts';
import type { Ending } from './check-final.ts';
import { checkLearn } from './check-learn.ts';
import { checkSelfPlay } from './check-selfplay.ts';
import { checkTrain } from './check-train.ts';

/** By loop, what its events and its summary are held against. */
const checks: Readonly<Record<string, (ending: Ending) => string[]>> = {
  evolve: checkEvolve,
  train: checkTrain,
  learn: checkLearn,
  selfplay: checkSelfPlay,
};

/**
 * Whether events and summary tell what the recorded steps hold, and all of it. Of an unfinished run nothing is asked: it may have steps
 * that it has yet to tell of.
 */
export function checkTold(ending: Ending): string[] {
  const { loop = '', status } = ending.run;
  return status === 'done' ? (checks[loop]?.(ending) ?? []) : [];
}
