/** What a text is about, by its words. */
export {
  covers,
  createReader,
  differs,
  isAkin,
  isExtension,
  isGrounded,
  isRival,
  isSameIdea,
  isSpecialCase,
  type Meaning,
  overlaps,
} from './rule-similarity.ts';
export { wordsOf } from './words.ts';
