import { agentItems, agentRequest } from '#skill';
import type { Candidate, Step } from './step.ts';
import type { TrainRun } from './train-run.ts';
import { updateSkill } from './update-stage.ts';

/** In place of reflect, aggregate and select: a coding agent works on the files of the skill, and what it changed are the items. */
export async function proposeByAgent(run: TrainRun, step: Step): Promise<Candidate | undefined> {
  run.enter('agent');
  const { skill } = step.parent;
  const input = { skill, rollouts: step.rollouts, history: step.history, metaSkill: step.advice };
  const answer = await run.askAgent!(agentRequest(input, run.optimizer));
  if ('problem' in answer) {
    step.record.why = `the agent failed (${answer.problem})`;
    run.emit('agent-failed', { step: step.plan.step, why: answer.problem });
    return undefined;
  }
  const items = agentItems(input, answer.files, `a${step.plan.step}`);
  step.record.n_edits_merged = items.length;
  step.record.n_edits_ranked = items.length;
  return updateSkill(run, step, { reasoning: 'changes by a coding agent', items: [...items] }, false);
}
