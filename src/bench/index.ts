/** The benchmark suite: fixed configurations, peers, referee, scoring. */
export { type Profile, profiles } from './profile.ts';
export { microReport } from './micro-report.ts';
export { type MicroReport, runMicro } from './micro.ts';
