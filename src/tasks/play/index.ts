/** Tasks drawn, played and scored. */
export { playOracle, playRandom, rollout } from './rollout.ts';
export { answerOf, type Draw, drawAt, type Sample, sample, sampleAt, taskOf } from './sample.ts';
export { score, scoreGame, summarise, type Summary } from './score.ts';
export type { Score } from './task-score.ts';
export { Game, start } from './start.ts';
