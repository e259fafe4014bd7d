/** XOR-AND graphs: edges, building and evaluating them. */
export { CircuitBuilder, createBuilder } from './builder.ts';
export { type Circuit, firstGate, gateCount, NodeKind } from './circuit.ts';
export { type Edge, edgeOf, FALSE, nodeOf, TRUE } from './edge.ts';
export { evaluate, evaluateOnce, simulate } from './evaluate.ts';
export { combinational, type SequentialCircuit } from './sequential.ts';
