/** The benchmark suite: fixed configurations, peers, referee, scoring. */
export { type Effort, efforts } from './effort.ts';
export { microReport } from './micro-report.ts';
export { type MicroReport, runMicro } from './micro.ts';
