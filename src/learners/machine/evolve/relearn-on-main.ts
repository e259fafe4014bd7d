import { skillName } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import { failedLessons } from './failed-lessons.ts';
import { chooseLessons, isToTheLast, openTemplates } from './choose-lessons.ts';
import { distil } from './distil.ts';
import type { Work } from './evolve-change.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import { proposePatches } from './propose-patches.ts';
import { giveLessons, spentShare } from './specialise.ts';

/** Templates that the main machine may still be taught, within what lessons may spend. */
export function openOnMain(run: EvolveRun, { practice }: EvolveState): ReadonlySet<string> {
  if (isToTheLast(run) || spentShare(run, practice) >= 1) return new Set();
  return openTemplates(run, practice, 'last');
}

/**
 * Practice of the main machine re-opens a lesson: what it does not do well enough in a domain yet is practised again with what has been seen since, and
 * what the gate accepts takes the place of what it did before.
 *
 * @source spec/pipeline §3.4
 */
export async function* relearnOnMain(
  run: EvolveRun,
  state: EvolveState,
  domain: string,
  path: string,
): Work<EvolveState> {
  const before = state.practice;
  const failed = spentShare(run, before) >= 1 ? [] : failedLessons(run, state, domain);
  const open = [...openOnMain(run, state)].filter((template) => run.find(template).domain === domain);
  const lessons =
    failed.length > 0 ? failed : chooseLessons({ ...run, knobs: state.knobs }, before, new Set(open), `mixed/${path}`);
  if (lessons.length === 0) return state;
  const taught = yield* giveLessons(run, state, lessons);
  if (taught.practice.accepted === before.accepted && taught.practice.held.size === before.held.size) return taught;
  const known = new Set(state.main.skills.map((skill) => hashOf(skill)));
  const distilled = yield await distil(run, taught);
  const fresh = distilled.main.skills.filter((skill) => !known.has(hashOf(skill)));
  if (fresh.length === 0) return distilled;
  run.journal.emit('main-relearnt', { domain, machineSkills: fresh.map(skillName) });
  return yield await proposePatches(run, distilled, fresh, path);
}
