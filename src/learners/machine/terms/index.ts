/**
 * One learner: a typed language of terms and one search over it.
 *
 * `learnRule` takes a table and its answers, and gives the shortest rule that it finds within counted effort, with the rows that contradict it and
 * rules that fit as well. A `Rule` is plain data: `applyRuleToRows` evaluates it again.
 *
 * Cells are whole numbers (`word`), booleans (`flag`), texts (`symbol`), lists of whole numbers (`list`) or sixteen hexadecimal digits (`bits`, which
 * must be said). Symbols of all columns share one table of codes. A `choice` takes its first case that holds; a `table` maps codes to codes.
 */
export { learnRule, type Learnt } from './learn-rule.ts';
export { applyRuleToRows, type Cell, type ColumnSpec, type Rule } from './rule.ts';
export { type Grammar, productions } from './grammar.ts';
export type { Term } from './term.ts';
export { eachRows } from './each.ts';
export { environmentOf, evaluateTerm, typeOfTerm } from './evaluate-term.ts';
export { Gates, NoCircuit, type Wire } from './circuits/gates.ts';
export { TermCircuit } from './circuits/term-circuit.ts';
export { columnsIn } from './columns-in.ts';
export { partsOf, withParts } from './library/term-parts.ts';
