import type { Score } from '#foundation/contracts';
import type { Scorer } from '#foundation/contracts/skills';
import { anls } from './anls.ts';
import { type AnswerPart, finalAnswer } from './final-answer.ts';
import { normalise } from './normalise.ts';
import { answersOf } from './task-answers.ts';
import { tokenF1 } from './token-f1.ts';

/** How near an answer is to a gold one: success and partial credit. */
export type Likeness = (answer: string, gold: string) => { readonly hard: 0 | 1; readonly soft: number };

const flag = (isEqual: boolean): { readonly hard: 0 | 1; readonly soft: number } =>
  isEqual ? { hard: 1, soft: 1 } : { hard: 0, soft: 0 };

/** Ways to compare an answer with gold ones, by name. */
export const likenesses = {
  /** The same characters. */
  exact: (answer, gold) => flag(answer === gold.trim()),
  /** The same words, whatever case, punctuation and articles. */
  normalised: (answer, gold) => flag(normalise(answer) === normalise(gold)),
  /** Success as `normalised`, credit for shared words. */
  f1: (answer, gold) => ({ ...flag(normalise(answer) === normalise(gold)), soft: tokenF1(answer, gold) }),
  /** Credit for nearly the same characters. @source ST-VQA counts 0.999 and above as right */
  anls: (answer, gold) => {
    const soft = anls(answer, gold);
    return { hard: soft >= 0.999 ? 1 : 0, soft };
  },
} as const satisfies Readonly<Record<string, Likeness>>;

/** Scores an answer by its likeness to the nearest of the gold answers. */
export function compareAnswers(name: string, likeness: Likeness, part: AnswerPart, settings = {}): Scorer {
  return {
    name,
    fingerprint: { scorer: name, part, version: 1, ...settings },
    score(reply, task): Score {
      const answer = finalAnswer(reply.text, part);
      const gold = answersOf(task);
      let best: { hard: 0 | 1; soft: number } = { hard: 0, soft: 0 };
      for (const one of gold) {
        const found = likeness(answer, one);
        if (found.hard > best.hard || (found.hard === best.hard && found.soft > best.soft)) best = found;
      }
      if (best.hard === 1) return best;
      const why = answer === '' ? 'empty answer: nothing to compare' : 'wrong answer: it differs from the expected one';
      return { ...best, why, feedback: `The answer was ${JSON.stringify(answer)}; expected ${gold.join(' or ')}.` };
    },
  };
}
