/** Reflect, aggregate, select: what is asked of the model that proposes. */
export { agentItems, agentRequest } from './agent-proposal.ts';
export { aggregate } from './aggregate.ts';
export { type BudgetDecision, decideEditBudget } from './decide-edit-budget.ts';
export { failurePatterns } from './failure-patterns.ts';
export { mergeSkills } from './merge-skills.ts';
export { isFailure } from './minibatches.ts';
export type { Optimizer } from './optimizer.ts';
export { promptRoles } from './prompts/prompt.ts';
export { type AnalystReport, reflectEach } from './reflect.ts';
export { createRecorder } from './rollout-record.ts';
export type { ScoredRollout } from './rollout.ts';
export { select } from './select.ts';
