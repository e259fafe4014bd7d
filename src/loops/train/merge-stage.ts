import { mean } from '#kernel';
import { update, type UpdateItem } from '#skill';
import { poolOf } from './choose-parent.ts';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { candidateOf, guardedTasks } from './update-stage.ts';

/** Crosses two parents: the changes that made another skill of the pool, on top of this one. Costs no call of the optimizer. */
export async function mergeParents(run: TrainRun, step: Step): Promise<Candidate | undefined> {
  run.enter('merge');
  const other = secondParent(run, step);
  if (other === undefined) {
    step.record.why = 'the pool holds no other skill to merge with';
    return undefined;
  }
  const proposal = { reasoning: 'changes of another skill of the pool', items: [...other] };
  const made = await update(
    {
      skill: step.parent.skill,
      proposal,
      mode: 'patch',
      history: step.history,
      guarded: guardedTasks(run),
      mayRepair: false,
    },
    run.optimizer,
  );
  if (made.action === 'candidate') return candidateOf(run, made.skill, made.items, step);
  step.record.why = made.why;
  return undefined;
}

/** The changes of the pool's skill with the highest mean on training tasks, among those made by edits and not in this parent. */
function secondParent(run: TrainRun, step: Step): readonly UpdateItem[] | undefined {
  let best: readonly UpdateItem[] | undefined;
  let bestScore = -Infinity;
  for (const { version, scores } of poolOf(run)) {
    const items = run.state.bundles.get(version.hash) ?? [];
    if (version.hash === step.parent.hash || items.length === 0) continue;
    if (items.some(({ kind }) => kind !== 'edit')) continue;
    const values = [...scores.values()].flat().filter((value) => !Number.isNaN(value));
    const score = values.length === 0 ? 0 : mean(values);
    if (score > bestScore) [best, bestScore] = [items, score];
  }
  return best;
}
