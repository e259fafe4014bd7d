/** The benchmark suite: fixed configurations beside their peers. */
export { benchCircuit, type CircuitBench, type CircuitBenchOptions } from './circuit/circuit.ts';
export { microResult, microSuite } from './micro/micro-suite.ts';
export { type MicroReport, runMicro } from './micro/micro.ts';
export { type Profile, profiles } from './micro/profile.ts';
export { benchSat, type SatBench, type SatBenchOptions } from './sat/sat.ts';
export { scalingSuite } from './scaling/scaling.ts';
export type { Plot, Series, Suite, SuiteOptions, SuiteResult, Table } from './suite.ts';
export { figure, suiteReport, tableLines } from './suite-report.ts';
export { compete } from './train/competitor.ts';
export { ownCompetitors } from './train/own-competitors.ts';
export { benchThroughput } from './train/throughput.ts';
export { benchTrain } from './train/train-suite.ts';
