/** Circuits of XOR and AND gates: `import { createBuilder } from 'pawl/circuit'`. */
export { type AigerFile, readAiger, writeAiger } from '#logic/circuit/aiger';
export { circuitToC } from '#logic/circuit/compile';
export { circuitToCnf, circuitToDot } from '#logic/circuit/formats';
export {
  type Circuit,
  CircuitBuilder,
  createBuilder,
  type Edge,
  evaluate,
  evaluateOnce,
  gateCount,
  simulate,
} from '#logic/circuit/graph';
export { miter, statisticsOf } from '#logic/circuit/structure';
export { truthTablesOf, type TruthTable } from '#logic/circuit/tables';
export { type Word, words } from '#logic/circuit/words';
