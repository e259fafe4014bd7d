/** The benchmark suite: fixed configurations beside their peers. */
export { banditSuite } from './bandit/bandit-suite.ts';
export { nonstationarySuite } from './bandit/nonstationary-suite.ts';
export { safetySuite } from './safety/safety-suite.ts';
export { benchCircuit, type CircuitBench, type CircuitBenchOptions } from './circuit/circuit.ts';
export { codeSuite } from './language/code.ts';
export { microResult, microSuite } from './micro/micro-suite.ts';
export { lmSuite } from './language/lm.ts';
export { type MicroReport, runMicro } from './micro/micro.ts';
export { type Profile, profiles, skipSlowPeers } from './micro/profile.ts';
export { benchSat, type SatBench, type SatBenchOptions } from './sat/sat.ts';
export { scalingSuite } from './scaling/scaling.ts';
export type { Plot, Series, Suite, SuiteOptions, SuiteResult, Table } from './suite.ts';
export { htmlReport } from './report/html-report.ts';
export { figure, suiteReport, tableLines } from './report/markdown-report.ts';
export { quietSuites, suites } from './suites.ts';
export { dyckSuite } from './algorithmic/dyck-suite.ts';
export { kvSuite } from './algorithmic/kv-suite.ts';
export { majoritySuite, paritySuite } from './algorithmic/length-suite.ts';
