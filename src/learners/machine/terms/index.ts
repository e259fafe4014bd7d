/**
 * One learner: a typed language of terms and one search over it.
 *
 * `learnRule` takes a table and its answers, and gives the shortest rule that it finds within counted effort, with the rows that contradict it and
 * rules that fit as well. A `Rule` is plain data: `applyRule` evaluates it again, `describeRule` says it.
 *
 * Cells are whole numbers (`word`), booleans (`flag`), texts (`symbol`), lists of whole numbers (`list`) or sixteen hexadecimal digits (`bits`, which
 * must be said). Symbols of all columns share one table of codes. A `choice` takes its first case that holds; a `table` maps codes to codes.
 */
export { learnRule, type Learnt, type LearnRequest, smallConstants } from './learn-rule.ts';
export { applyRule, applyRuleToRows, type Cell, type ColumnSpec, type Rule, specOf } from './rule.ts';
export { describeRule } from './describe-term.ts';
export { type Abstraction, type Grammar, plainGrammar, productionNamed } from './grammar.ts';
export type { Term } from './term.ts';
export type { Type } from './column.ts';
export { environmentOf, evaluateTerm, typeOfTerm } from './evaluate-term.ts';
