import { chooseLessons, openTemplates } from './choose-lessons.ts';
import { failedLessons } from './failed-lessons.ts';
import { distil } from './distil.ts';
import type { Work } from './evolve-change.ts';
import { type EvolveRun, stops } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import { takeOrders } from './orders.ts';
import { giveLessons } from './specialise.ts';

/** Batches of lessons of a round. */
const LESSON_BATCHES = 2;

/** A round of phase 4 begins: with what a person ordered, or not at all. @source spec/pipeline §3.5 */
export async function* beginRound(run: EvolveRun, state: EvolveState, round: number): Work {
  if (await stops(run, `maintain ${round}`)) yield { kind: 'stopped' };
  else yield* takeOrders(run, state, `maintain ${round}`);
}

/**
 * Specialists go on, first where B_main failed and where something new was ordered; what they learnt is distilled again.
 *
 * @source spec/pipeline §3.5
 */
export async function* relearn(run: EvolveRun, first: EvolveState, round: number): Work {
  let state = first;
  const failed = failedLessons(run, first);
  if (failed.length > 0) state = yield* giveLessons(run, state, failed);
  for (let batch = 1; batch <= LESSON_BATCHES; batch += 1) {
    const { practice } = state;
    const open = openTemplates(run, practice, 'last');
    if (open.size === 0) break;
    run.progress(batch - 1, LESSON_BATCHES, `maintenance ${round}; machine skills kept: ${practice.held.size}`);
    state = yield* giveLessons(
      run,
      state,
      chooseLessons({ ...run, knobs: state.knobs }, practice, open, `maintain/${round}/${batch}`),
    );
  }
  const { held, accepted } = first.practice;
  const hasLearnt = state.practice.held.size > held.size || state.practice.accepted > accepted;
  if (hasLearnt) yield await distil(run, state);
}
