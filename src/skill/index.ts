/** A skill as a thing that is trained: package, edits, protected regions, and the stages reflect, aggregate, select, update. */
export { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from './document/appendix.ts';
export { type AgentInput, agentItems, agentRequest } from './optimizer/agent-proposal.ts';
export { aggregate, type AggregateInput } from './optimizer/aggregate.ts';
export { changedItems } from './edits/changed-items.ts';
export {
  comparePairs,
  type ComparisonPair,
  keepPairs,
  type PairCategory,
  type PairPolicy,
  pairPolicyOf,
  topUpBlock,
} from './epoch/comparison-pairs.ts';
export { type Bundle, type ItemEffect, leaveOneOut, recombine } from './edits/credit.ts';
export { countTokens } from './document/count-tokens.ts';
export { type BudgetDecision, type BudgetInput, decideEditBudget } from './optimizer/decide-edit-budget.ts';
export { type EditReport, type EditStatus, type EditSummary, summariseEdits } from './edits/edit-report.ts';
export type { EpochComparison, EpochText } from './epoch/epoch-text.ts';
export { FailurePattern, failurePatterns } from './optimizer/failure-patterns.ts';
export { describeItem, ideaText } from './edits/item-text.ts';
export { createLeakScan, describeLeak, type Leak, type LeakScan } from './document/leaks.ts';
export { type LineChange, lineChanges } from './document/line-changes.ts';
export { type LintFinding, lintSkill } from './document/lint.ts';
export { mergeSkills } from './optimizer/merge-skills.ts';
export { writeMetaSkill } from './epoch/meta-skill.ts';
export type { Ask, Optimizer, OptimizerStage } from './optimizer/optimizer.ts';
export { type PromptOverrides, type PromptRole, promptRoles } from './optimizer/prompts/prompt.ts';
export {
  covers,
  createReader,
  isAkin,
  isExtension,
  isGrounded,
  isRival,
  isSameIdea,
  type Meaning,
  overlaps,
} from './edits/meaning.ts';
export { type AcceptedChange, RuleProvenance, traceRules } from './document/provenance.ts';
export {
  type AnalystReport,
  type FailureType,
  reflect,
  type ReflectInput,
  type ReflectSettings,
} from './optimizer/reflect.ts';
export { recallRejected, RejectedIdea, rememberRejected } from './epoch/rejected-ideas.ts';
export type { ScoredRollout } from './optimizer/rollout.ts';
export { select, type Selection, type SelectInput } from './optimizer/select.ts';
export {
  type Block,
  parseSkill,
  renderSkill,
  type Rule,
  rulesOfSkill,
  skillHash,
  type SkillPackage,
} from './document/skill-document.ts';
export { slowUpdateOf, withSlowUpdate, writeSlowUpdate } from './epoch/slow-update.ts';
export { renderStepBuffer, StepDigest } from './epoch/step-buffer.ts';
export { update, type Update, type UpdateInput } from './edits/update.ts';
export { Edit, Origin, Proposal, Rewrite, Source, Suggestion, UpdateItem, UpdateMode } from './edits/update-item.ts';
export { updateModeOf } from './edits/update-mode.ts';
export { removableRules, withoutRules } from './document/without-rules.ts';
export { wordsOf } from './document/words.ts';
