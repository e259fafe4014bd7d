import { agentItems, agentRequest } from '#learners/skill/optimizer';
import type { Proposing, Telling } from '../train-run.ts';
import type { Proposed } from './proposed.ts';
import type { Rolled } from './roll-out.ts';
import type { Step } from './step.ts';

/** In place of reflect and aggregate: a coding agent works on the files of the skill, and what it changed are the items. */
export async function proposeByAgent(run: Telling & Proposing, step: Step, { rollouts }: Rolled): Promise<Proposed> {
  run.enter('agent');
  const { skill } = step.parent;
  const input = { skill, rollouts: [...rollouts], history: step.history, metaSkill: step.advice };
  const answer = await run.askAgent!(agentRequest(input, run.optimizer));
  if ('problem' in answer) {
    run.emit('agent-failed', { step: step.plan.step, why: answer.problem });
    return { proposal: { reasoning: '', items: [] }, why: `the agent failed (${answer.problem})` };
  }
  const items = agentItems(input, answer.files, `a${step.plan.step}`);
  return { proposal: { reasoning: 'changes by a coding agent', items: [...items] } };
}
