/** XOR-AND graphs: building, evaluating, joining and encoding them. */
export { CircuitBuilder, createBuilder } from './builder.ts';
export { type Circuit, firstGate, gateCount, inputEdge, type Names, NodeKind } from './circuit.ts';
export { circuitToCnf, type CircuitCnf, type Cnf, type CnfOptions } from './cnf.ts';
export { cofactor, compose, extractCone, miter } from './compose.ts';
export { type Edge, edgeOf, FALSE, isComplemented, nodeOf, TRUE } from './edge.ts';
export { evaluate, evaluateOnce, simulate } from './evaluate.ts';
export { cleanup, graft, sameInputs } from './graft.ts';
export { randomCircuit, type RandomCircuitShape } from './random-circuit.ts';
export { type AigerFile, readAiger } from './read-aiger.ts';
export { combinational, type Latch, type Properties, type SequentialCircuit, unroll } from './sequential.ts';
export { coneOf, depthOf, fanoutsOf, levelsOf, supportOf } from './structure.ts';
export type { Word } from './word-add.ts';
export { words } from './words.ts';
export { type AigerWriting, writeAiger } from './write-aiger.ts';
export { expandXors, recoverXors } from './xor-forms.ts';
