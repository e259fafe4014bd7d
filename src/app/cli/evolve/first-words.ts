import type { AnyTemplate } from '#foundation/contracts/tasks';
import { answerOf, sample, taskOf } from '#tasks/play';
import { wrapped } from './wrapped.ts';

const WIDTH = 100;
const MOST_LINES = 12;

/** What a run of evolve is about, for whoever has never heard of it: the tasks, one of them as it is drawn, and what a lesson is. */
export function firstWords(templates: readonly AnyTemplate[]): readonly string[] {
  const [first] = templates;
  if (first === undefined) return [];
  const drawn = sample(first);
  const answer = answerOf(drawn);
  const text = taskOf(drawn)
    .text.split('\n')
    .flatMap((line) => (line === '' ? [] : wrapped(line, WIDTH - 4)));
  const shown = [...text.slice(0, MOST_LINES), ...(text.length > MOST_LINES ? ['…'] : [])];
  return [
    `A machine that knows nothing learns ${templates.length === 1 ? 'a family of tasks' : `${templates.length} families of tasks`} by trying them and seeing what it earns. One task of ${first.name}, easiest level:`,
    ...shown.map((line) => `  | ${line}`),
    ...(answer === undefined ? [] : [`  | right is: ${answer}`]),
    'A lesson practises one family at one level. What comes of it stays only when it does better on fresh tasks.',
  ];
}
