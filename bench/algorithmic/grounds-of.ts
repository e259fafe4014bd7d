import type { LearntProgram } from '#learners/machine/plans';

/** On what grounds a program is believed, in a table: the best constant answer is what is left where nothing was learnt. */
export function groundsOf({ grounds }: Pick<LearntProgram, 'grounds'>): string {
  return grounds === 'constant' ? 'not learnt' : grounds;
}
