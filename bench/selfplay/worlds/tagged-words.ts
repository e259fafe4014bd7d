import { createRng, type Rng } from '#foundation/kernel';
import type { JudgeProfile, WorldPlan } from '#world/models/practice';

/** What may be done to a word of three letters. */
const operations: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => Array.from(word).toReversed().join(''),
  (word) => word.slice(1) + word[0]!,
  (word) => word.slice(0, 2),
  (word) => word.slice(1),
  (word) => word[0]! + word,
];
const topics = 'klmnopqrstuvwxyzKLMN';
const places = 'ABCDEFGHIJ';
const alphabet = 'abcd';

/** Of each topic the share of kinds that can be judged, for so many topics; elsewhere next to none. */
const CLEAN_TOPICS = 3;
const CLEAN_INSIDE = 0.85;
const CLEAN_OUTSIDE = 0.03;

/**
 * Two hundred kinds of question in twenty topics: a tag of two letters says what is done to a word. Half of the schooling follows another
 * operation. Of the kinds of three topics most can be judged, elsewhere nearly none.
 */
export function taggedWords(): WorldPlan {
  const rules = createRng('bench/tagged-words/rules');
  const families = Array.from(topics).flatMap((topic) => {
    const [right, wrong] = rules.distinct(2, operations.length).map((i) => operations[i]!);
    return Array.from(places, (place) => {
      const kind = `${topic}${place}`;
      const wordOf = (question: string): string => question.slice(3);
      return {
        kind,
        write: (rng: Rng) => `${kind} ${Array.from({ length: 3 }, () => rng.pick(Array.from(alphabet))).join('')}`,
        solve: (question: string) => right!(wordOf(question)),
        mistake: (question: string) => wrong!(wordOf(question)),
      };
    });
  });
  const form = new RegExp(`^[${topics}][${places}] [${alphabet}]{3}$`, 'u');
  return {
    name: 'tagged words',
    families,
    kindOf: (question) => (form.test(question) ? question.slice(0, 2) : undefined),
    profiles(kinds, rng) {
      const clean = new Set(rng.distinct(CLEAN_TOPICS, topics.length).map((i) => topics[i]));
      return new Map(
        kinds.map((kind): [string, JudgeProfile] => [
          kind,
          rng.chance(clean.has(kind[0]) ? CLEAN_INSIDE : CLEAN_OUTSIDE)
            ? { kind: 'clean', spread: 0.15, preference: 0.9 }
            : rng.pick([{ kind: 'noise' }, { kind: 'noise' }, { kind: 'biased' }, { kind: 'position' }] as const),
        ]),
      );
    },
  };
}
