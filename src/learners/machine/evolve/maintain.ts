import { skillName } from '#foundation/contracts';
import { type ChosenLesson, chooseLessons, openTemplates } from './choose-lessons.ts';
import { distil } from './distil.ts';
import { type EvolveRun, stops } from './evolve-run.ts';
import { trainMixed } from './train-mixed-domains.ts';
import type { MixedState } from './mixed-state.ts';
import { takeOrders } from './orders.ts';
import { parseWhat } from './play-on-main.ts';
import { giveLessons } from './specialise.ts';

/** Lessons of a round, and steps of mixed training after them. */
const LESSON_BATCHES = 2;
const MIXED_STEPS = 4;

/**
 * Phase 4: specialists go on, first where B_main failed and where something new was ordered; what they learnt is distilled again, and mixed
 * training goes on.
 *
 * @source seed 000 §3.5
 */
export async function maintain(run: EvolveRun, first: MixedState): Promise<MixedState> {
  let mixed = first;
  for (let round = 1; round <= run.profile.maintain; round += 1) {
    if (await stops(run, `maintain ${round}`)) break;
    mixed = await takeOrders(run, mixed, `maintain ${round}`);
    mixed = await goOnLearning(run, mixed, round);
    mixed = await trainMixed(run, mixed, MIXED_STEPS, `maintain-${round}`);
  }
  return mixed;
}

async function goOnLearning(run: EvolveRun, first: MixedState, round: number): Promise<MixedState> {
  let { state } = first;
  const failed = failedLessons(run, first);
  if (failed.length > 0) state = await giveLessons(run, state, failed);
  for (let batch = 1; batch <= LESSON_BATCHES; batch += 1) {
    const open = openTemplates(run, state);
    if (open.size === 0) break;
    run.progress(batch - 1, LESSON_BATCHES, `maintenance ${round}; skills kept: ${state.held.size}`);
    state = await giveLessons(run, state, chooseLessons(run, state, open, `maintain/${round}/${batch}`));
  }
  const hasLearnt = state.held.size > first.state.held.size || state.accepted > first.state.accepted;
  if (!hasLearnt) return { ...first, state, failures: {} };
  const { main, named } = await distil(run, state, { main: first.main, named: first.named });
  return { ...first, state, named, main, failures: {} };
}

/** A lesson for each skill that the adversary found wanting; compositions teach routing, which mixed training does. */
function failedLessons({ find }: EvolveRun, { failures, main }: MixedState): ChosenLesson[] {
  return Object.entries(failures)
    .filter(([what, count]) => count > 0 && main.skills.some((skill) => what === skillName(skill)))
    .slice(0, 2)
    .map(([what]) => {
      const { template, level } = parseWhat(what, find);
      return { template: template.name, level, domain: template.domain, mode: 'synth' };
    });
}
