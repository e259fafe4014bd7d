import { hashOf } from '#foundation/kernel';
import { addSpent } from './book-lesson.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { MixedState } from './mixed-state.ts';
import { parseWhat, playOnMain } from './play-on-main.ts';
import { seenOf } from './episode-regret.ts';

/** Tasks that Adv_d looks at. */
const TASKS = 64;

/**
 * Adv_d: tasks that B_main fails though the oracle solves them. Fresh tasks of the slot are played by the best choice of every lane; what falls
 * short of the optimum of its own instance is a failure, and its place is practised again in phase 4.
 *
 * @source seed 000 §3.4: synthetic tasks from an adversarial generator Adv_d
 */
export async function searchFailures(
  run: EvolveRun,
  mixed: MixedState,
  what: string,
  path: string,
): Promise<MixedState> {
  const { main } = mixed;
  const inputs = { what, path, seed: run.seed, main: hashOf(main), tasks: TASKS };
  const failed = await run.journal.step('search-failures', inputs, () => {
    const machine = run.cache.get(main, main.leanings, `evolve/${run.seed}/adversary/${path}`);
    const seed = `${run.seed}-adv-${path.replaceAll('/', '-')}`;
    const { scores } = playOnMain(machine, main.slots, {
      what,
      seed,
      split: 'train',
      tasks: TASKS,
      copies: 1,
      policy: 'best',
      find: run.find,
    });
    return scores.filter((score) => !seenOf(score).passed).map(({ id }) => id);
  });
  const { domain } = parseWhat(what, run.find).template;
  run.journal.emit('adversary-searched', {
    what,
    domain,
    looked: TASKS,
    failed: failed.length,
    tasks: failed.slice(0, 4),
  });
  const { state } = mixed;
  return {
    ...mixed,
    failures: { ...mixed.failures, [what]: (mixed.failures[what] ?? 0) + failed.length },
    state: { ...state, episodes: state.episodes + TASKS, spent: addSpent(state.spent, 'synth', domain, TASKS) },
  };
}
