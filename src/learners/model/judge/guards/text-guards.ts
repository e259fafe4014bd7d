/** Why a question's text is not to be trusted, or nothing. */
export type TextFault = 'addresses-the-judge' | 'states-its-answer' | 'contains-its-answer';

/** Words by which a text speaks to who grades it, or ends its own place in a prompt. */
const addressing: readonly RegExp[] = [
  /\b(ignore|disregard|forget)\b.{0,40}\b(instruction|prompt|above|previous|rubric|criteri)/isu,
  /\b(judge|grader|evaluator|marker|examiner|assessor)s?\b/iu,
  /\b(full|maximum|top|highest|perfect)\s+(marks?|scores?|points?|grades?|credit)\b/iu,
  /\b(score|grade|rate|rank|award)\s+(this|it|me|my|any|every|all|both|the\s+(first|second|answer|response))\b/iu,
  /\b(prefer|choose|pick)\s+(answer|response|option)\s*(a|b|1|2)\b/iu,
  /<\|?(im_start|im_end|system|assistant|endoftext)\b|\[\/?INST\]|^\s*(system|assistant)\s*:/imu,
];

const stating =
  /\b(?:the\s+)?(?:(?:correct|right)\s+)?(?:answer|solution|result|output)\s*(?:is|=|:|→|->)\s*(?=\S)(?!\?)(.{1,80})/isu;

/** An answer shorter than this stands in many questions by chance. */
const TELLING_LENGTH = 8;

/**
 * Looks at a question before anything is spent on it: does it speak to the judge, state its answer, or hold, word for word, the
 * answer that the judge liked best? A format line such as "answer: ?" states nothing.
 *
 * @source prompt injection into judges: Shi et al. 2024, arXiv:2403.17710; own word lists, which miss what is put in other words
 */
export function findTextFault(question: string, bestAnswer?: string): TextFault | undefined {
  if (addressing.some((pattern) => pattern.test(question))) return 'addresses-the-judge';
  const stated = stating.exec(question)?.[1]?.trim();
  if (
    stated !== undefined &&
    !/^[?_.…\s]*$/u.test(stated) &&
    !/^(a|an|the|in|as|one|only|yes or no|given)\b/iu.test(stated)
  ) {
    return 'states-its-answer';
  }
  const answer = bestAnswer?.trim() ?? '';
  if (answer.length >= TELLING_LENGTH && question.includes(answer)) return 'contains-its-answer';
  return undefined;
}
