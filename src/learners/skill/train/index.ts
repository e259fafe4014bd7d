/** How a skill is trained. */
export { evaluateSkill, type Evaluation } from './finish/evaluate-skill.ts';
export type { TrainSummary } from './finish/finish-run.ts';
export type { SkillScore } from './finish/measure-skill.ts';
export { noneRight } from './finish/none-right.ts';
export { differenceBetween, type PairedDifference } from './finish/paired-difference.ts';
export { TrainKnobs } from './knobs.ts';
export { type TrainSettings, usualSettings } from './settings.ts';
export type { TrainPorts } from './create-training.ts';
export type { TrainRun } from './train-run.ts';
export { train } from './train.ts';
export { estimateRun } from './estimate.ts';
