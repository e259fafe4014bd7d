import type { SkillTask } from '#contracts';
import { wordsOf } from './words.ts';

/** A text that must not be in a skill, and the task it belongs to. */
export interface Leak {
  readonly taskId: string;
  readonly kind: 'answer' | 'id';
  readonly text: string;
}

/** Secrets and ids of all guarded tasks, ready to be looked for. */
export type LeakScan = (text: string) => readonly Leak[];

/** An answer that this many tasks share, or whose word this many task texts use, is vocabulary. */
const VOCABULARY = 3;
/** Shorter answers (`yes`, `12`, `B`) cannot be told from ordinary words. */
const LEAST_LETTERS = 4;
const MOST_WORDS = 32;

/**
 * Looks for answers and ids of tasks as whole words, letter case and punctuation aside.
 *
 * Not a leak: answers of fewer than 4 letters and digits; answers that 3 or more tasks share (labels), or single words
 * that 3 or more task texts contain (the language of the world); ids without both a letter and a digit unless they have
 * 8 characters or more.
 */
export function createLeakScan(tasks: readonly SkillTask[]): LeakScan {
  const secrets = new Map<string, { leak: Leak; tasks: number }>();
  const secretWords = new Set<string>();
  for (const { id, secrets: texts = [] } of tasks) {
    for (const key of new Set(texts.map(keyOf))) {
      const known = secrets.get(key);
      if (known !== undefined) known.tasks += 1;
      else if (key.replaceAll(' ', '').length >= LEAST_LETTERS) {
        secrets.set(key, { leak: { taskId: id, kind: 'answer', text: key }, tasks: 1 });
        secretWords.add(key);
      }
    }
  }
  const spoken = countTexts(tasks, secretWords);
  const watched = new Map<string, Leak>();
  for (const [key, { leak, tasks: sharing }] of secrets) {
    if (sharing < VOCABULARY && (spoken.get(key) ?? 0) < VOCABULARY) watched.set(key, leak);
  }
  for (const { id } of tasks) {
    if (looksLikeId(id) && !watched.has(keyOf(id))) watched.set(keyOf(id), { taskId: id, kind: 'id', text: id });
  }
  return (text) => scan(text, watched);
}

function scan(text: string, watched: ReadonlyMap<string, Leak>): Leak[] {
  const words = wordsOf(text);
  const found = new Set<Leak>();
  for (const start of words.keys()) {
    let key = '';
    for (const word of words.slice(start, start + MOST_WORDS)) {
      key = key === '' ? word : `${key} ${word}`;
      const leak = watched.get(key);
      if (leak !== undefined) found.add(leak);
    }
  }
  return [...found];
}

/** In how many task texts each of these single words occurs. */
function countTexts(tasks: readonly SkillTask[], words: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  if (words.size === 0) return counts;
  for (const { text } of tasks) {
    for (const word of new Set(wordsOf(text))) if (words.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function looksLikeId(id: string): boolean {
  return wordsOf(id).length > 0 && ((/\p{L}/u.test(id) && /\p{N}/u.test(id) && id.length >= 3) || id.length >= 8);
}

function keyOf(text: string): string {
  return wordsOf(text).slice(0, MOST_WORDS).join(' ');
}
