/** Tasks drawn, played and scored. */
export { playOracle, playRandom, rollout } from './rollout.ts';
export { answerOf, type Draw, drawAt, type Sample, sample, sampleAt, taskOf } from './sample.ts';
export { score, type Score, scoreGame, summarise, type Summary } from './score.ts';
export { Game, start } from './start.ts';
