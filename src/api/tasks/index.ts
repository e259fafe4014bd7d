/** Tasks with exact answers: `import { sample } from 'pawl/tasks'`. */
export { checkTemplate, choice, defineAnswer, defineTemplate, int, number, type ParamsOf } from '#tasks/define';
export {
  bitString,
  codec,
  flag,
  listOf,
  maybe,
  oneOf,
  parseInteger,
  parseNumber,
  parseWord,
  record,
  tagged,
  upTo,
  whole,
} from '#tasks/faces';
export {
  answerOf,
  drawAt,
  Game,
  playOracle,
  playRandom,
  rollout,
  sample,
  type Sample,
  sampleAt,
  score,
  type Score,
  start,
  summarise,
  type Summary,
} from '#tasks/play';
export { compose, findTemplate, templates } from '#tasks/registry';
export { type Corpus, corpusTemplate } from '#tasks/templates';
