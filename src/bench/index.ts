/** Benchmarks: fixed configurations beside their peers. */
export { benchCircuit, type CircuitBench, type CircuitBenchOptions } from './circuit.ts';
export { benchSat, type SatBench, type SatBenchOptions } from './sat.ts';
