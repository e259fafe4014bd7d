/** How the language model is taught and asked. */
export { measureText } from './measure-text.ts';
export { modelCard } from './model-card.ts';
export { playLm, type Writer, writeTexts } from './play-lm.ts';
export { exampleLessons, teachExamples } from './teach-examples.ts';
export { textLessons } from './teach-text.ts';
export { type Lessons, trainLm } from './train-lm.ts';
