import { resolve } from 'node:path';
import { z } from 'zod';
import { markFrom, rolloutTrace } from '#app/server/views';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';
import { marksToTasks } from '../tasks/marks-to-tasks.ts';

export const tasksFromMarks = defineCommand({
  name: 'tasks from-marks',
  args: [{ name: 'RUN', says: 'ids, beginnings of ids, or latest', required: true, many: true }],
  flags: z.object({ out: z.string().default('marked.jsonl').describe('where to write the tasks; - prints them') }),
  short: { out: 'o' },
  examples: [
    'pawl tasks from-marks latest',
    'pawl tasks from-marks train-3f2a -o marked.jsonl && pawl tasks review marked.jsonl',
  ],

  async run(asked, { out }, shell) {
    const marked = await withRuns(shell, (store) =>
      asked.flatMap((one) => {
        const { id } = findRun(store, one);
        return Array.from(store.notesOfCalls(id), ([key, stored]) => ({
          run: id,
          key,
          mark: markFrom(stored),
        })).flatMap(({ run, key, mark }) => {
          const trace = rolloutTrace(store, run, key);
          return mark === null || trace === undefined ? [] : [{ run, mark, trace }];
        });
      }),
    );
    if (marked.length === 0) {
      throw new Fault('cli/usage', 'nobody marked a reply of these runs', {
        hint: 'Mark replies right or wrong in the dashboard: `pawl serve`, then Matrix or Rollouts of a run.',
      });
    }
    const tasks = marksToTasks(marked);
    const text = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
    if (out === '-') {
      shell.print(text.trimEnd());
      return ExitCode.ok;
    }
    const path = resolve(shell.folder, out);
    shell.writeFile(path, text);
    if (shell.json) shell.print(JSON.stringify({ tasks: tasks.length, marks: marked.length, out: path }));
    else shell.print(`${tasks.length} tasks from ${marked.length} marks: ${path}`);
    return ExitCode.ok;
  },
});
