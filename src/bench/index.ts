/** The benchmark suite: fixed configurations beside their peers. */
export { benchCircuit, type CircuitBench, type CircuitBenchOptions } from './circuit.ts';
export { microReport } from './micro-report.ts';
export { type MicroReport, runMicro } from './micro.ts';
export { type Profile, profiles } from './profile.ts';
export {
  benchRoute,
  fullRouteBench,
  quickRouteBench,
  type RouteBenchOptions,
  type RouteBenchRow,
  type RouteFigures,
} from './route.ts';
export { benchSat, type SatBench, type SatBenchOptions } from './sat.ts';
export type { Plot, Series, Suite, SuiteOptions, SuiteResult, Table } from './suite.ts';
export { figure, suiteReport, tableLines } from './suite-report.ts';
export { dyckSuite } from './algorithmic/dyck-suite.ts';
export { kvSuite } from './algorithmic/kv-suite.ts';
export { languagesSuite } from './algorithmic/languages-suite.ts';
export { majoritySuite, paritySuite } from './algorithmic/length-suite.ts';
