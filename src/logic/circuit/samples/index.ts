/** Circuits to measure with. */
export { families } from './families.ts';
export { randomCircuit } from './random-circuit.ts';
