import type { ScoredRollout } from '#learners/skill/optimizer';
import type { Practising, Remembering, Telling } from '../train-run.ts';
import { practise } from './practise.ts';
import { isScored, meanScores, type Step } from './step.ts';

/** The training rollouts of a step; those with a score, of all micro-batches and of each by itself. */
export interface Rolled {
  readonly made: number;
  readonly rollouts: readonly ScoredRollout[];
  readonly batches: readonly { readonly made: number; readonly scored: readonly ScoredRollout[] }[];
}

/** Stage 1: the parent works on the step's training tasks, micro-batch by micro-batch. */
export async function rollOut(run: Telling & Remembering & Practising, { plan, parent }: Step): Promise<Rolled> {
  run.enter('rollout');
  const batches: { made: number; scored: readonly ScoredRollout[] }[] = [];
  for (const tasks of plan.batches) {
    const made = await practise(run, parent, tasks);
    batches.push({ made: made.length, scored: made.filter(isScored) });
  }
  const rollouts = batches.flatMap(({ scored }) => scored);
  const made = batches.reduce((sum, batch) => sum + batch.made, 0);
  run.emit('rollouts-ended', {
    step: plan.step,
    tasks: made,
    unscored: made - rollouts.length,
    ...meanScores(rollouts),
  });
  return { made, rollouts, batches };
}
