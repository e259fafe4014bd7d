/** The text of a skill: regions, rules, notes, names. */
export { addAppendixNotes, appendixNotesOf, consolidateNotes, setAppendixNotes } from './appendix.ts';
export { countTokens } from './count-tokens.ts';
export { lineChanges } from './line-changes.ts';
export { RuleProvenance, traceRules } from './provenance.ts';
export { isSafePath } from './safe-path.ts';
export { type Rule, rulesOfSkill, skillHash } from './skill-document.ts';
export { documentsOf, documentText, skillNames } from './skill-set.ts';
export { removableRules, withoutRules, withRules } from './without-rules.ts';
