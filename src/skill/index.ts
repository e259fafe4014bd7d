/** A skill as a thing that is trained: package, edits, protected regions, and the stages reflect, aggregate, select, update. */
export { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from './document/appendix.ts';
export { agentItems, agentRequest } from './optimizer/agent-proposal.ts';
export { aggregate } from './optimizer/aggregate.ts';
export { changedItems } from './edits/changed-items.ts';
export { comparePairs, type ComparisonPair, keepPairs, pairPolicyOf, topUpBlock } from './epoch/comparison-pairs.ts';
export { type ItemEffect, recombine } from './edits/credit.ts';
export { countTokens } from './document/count-tokens.ts';
export { type BudgetDecision, decideEditBudget } from './optimizer/decide-edit-budget.ts';
export { type EditReport, summariseEdits } from './edits/edit-report.ts';
export type { EpochComparison } from './epoch/epoch-text.ts';
export { failurePatterns } from './optimizer/failure-patterns.ts';
export { describeItem, ideaText } from './edits/item-text.ts';
export { createLeakScan, describeLeak } from './document/leaks.ts';
export { lineChanges } from './document/line-changes.ts';
export { type LintFinding, lintSkill } from './document/lint.ts';
export { mergeSkills } from './optimizer/merge-skills.ts';
export { writeMetaSkill } from './epoch/meta-skill.ts';
export type { Ask, Optimizer } from './optimizer/optimizer.ts';
export { promptRoles } from './optimizer/prompts/prompt.ts';
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
export { RuleProvenance, traceRules } from './document/provenance.ts';
export { type AnalystReport, reflect } from './optimizer/reflect.ts';
export { recallRejected, RejectedIdea, rememberRejected } from './epoch/rejected-ideas.ts';
export type { ScoredRollout } from './optimizer/rollout.ts';
export { isSafePath } from './document/safe-path.ts';
export { select } from './optimizer/select.ts';
export { type Rule, rulesOfSkill, skillHash } from './document/skill-document.ts';
export { documentsOf, documentText, skillNames } from './document/skill-set.ts';
export { withSlowUpdate, writeSlowUpdate } from './epoch/slow-update.ts';
export { renderStepBuffer, StepDigest } from './epoch/step-buffer.ts';
export { update } from './edits/update.ts';
export { Proposal, UpdateItem, UpdateMode } from './edits/update-item.ts';
export { updateModeOf } from './edits/update-mode.ts';
export { removableRules, withoutRules } from './document/without-rules.ts';
export { wordsOf } from './document/words.ts';
