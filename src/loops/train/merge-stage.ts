import { mean } from '#statistics';
import { changedItems, mergeSkills, type UpdateItem } from '#skill';
import { poolOf } from './choose-parent.ts';
import type { SkillVersion } from './skill-version.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { updateSkill } from './update-stage.ts';

/**
 * Crosses two parents: the changes that made another skill of the pool, on top of this one. Where these are edits it costs no call; where
 * the other was rewritten, the optimizer joins the two texts, and what that changes are the items.
 */
export async function mergeParents(run: TrainRun, step: Step): Promise<Candidate | undefined> {
  run.enter('merge');
  const other = secondParent(run, step);
  if (other === undefined) {
    step.record.why = 'the pool holds no other skill to merge with';
    return undefined;
  }
  const items = await changesOf(run, step, other);
  if (items === undefined) return undefined;
  step.record.n_edits_merged = items.length;
  step.record.n_edits_ranked = items.length;
  return updateSkill(run, step, { reasoning: 'changes of another skill of the pool', items: [...items] }, false);
}

async function changesOf(run: TrainRun, step: Step, other: SkillVersion): Promise<readonly UpdateItem[] | undefined> {
  const items = run.state.bundles.get(other.hash) ?? [];
  if (items.every(({ kind }) => kind === 'edit')) return items;
  const merged = await mergeSkills(step.parent.skill, other.skill, run.optimizer);
  if ('problem' in merged) {
    step.record.why = `the two skills could not be merged (${merged.problem})`;
    return undefined;
  }
  const causes = [...new Set(items.flatMap(({ origin }) => origin.causes))];
  const origin = { id: `m${step.plan.step}`, source: 'failure', support: Math.max(1, causes.length), causes } as const;
  return changedItems(step.parent.skill, merged.skill, { ...origin, causes });
}

/** The pool's skill with the highest mean on training tasks, among those that a bundle of items made, and not this parent. */
function secondParent(run: TrainRun, step: Step): SkillVersion | undefined {
  let best: SkillVersion | undefined;
  let bestScore = -Infinity;
  for (const { version, scores } of poolOf(run)) {
    const items = run.state.bundles.get(version.hash) ?? [];
    if (version.hash === step.parent.hash || items.length === 0) continue;
    const values = [...scores.values()].flat().filter((value) => !Number.isNaN(value));
    const score = values.length === 0 ? 0 : mean(values);
    if (score > bestScore) [best, bestScore] = [version, score];
  }
  return best;
}
