/** Circuits of XOR and AND gates: `import { createBuilder } from 'pawl/circuit'`. */
export { type AigerFile, readAiger, writeAiger } from '#circuit/aiger';
export { circuitToC } from '#circuit/compile';
export { circuitToCnf, circuitToDot } from '#circuit/formats';
export {
  type Circuit,
  CircuitBuilder,
  createBuilder,
  type Edge,
  evaluate,
  evaluateOnce,
  gateCount,
  simulate,
} from '#circuit/graph';
export { miter, statisticsOf } from '#circuit/structure';
export { truthTablesOf, type TruthTable } from '#circuit/tables';
export { type Word, words } from '#circuit/words';
