import type { WordTree } from '../word-tree.ts';
import type { Place } from './control-words.ts';
import type { MacroAction } from './macro-action.ts';

/** A table over some words as a tree: which action, with its words filled by terms, is done where. */
export interface RelationalHypothesis {
  /** The words that the tests of the tree are about. */
  readonly words: readonly Place[];
  readonly tree: WordTree;
  /** The actions at the leaves, by their label. */
  readonly actions: readonly MacroAction[];
}
