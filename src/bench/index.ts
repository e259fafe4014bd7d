/** The benchmark suite: a table of benchmarks, each loaded when it is run, and one report for all. */
export { compositeScores } from './composite.ts';
export { cpuMicros } from './cpu-time.ts';
export { provenanceNow, recorded } from './provenance/provenance.ts';
export { suiteReport } from './report/markdown-report.ts';
export type { SuiteOptions, SuiteResult, SuiteRow } from './suite.ts';
export { suites } from './suites.ts';
export { atLeast } from './target.ts';
export { loadEvolveBench } from './evolve/load-evolve-bench.ts';
export { loadReferee } from './train/load-referee.ts';
export const loadSelfPlayBench = async (): Promise<typeof import('./selfplay/selfplay-suite.ts')> =>
  import('./selfplay/selfplay-suite.ts');
export { loadVary } from './vary/load-vary.ts';
export { type FaultReport, joinReports } from './faults/fault-report.ts';
export { loadFaults } from './faults/load-faults.ts';
export type { WorkersReport } from './faults/measure-workers.ts';
export { probeKind } from './faults/probe-kind.ts';
export { benchKinds } from './bench-kinds.ts';
