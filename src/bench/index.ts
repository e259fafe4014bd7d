/** The benchmark suite: fixed configurations beside their peers. */
export { benchCircuit, type CircuitBench, type CircuitBenchOptions } from './circuit/circuit.ts';
export { codeSuite } from './language/code.ts';
export { lmSuite } from './language/lm.ts';
export { microReport } from './micro/micro-report.ts';
export { type MicroReport, runMicro } from './micro/micro.ts';
export { type Profile, profiles } from './micro/profile.ts';
export {
  benchRoute,
  fullRouteBench,
  quickRouteBench,
  type RouteBenchOptions,
  type RouteBenchRow,
  type RouteFigures,
} from './route/route.ts';
export { benchSat, type SatBench, type SatBenchOptions } from './sat/sat.ts';
export type { Plot, Series, Suite, SuiteOptions, SuiteResult, Table } from './suite.ts';
export { figure, suiteReport, tableLines } from './suite-report.ts';
