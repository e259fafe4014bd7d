import { jaccard, wordsOf } from './words.ts';

const negative =
  /^(?:not|never|no|avoid|without|cannot|don['’]t|doesn['’]t|won['’]t|can['’]t|mustn['’]t|shouldn['’]t)$/;
const polar = /^(?:always|do|does|must|should|ever|please)$/;

/** A rule as the subject it speaks of, whether it forbids, and its numbers. */
interface Statement {
  readonly subject: readonly string[];
  readonly forbids: boolean;
  readonly numbers: string;
}

function statementOf(text: string): Statement {
  const words = wordsOf(text);
  return {
    subject: words.filter((word) => !negative.test(word) && !polar.test(word) && !/^\p{N}/u.test(word)),
    forbids: words.filter((word) => negative.test(word)).length % 2 === 1,
    numbers: words.filter((word) => /^\p{N}/u.test(word)).join(' '),
  };
}

/** Whether two rules say the same: at least 9 of 10 words shared, the same sense, the same numbers. */
export function isRepeat(a: string, b: string): boolean {
  const [left, right] = [statementOf(a), statementOf(b)];
  return (
    jaccard(left.subject, right.subject) >= 0.9 && left.forbids === right.forbids && left.numbers === right.numbers
  );
}

/**
 * Whether two rules seem to contradict each other: a heuristic that knows two patterns and no meaning.
 * Nearly the same words (4 of 5), and one forbids what the other asks for, or they name different numbers.
 */
export function isContradiction(a: string, b: string): boolean {
  const [left, right] = [statementOf(a), statementOf(b)];
  if (left.subject.length < 2 || jaccard(left.subject, right.subject) < 0.8) return false;
  return (
    left.forbids !== right.forbids || (left.numbers !== right.numbers && left.numbers !== '' && right.numbers !== '')
  );
}
