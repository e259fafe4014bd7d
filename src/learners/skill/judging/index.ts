/** How a judge is measured. */
export type { JudgeMeasure } from './judge-measure.ts';
export type { JudgingPorts } from './judging-world.ts';
export { measureJudge, referenceOf } from './measure-judge.ts';
export { type PlannedLooks, planLooks } from './plan-looks.ts';
export { type Trusted, trustJudge } from './trust-judge.ts';
