import { editBudget } from '#schedule';
import type { Proposal } from '#learners/skill/edits';
import { type BudgetDecision, decideEditBudget, select } from '#learners/skill/optimizer';
import type { Practising, Proposing, Telling } from '../train-run.ts';
import type { Proposed } from './proposed.ts';
import { stepsPerEpoch } from './plan-steps.ts';
import type { Rolled } from './roll-out.ts';
import { meanScores, type Step } from './step.ts';

/** What is left of a proposal, and the edit budget that cut it. */
export interface Selected {
  readonly proposal: Proposal;
  readonly editBudget: number | null;
  readonly control: 'fixed' | 'autonomous' | 'none';
  readonly decision: BudgetDecision | null;
}

/** Stage 4: ranks the items of analysts and cuts them to the step's edit budget. Merges and agents are taken as they are. */
export async function selectItems(
  run: Telling & Practising & Proposing,
  step: Step,
  { proposal }: Proposed,
  rolled: Rolled,
): Promise<Selected> {
  if (step.proposer === 'merge' || step.proposer === 'agent') {
    return { proposal, editBudget: null, control: run.settings.editBudgetControl, decision: null };
  }
  run.enter('select');
  const budget = await budgetOf(run, step, proposal, rolled);
  const input = { skill: step.parent.skill, proposal, editBudget: budget.editBudget, metaSkill: step.advice };
  const selection = await select(input, run.optimizer);
  return { ...budget, proposal: selection.proposal };
}

/**
 * The edit budget of a step: by the rule of its number, so that a skipped step and a resumed run shift nothing; by the optimizer's
 * own decision; or none at all.
 */
async function budgetOf(
  run: Telling & Practising & Proposing,
  step: Step,
  proposal: Proposal,
  { made, rollouts }: Rolled,
): Promise<Omit<Selected, 'proposal'>> {
  const { settings } = run;
  const control = step.mode === 'full_rewrite_minibatch' ? 'none' : settings.editBudgetControl;
  if (control === 'none') return { editBudget: null, control, decision: null };
  if (control === 'fixed') {
    const steps = settings.epochs * stepsPerEpoch(run.train.length, settings);
    const { editBudgetRule: rule, editBudget: max, minEditBudget: min } = settings;
    return { editBudget: editBudget({ rule, max, min, steps }, step.plan.step), control, decision: null };
  }
  const { skill } = step.parent;
  const decision = await decideEditBudget(
    {
      skill,
      proposal,
      rollouts: { count: made, ...meanScores(rollouts) },
      history: step.history,
      metaSkill: step.advice,
    },
    run.optimizer,
  );
  run.emit('budget-decided', { step: step.plan.step, editBudget: decision.learning_rate, fallback: decision.fallback });
  return { editBudget: decision.learning_rate, control, decision };
}
