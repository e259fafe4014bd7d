import { rememberOf } from '#foundation/kernel';
import type { SkillTask } from '#foundation/contracts/skills';
import { leakReadings, leakWords } from './leak-words.ts';

/** A text that must not be in a skill, and the task it belongs to. */
export interface Leak {
  readonly taskId: string;
  readonly kind: 'answer' | 'id';
  readonly text: string;
}

/** A leak in words. */
export function describeLeak({ kind, taskId }: Leak): string {
  return `it contains ${kind === 'id' ? 'the id' : 'an answer'} of task ${taskId}`;
}

/** Secrets and ids of all guarded tasks, ready to be looked for. */
export type LeakScan = (text: string) => readonly Leak[];

/** An answer that this many tasks share, or whose word this many task texts use, is vocabulary. */
const VOCABULARY = 3;
/** Shorter answers (`yes`, `12`, `B`) cannot be told from ordinary words. */
const LEAST_LETTERS = 4;
const MOST_WORDS = 32;

/**
 * Looks for answers and ids of tasks as whole words, letter case, punctuation, markup, accents, unseen characters and lookalike
 * letters aside.
 *
 * Not a leak: answers of fewer than 4 letters and digits; answers that 3 or more tasks share (labels), or single words
 * that 3 or more task texts contain (the language of the world); ids without both a letter and a digit unless they have
 * 8 characters or more.
 */
export const createLeakScan: (tasks: readonly SkillTask[]) => LeakScan = rememberOf(watch);

/** One scan per list: to read 100,000 tasks takes a second, and every update of a run guards the same ones. */
function watch(tasks: readonly SkillTask[]): LeakScan {
  const watched = new Map<string, { readonly leak: Leak; sharing: number }>();
  for (const { id, secrets = [] } of tasks) {
    for (const key of new Set(secrets.map(keyOf))) {
      const known = watched.get(key);
      if (known !== undefined) known.sharing += 1;
      else if (key.replaceAll(' ', '').length >= LEAST_LETTERS) {
        watched.set(key, { leak: { taskId: id, kind: 'answer', text: key }, sharing: 1 });
      }
    }
  }
  for (const { id } of tasks) {
    const key = looksLikeId(id) ? keyOf(id) : '';
    if (key !== '' && !watched.has(key)) watched.set(key, { leak: { taskId: id, kind: 'id', text: id }, sharing: 1 });
  }
  const longest = [...watched.keys()].reduce((most, key) => Math.max(most, key.split(' ').length), 0);
  return (text) =>
    runsOf(text, longest).flatMap((key) => {
      const found = watched.get(key);
      if (found === undefined || found.sharing >= VOCABULARY) return [];
      return found.leak.kind === 'answer' && isSpoken(key, tasks) ? [] : [found.leak];
    });
}

/** Every distinct run of words in a text, no longer than the longest that is watched. */
function runsOf(text: string, longest: number): string[] {
  const runs = new Set<string>();
  for (const words of leakReadings(text)) {
    for (const start of words.keys()) {
      let run = '';
      for (const word of words.slice(start, start + longest)) {
        run = run === '' ? word : `${run} ${word}`;
        runs.add(run);
      }
    }
  }
  return [...runs];
}

/** Whether a single word belongs to the language of the tasks. Looked up only for what was found: there may be many tasks. */
function isSpoken(word: string, tasks: readonly SkillTask[]): boolean {
  if (word.includes(' ')) return false;
  let texts = 0;
  for (const { text } of tasks) {
    if (leakWords(text).includes(word)) texts += 1;
    if (texts >= VOCABULARY) return true;
  }
  return false;
}

function looksLikeId(id: string): boolean {
  return leakWords(id).length > 0 && ((/\p{L}/u.test(id) && /\p{N}/u.test(id) && id.length >= 3) || id.length >= 8);
}

function keyOf(text: string): string {
  return leakWords(text).slice(0, MOST_WORDS).join(' ');
}
