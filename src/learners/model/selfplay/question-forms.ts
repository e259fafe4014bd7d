import type { QuestionForm } from '#foundation/contracts/self-play';
import { hashOf } from '#foundation/kernel';

/**
 * Questions that follow written forms, for a small model: it is asked with a question mark, and answers after an equals sign. `patterns` are
 * regular expressions by kind, each for the whole text.
 */
export function patternForm(patterns: Readonly<Record<string, string>>): QuestionForm {
  const forms = Object.entries(patterns).map(([kind, pattern]) => ({
    kind,
    form: new RegExp(`^(?:${pattern})$`, 'u'),
  }));
  return {
    id: `patterns ${hashOf({ ...patterns }).slice(0, 16)}`,
    ask: () => '?',
    read(text) {
      const question = text.trim();
      const kind = forms.find(({ form }) => form.test(question))?.kind;
      return kind === undefined ? { fault: 'malformed' } : { question, kind };
    },
    put: (question) => `${question}=`,
    taken: (prompt) => prompt.replace(/=$/u, ''),
    answerIn: (text) => text.trim(),
  };
}

interface ChatFormSettings {
  /** What to ask about, in words. */
  readonly topic: string;
  /** What is put before every question to the solver. */
  readonly instruction?: string;
}

/** A text that is shorter or longer than this is no question. */
const LENGTHS = { least: 8, most: 2000 };

/**
 * Questions of a chat model about a topic. It is shown some that could be judged reliably and some that could not: so a model that is not
 * trained still learns from reliability. One question per reply, after `Question:` where the model says more.
 */
export function chatForm({ topic, instruction }: ChatFormSettings): QuestionForm {
  const head = instruction === undefined ? '' : `${instruction}\n\n`;
  const list = (title: string, texts: readonly string[]): string =>
    texts.length === 0 ? '' : `\n\n${title}\n${texts.map((text) => `- ${text.replaceAll('\n', ' ')}`).join('\n')}`;
  return {
    id: `chat ${hashOf({ topic, instruction: instruction ?? '' }).slice(0, 16)}`,
    ask: ({ good, bad }) =>
      `Write one question about ${topic}. Good and bad answers to it must be easy to tell apart by someone who reads them. Do not give the answer.${list('Questions that could be judged reliably:', good)}${list('Questions that could not:', bad)}\n\nReply with "Question:" and the question alone.`,
    read(text) {
      const question = (/question:\s*([\s\S]+)/iu.exec(text)?.[1] ?? text).trim();
      if (question.length < LENGTHS.least) return { fault: 'too short' };
      if (question.length > LENGTHS.most) return { fault: 'too long' };
      return { question };
    },
    put: (question) => `${head}${question}`,
    taken: (prompt) => (prompt.startsWith(head) ? prompt.slice(head.length) : prompt),
    answerIn: (text) => text.trim(),
  };
}
