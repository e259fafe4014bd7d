/** How a model plays with itself. */
export type { QuestionRecord } from './tell-iteration.ts';
export { createEmbeddedTrainer, type EmbeddedStart } from './embedded-trainer.ts';
export { embeddedKnobs } from './learn-batch.ts';
export type { SelfPlayPorts } from './play.ts';
export { chatForm, patternForm } from './question-forms.ts';
export { type Corpus, corpusHash, type Schooling, schoolStart, usualSchooling } from './school-start.ts';
export { selfplay, type SelfPlaySummary } from './selfplay.ts';
export { billOf } from './bill.ts';
export { choiceKnobs } from './choice-knobs.ts';
export { scaledSettings, seedSettings, type SelfPlaySettings, usualSelfPlay } from './settings.ts';
