/** TEACH: families of tasks with exact answers, played as data, as text or as bits. */
export { findTemplate } from './find-template.ts';
export { templates } from './registry/index.ts';
export { playOracle, playRandom, rollout } from './rollout.ts';
export { answerOf, drawAt, type Draw, type Sample, sample, sampleAt, taskOf } from './sample.ts';
export { parseSetting, type Setting, settingOf, type Split, splits } from './seed-path.ts';
