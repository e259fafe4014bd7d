import type { Rng } from '#foundation/kernel';

/** What a line of a skill says: these tags need these actions, on tasks of one kind or on all. */
export interface Saying {
  readonly tags: readonly string[];
  /** One for all tags, or one for each. */
  readonly actions: readonly string[];
  readonly kind?: string;
}

/** How the people of a family of worlds speak. Readers know the words of the three lists; all other words are wrapping. */
export interface Grammar {
  readonly tags: readonly string[];
  /** Further tags, for worlds of more rules than there are usual tags. */
  readonly moreTags: readonly string[];
  readonly actions: readonly string[];
  readonly kinds: readonly string[];
  /** A rule in one of many wordings. */
  rule(saying: Saying, rng: Rng): string;
  /** A rule put together from parts of sentences: hardly two have the same words. */
  reworded(saying: Saying, rng: Rng): string;
  /** The scorer's feedback on one tag that went wrong. */
  hint(tag: string, action: string, kind: string, rng: Rng): string;
  task(kind: string, tags: readonly string[], rng: Rng): string;
  /** Advice that helps nobody: few ideas, several wordings each. */
  platitude(rng: Rng): string;
}

/** Lower-case words of a text. */
function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What a text says in the words of a grammar: tags and actions in their order, the kind where exactly one is named. */
export function sayingOf(text: string, grammar: Grammar): Saying {
  const words = wordsIn(text);
  const among = (known: readonly string[]): string[] => [...new Set(words.filter((word) => known.includes(word)))];
  const kinds = among(grammar.kinds);
  return {
    tags: among([...grammar.tags, ...grammar.moreTags]),
    actions: words.filter((word) => grammar.actions.includes(word)),
    ...(kinds.length === 1 ? { kind: kinds[0]! } : {}),
  };
}
