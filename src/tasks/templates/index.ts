/** Templates that are built from what the caller brings. */
export { type Corpus, corpusTemplate } from './prediction/corpus.ts';
