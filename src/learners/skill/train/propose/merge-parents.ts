import { mean } from '#foundation/statistics';
import { changedItems, type UpdateItem } from '#learners/skill/edits';
import { mergeSkills } from '#learners/skill/optimizer';
import type { SkillVersion } from '../skill-version.ts';
import type { Proposing, Remembering, Telling } from '../train-run.ts';
import { poolOf } from '../trial/pool-of-skills.ts';
import type { Proposed } from './proposed.ts';
import type { Step } from './step.ts';

/**
 * Crosses two parents: the changes that made another skill of the pool, on top of this one. Where these are edits it costs no call; where
 * the other was rewritten, the optimizer joins the two texts, and what that changes are the items.
 */
export async function mergeParents(run: Telling & Remembering & Proposing, step: Step): Promise<Proposed> {
  run.enter('merge');
  const other = secondParent(run, step);
  if (other === undefined) return nothing('the pool holds no other skill to merge with');
  const items = run.state.bundles.get(other.hash) ?? [];
  const reasoning = 'changes of another skill of the pool';
  if (items.every(({ kind }) => kind === 'edit')) return { proposal: { reasoning, items: [...items] } };
  const merged = await mergeSkills(step.parent.skill, other.skill, run.optimizer);
  if ('problem' in merged) return nothing(`the two skills could not be merged (${merged.problem})`);
  return { proposal: { reasoning, items: changedItems(step.parent.skill, merged.skill, originOf(step, items)) } };
}

function nothing(why: string): Proposed {
  return { proposal: { reasoning: '', items: [] }, why };
}

function originOf(step: Step, items: readonly UpdateItem[]): UpdateItem['origin'] {
  const causes = [...new Set(items.flatMap(({ origin }) => origin.causes))];
  return { id: `m${step.plan.step}`, source: 'failure', support: Math.max(1, causes.length), causes };
}

/** The pool's skill with the highest mean on training tasks, among those that a bundle of items made, and not this parent. */
function secondParent(run: Telling & Remembering, step: Step): SkillVersion | undefined {
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
