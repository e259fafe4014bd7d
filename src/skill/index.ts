/** A skill as a thing that is trained: package, edits, protected regions, and the stages reflect, aggregate, select, update. */
export { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from './appendix.ts';
export { type AgentInput, agentItems, agentRequest } from './agent-proposal.ts';
export { aggregate, type AggregateInput } from './aggregate.ts';
export { changedItems } from './changed-items.ts';
export {
  comparePairs,
  type ComparisonPair,
  keepPairs,
  type PairCategory,
  type PairPolicy,
  pairPolicyOf,
  topUpBlock,
} from './comparison-pairs.ts';
export { type Bundle, type ItemEffect, leaveOneOut, recombine } from './credit.ts';
export { countTokens } from './count-tokens.ts';
export { type BudgetDecision, type BudgetInput, decideEditBudget } from './decide-edit-budget.ts';
export { type EditReport, type EditStatus, type EditSummary, summariseEdits } from './edit-report.ts';
export type { EpochComparison, EpochText } from './epoch-text.ts';
export { FailurePattern, failurePatterns } from './failure-patterns.ts';
export { describeItem } from './item-text.ts';
export { createLeakScan, describeLeak, type Leak, type LeakScan } from './leaks.ts';
export { type LineChange, lineChanges } from './line-changes.ts';
export { type LintFinding, lintSkill } from './lint.ts';
export { mergeSkills } from './merge-skills.ts';
export { writeMetaSkill } from './meta-skill.ts';
export type { Ask, Optimizer, OptimizerStage } from './optimizer.ts';
export { type PromptOverrides, type PromptRole, promptRoles } from './prompts/prompt.ts';
export { type AcceptedChange, RuleProvenance, traceRules } from './provenance.ts';
export { type AnalystReport, type FailureType, reflect, type ReflectInput, type ReflectSettings } from './reflect.ts';
export { recallRejected, RejectedIdea, rememberRejected } from './rejected-ideas.ts';
export type { ScoredRollout } from './rollout.ts';
export { select, type Selection, type SelectInput } from './select.ts';
export {
  type Block,
  parseSkill,
  renderSkill,
  type Rule,
  rulesOfSkill,
  skillHash,
  type SkillPackage,
} from './skill-document.ts';
export { slowUpdateOf, withSlowUpdate, writeSlowUpdate } from './slow-update.ts';
export { renderStepBuffer, StepDigest } from './step-buffer.ts';
export { update, type Update, type UpdateInput } from './update.ts';
export { Edit, Origin, Proposal, Rewrite, Source, Suggestion, UpdateItem, UpdateMode } from './update-item.ts';
export { updateModeOf } from './update-mode.ts';
export { removableRules, withoutRules } from './without-rules.ts';
export { wordsOf } from './words.ts';
