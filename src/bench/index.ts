/** Benchmarks: fixed configurations beside their peers. */
export { benchSat, type SatBench, type SatBenchOptions } from './sat.ts';
