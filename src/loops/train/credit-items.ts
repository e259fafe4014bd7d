import type { SkillFiles, SkillTask } from '#contracts';
import { mean } from '#statistics';
import { type ItemEffect, leaveOneOut, recombine, rememberRejected, update, type UpdateItem } from '#skill';
import { practise } from './rollout-stage.ts';
import { keepVersion, type SkillVersion } from './skill-version.ts';
import { asJson, type Candidate, type Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { candidateOf } from './update-stage.ts';

/**
 * Takes a refused bundle apart on training tasks. For each item i, on the failures that caused it:
 *
 *     effect(i) = mean score of the whole bundle − mean score of the bundle without i
 *
 * Items with a positive effect make the smaller bundle that is returned, and join the next proposal should it be refused too; items
 * that did harm are remembered, so that the idea does not come back.
 */
export async function creditItems(
  run: TrainRun,
  step: Step,
  candidate: Candidate,
  base: SkillFiles,
): Promise<Candidate | undefined> {
  run.enter('credit');
  const { state, settings } = run;
  const effects: ItemEffect[] = [];
  for (const { items, without } of leaveOneOut(candidate.items)) {
    const item = candidate.items.find(({ origin }) => origin.id === without)!;
    const tasks = causesOf(run, item).slice(0, settings.search.creditTasks);
    const reduced = await buildFrom(run, step, items, base);
    if (tasks.length === 0 || reduced === undefined) continue;
    const version = keepVersion(reduced, `${candidate.version.origin}_without_${without}`, run.journal);
    const effect = (await scoreOn(run, candidate.version, tasks)) - (await scoreOn(run, version, tasks));
    effects.push({ item, effect });
    state.effects.set(item.origin.id, effect);
  }
  const harmful = effects.filter(({ effect }) => effect < 0);
  for (const { item, effect } of harmful) {
    state.rejected = rememberRejected(state.rejected, [item], { step: step.plan.step, verdict: 'reject', effect });
  }
  const helpful = recombine(effects, candidate.items.length);
  // Harm can hide what the others are worth: then all that did none are tried together.
  const harmless = harmful.length > 0 ? effects.filter(({ effect }) => effect >= 0).map(({ item }) => item) : [];
  const good = helpful.length > 0 ? helpful : harmless;
  run.emit(
    'bundle-credited',
    asJson({
      step: step.plan.step,
      effects: effects.map(({ item, effect }) => ({ item: item.origin.id, effect })),
      kept: good.map(({ origin }) => origin.id),
    }),
  );
  state.kept = [...good];
  if (good.length === 0 || good.length === candidate.items.length) return undefined;
  const skill = await buildFrom(run, step, good, base);
  return skill === undefined ? undefined : candidateOf(run, skill, good, step);
}

// oxlint-disable-next-line max-params -- a bundle is built from exactly these
async function buildFrom(
  run: TrainRun,
  step: Step,
  items: readonly UpdateItem[],
  base: SkillFiles,
): Promise<SkillFiles | undefined> {
  const proposal = { reasoning: '', items: [...items] };
  const input = { skill: base, proposal, mode: step.mode, history: step.history };
  const made = await update({ ...input, guarded: run.guarded, mayRepair: false }, run.optimizer);
  return made.action === 'candidate' ? made.skill : undefined;
}

/** The training tasks behind an item, those that failed most recently first. */
function causesOf(run: TrainRun, { origin }: UpdateItem): readonly SkillTask[] {
  const causes = new Set(origin.causes);
  return run.train.filter(({ id }) => causes.has(id));
}

/** Mean of fresh training rollouts on these tasks. */
async function scoreOn(run: TrainRun, version: SkillVersion, tasks: readonly SkillTask[]): Promise<number> {
  const made = await practise(run, version, tasks, 'credit');
  const scores = made.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.score.hard] : []));
  return scores.length === 0 ? 0 : mean(scores);
}
