import type { Json } from '#foundation/contracts';
import type { Optimum, Task } from '#foundation/contracts/tasks';
import { playOracle } from '../play/rollout.ts';
import { answerOf, type Sample, taskOf } from '../play/sample.ts';

/** The formats a set of tasks can be written in, one JSON object per line. */
export const exportFormats = ['jsonl', 'openai-evals', 'trl', 'verifiers', 'reasoning-gym', 'inspect'] as const;
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
export function ideal(drawn: Sample): string {
  const { template, params, instance } = drawn;
  return playOracle(template, params, instance)
    .actions.map((action) => template.text.action(action, params))
    .join('\n');
}

/**
 * One line of an exported set. `openai-evals` is the chat `input` with its `ideal`; `trl` is the conversational `prompt` with
 * the columns a reward function needs; `verifiers` is its dataset row with `info` as JSON text; `reasoning-gym` is an entry with
 * `question`, `answer` and `metadata`; `inspect` is a Sample of Inspect AI. The id is a seed path, which `POST /score` of `pawl tasks serve` takes.
 */
export function exportLine(drawn: Sample, format: ExportFormat): Readonly<Record<string, Json>> {
  if (format === 'jsonl') return taskLine(drawn);
  const { id, text, level, template, params } = taskOf(drawn);
  const messages = [{ role: 'user', content: text }];
  const answer = ideal(drawn);
  const optimal = drawn.template.optimum(drawn.instance).reward;
  const about = { id, template, level, optimal };
  switch (format) {
    case 'openai-evals':
      return { input: messages, ideal: answer, id };
    case 'trl':
      return { prompt: messages, answer, ...about };
    case 'verifiers':
      return { prompt: messages, answer, task: template, info: JSON.stringify({ ...about, params }) };
    case 'reasoning-gym': {
      const index = Number(id.split('/').at(-1));
      const difficulty = { level, ...params };
      return {
        question: text,
        answer,
        metadata: { source_dataset: template, source_index: index, ...about, difficulty },
      };
    }
    case 'inspect':
      return { input: text, target: answer, id, metadata: { template, level, optimal, params } };
  }
}
