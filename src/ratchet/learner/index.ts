/** What a learner is to the engine. */
export { type Book, openBook } from './book.ts';
export { type Learner, practise } from './learner.ts';
