/** What a text tells to answer, in its order; what it forbids has a mark before it. */
export type Answers = readonly string[];

const FORBIDDEN = '!';

/** Words that turn what follows into its contrary. */
const negative =
  /^(?:not|never|no|nor|neither|avoid|avoids|without|cannot|don['’]t|doesn['’]t|won['’]t|can['’]t|mustn['’]t|shouldn['’]t|isn['’]t|wrong)$/u;
/** `instead of X` and `rather than X` forbid X. */
const comparing = /^(?:instead|rather)$/u;
/** A negation reaches so many words, and not over a mark or a `but`. */
const REACH = 5;

/**
 * The answers of a text, by the words that are answers. A negation holds for the next answer within its reach, and for those joined to it:
 * `do not weld or melt, but rivet` forbids two and asks for one; `weld; do not guess` forbids nothing.
 */
export function answersOf(text: string, isAnswer: (word: string) => boolean): Answers {
  const found = new Map<string, string>();
  for (const clause of text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[.;:,!?()→]|\bbut\b/u)) {
    let reach = 0;
    let isJoined = false;
    for (const word of clause.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []) {
      if (negative.test(word) || comparing.test(word)) {
        reach = REACH;
        isJoined = false;
      } else if (isAnswer(word)) {
        if (!found.has(word)) found.set(word, reach > 0 ? `${FORBIDDEN}${word}` : word);
        isJoined = reach > 0;
      } else if (isJoined && !/^(?:or|and|nor)$/u.test(word)) {
        reach = 0;
        isJoined = false;
      } else reach -= 1;
    }
  }
  return [...found.values()];
}

export function askedFor(answers: Answers): Answers {
  return answers.filter((answer) => !answer.startsWith(FORBIDDEN));
}

export function forbidden(answers: Answers): Answers {
  return answers.filter((answer) => answer.startsWith(FORBIDDEN)).map((answer) => answer.slice(FORBIDDEN.length));
}
