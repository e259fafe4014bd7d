import { editBudget } from '#schedule';
import { decideEditBudget, type Proposal, select } from '#skill';
import { stepsPerEpoch } from './batch-plan.ts';
import { asJson, type Step } from './step.ts';
import type { TrainRun } from './train-run.ts';

/** Stage 4: ranks the items and cuts them to the step's edit budget. */
export async function selectItems(run: TrainRun, step: Step, proposal: Proposal): Promise<Proposal> {
  run.enter('select');
  const budget = await budgetOf(run, step, proposal);
  const input = { skill: step.parent.skill, proposal, editBudget: budget, metaSkill: step.advice };
  const selection = await select(input, run.optimizer);
  step.record.edit_budget = budget;
  step.record.n_edits_ranked = selection.proposal.items.length;
  return selection.proposal;
}

/**
 * The edit budget of a step: by the rule of its number, so that a skipped step and a resumed run shift nothing; by the optimizer's
 * own decision; or none at all.
 */
async function budgetOf(run: TrainRun, step: Step, proposal: Proposal): Promise<number | null> {
  const { settings } = run;
  if (step.mode === 'full_rewrite_minibatch' || settings.editBudgetControl === 'none') {
    step.record.lr_control_mode = 'none';
    return null;
  }
  if (settings.editBudgetControl === 'fixed') {
    const steps = settings.epochs * stepsPerEpoch(run.train.length, settings);
    const { editBudgetRule: rule, editBudget: max, minEditBudget: min } = settings;
    return editBudget({ rule, max, min, steps }, step.plan.step);
  }
  const { rollout_n: count, rollout_hard: hard, rollout_soft: soft } = step.record;
  const { skill } = step.parent;
  const decision = await decideEditBudget(
    { skill, proposal, rollouts: { count, hard, soft }, history: step.history, metaSkill: step.advice },
    run.optimizer,
  );
  step.record.lr_decision = asJson(decision);
  run.emit('budget-decided', { step: step.plan.step, editBudget: decision.learning_rate, fallback: decision.fallback });
  return decision.learning_rate;
}
