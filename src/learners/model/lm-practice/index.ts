/** How the language model is taught and asked. */
export { modelCard } from './model-card.ts';
export { playLm, writeTexts } from './play-lm.ts';
export { teachExamples } from './teach-examples.ts';
export { trainLm } from './train-lm.ts';
