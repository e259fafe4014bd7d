import { rememberOf } from '#foundation/kernel';
import { wordsOf } from './words.ts';

export interface Text {
  readonly text: string;
  readonly type?: string | undefined;
}

interface TaskWords {
  /** In how many tasks each word stands. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words of the forms in which tasks are put. */
  readonly form: ReadonlySet<string>;
  /** Words that say the type of a task: they stand in tasks of such a type alone, and not in all. */
  readonly types: ReadonlySet<string>;
}

/** A run reads the same list at every step, and it may be long. */
export const readTaskWords = rememberOf((tasks: readonly Text[]): TaskWords => {
  const words = tasks.map(({ text }) => new Set(wordsOf(text)));
  return {
    counts: countWords(words),
    form: formWords(words),
    types: typeWords(tasks, words),
  };
});

function typeWords(tasks: readonly Text[], words: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const types = tasks.map(({ type = '' }) => new Set(wordsOf(type)));
  const isType = (word: string): boolean =>
    !types.every((own) => own.has(word)) && words.every((own, i) => !own.has(word) || types[i]!.has(word));
  return new Set([...new Set(types.flatMap((own) => [...own]))].filter(isType));
}

export function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  return countWords(texts.map((text) => new Set(wordsOf(text))));
}

function countWords(texts: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words that so many others share all their tasks with, in so large a share of all tasks, are those of a form that is filled in. */
const FORM_WORDS = 3;
const FORM_TASKS = 0.2;

/** The words of the forms in which tasks are put: they stand in exactly the same tasks. What a task is about stands in its own. */
function formWords(tasks: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const places = new Map<string, number[]>();
  for (const [at, words] of tasks.entries()) {
    for (const word of words) {
      const before = places.get(word);
      if (before === undefined) places.set(word, [at]);
      else before.push(at);
    }
  }
  const groups = new Map<string, string[]>();
  for (const [word, at] of places) {
    if (at.length < FORM_TASKS * tasks.length) continue;
    const key = at.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return new Set([...groups.values()].filter((words) => words.length >= FORM_WORDS).flat());
}
