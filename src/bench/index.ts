/** The benchmark suite: fixed configurations, peers, referee, scoring. */
export type { Hardware } from './hardware.ts';
export { type MicroReport, runMicro } from './micro.ts';
export type { Target } from './target.ts';
