/** TEACH: families of tasks with exact answers, played as data, as text or as bits, alone or composed. */
export { type AdversaryReport, adversaryLaw } from './adversary/adversary-law.ts';
export { efforts } from './adversary/attack.ts';
export { checkTemplate, type TemplateCheck, throughput } from './check-template.ts';
export { compose } from './compose.ts';
export { findRecorded, findTemplate } from './find-template.ts';
export { exampleCompositions, galleryPage } from './gallery.ts';
export { operatorList } from './operators/compose.ts';
export { rangeText } from './param-range.ts';
export { templates } from './registry/index.ts';
export { playOracle, playRandom, rollout } from './rollout.ts';
export { answerOf, drawAt, type Draw, type Sample, sample, sampleAt, taskOf } from './sample.ts';
export { score, type Score, scoreGame, summarise, type Summary } from './score.ts';
export { parseSetting, type Setting, settingOf, type Split, splits } from './seed-path.ts';
export { Game, start } from './start.ts';
export { parseRecordedReference, parseReference, referenceText, type TaskReference } from './task-reference.ts';
export { exportFormats, exportLine, taskLine } from './task-line.ts';
export { type Corpus, corpusTemplate } from './templates/prediction/corpus.ts';
export { pathNameOf } from './versions.ts';
