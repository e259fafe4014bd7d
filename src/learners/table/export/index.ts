/** A rule as code that runs alone: TypeScript, SQL, and gates as C, WebAssembly and AIGER. */
export { circuitLegend, circuitToC, circuitToWasm } from './circuit-code.ts';
export { type RuleCircuit, ruleCircuit } from './rule-circuit.ts';
export { wordsOfRule } from './rule-code.ts';
export { ruleScript } from './rule-script.ts';
export { ruleSql, sqlOnRows, sqlStatement } from './rule-sql.ts';
export { firstDifference, inputNumbers, inputsToTest, rowsToTest, type TestRows } from './test-export.ts';
