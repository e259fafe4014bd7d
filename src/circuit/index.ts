/** XOR-AND graphs: building, evaluating, joining and encoding them. */
export { type Anf, anfOf, anfText, monomialsOf, tableOfAnf } from './tables/anf.ts';
export {
  type Bdd,
  type BddAnswer,
  bddOf,
  type BddOptions,
  bddSize,
  circuitFromBdd,
  countModels,
} from './tables/bdd.ts';
export { CircuitBuilder, createBuilder } from './graph/builder.ts';
export { type Circuit, firstGate, gateCount, inputEdge, type Names, NodeKind } from './graph/circuit.ts';
export { type CircuitData, circuitFromData, circuitToData } from './formats/circuit-data.ts';
export { circuitToCnf, type CircuitCnf, type Cnf, type CnfOptions } from './formats/cnf.ts';
export { circuitToC } from './compile/compile-c.ts';
export type { CodeShape } from './compile/compile-emit.ts';
export { startInterpreter } from './compile/compile-interpreter.ts';
export { compileLater, encodePack, type PlacedCircuit, startPack } from './compile/compile-pack.ts';
export { programOf, programScratch } from './compile/compile-program.ts';
export type { PlaneLayout } from './compile/compile-sequence.ts';
export { cofactor, compose, extractCone, miter } from './graph/compose.ts';
export { circuitCnfText } from './formats/dimacs-text.ts';
export { circuitToDot } from './formats/dot.ts';
export { type Edge, edgeOf, FALSE, isComplemented, nodeOf, TRUE } from './graph/edge.ts';
export { evaluate, evaluateOnce, simulate } from './graph/evaluate.ts';
export { families, type Family } from './samples/families.ts';
export { circuitFromAnfs, circuitFromTables } from './tables/from-tables.ts';
export { cleanup, graft, type MakeGate, rebuild, sameInputs } from './graph/graft.ts';
export { randomCircuit, type RandomCircuitShape } from './samples/random-circuit.ts';
export { type AigerFile, readAiger } from './aiger/read-aiger.ts';
export { combinational, type Latch, type Properties, type SequentialCircuit, unroll } from './graph/sequential.ts';
export { type CircuitStatistics, statisticsOf } from './graph/statistics.ts';
export { coneOf, depthOf, fanoutsOf, levelsOf, supportOf } from './graph/structure.ts';
export { tablesFromText, tablesToText } from './tables/table-text.ts';
export { inputTable, MAX_TABLE_INPUTS, tableValue, type TruthTable, truthTablesOf } from './tables/truth-table.ts';
export type { Word } from './words/word-add.ts';
export { words } from './words/words.ts';
export { type AigerWriting, writeAiger } from './aiger/write-aiger.ts';
export { expandXors, recoverXors } from './graph/xor-forms.ts';
