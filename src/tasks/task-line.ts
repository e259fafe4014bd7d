import type { Json, Optimum, Task } from '#contracts';
import { playOracle } from './rollout.ts';
import { answerOf, type Sample, taskOf } from './sample.ts';

/** The formats a set of tasks can be written in, one JSON object per line. */
export const exportFormats = ['jsonl', 'openai-evals', 'trl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A task with its answer, where one exists, and its best reward. */
export type TaskLine = Omit<Task, 'v' | 'tokens'> & {
  readonly answer?: string;
  readonly optimal: number;
  readonly optimalKind: Optimum['kind'];
};

/** A line as `pawl tasks sample` prints it. */
export function taskLine(drawn: Sample): TaskLine {
  const { id, template, domain, level, params, seedPath, text } = taskOf(drawn);
  const answer = answerOf(drawn);
  const { kind, reward } = drawn.template.optimum(drawn.instance);
  return {
    id,
    template,
    domain,
    level,
    params,
    seedPath,
    text,
    ...(answer !== undefined && { answer }),
    optimal: reward,
    optimalKind: kind,
  };
}

/** The answer, or the oracle's whole play, one action per line: what `score` accepts as a reply. */
function ideal(drawn: Sample): string {
  const { template, params, instance } = drawn;
  return playOracle(template, params, instance)
    .actions.map((action) => template.text.action(action, params))
    .join('\n');
}

/**
 * One line of an exported set. `openai-evals` is the chat `input` with its `ideal`; `trl` is the conversational `prompt` with
 * the columns a reward function needs.
 */
export function exportLine(drawn: Sample, format: ExportFormat): Readonly<Record<string, Json>> {
  if (format === 'jsonl') return taskLine(drawn);
  const { id, text, level, template } = taskOf(drawn);
  const messages = [{ role: 'user', content: text }];
  if (format === 'openai-evals') return { input: messages, ideal: ideal(drawn), id };
  const { reward } = drawn.template.optimum(drawn.instance);
  return { prompt: messages, answer: ideal(drawn), id, template, level, optimal: reward };
}
