import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { modelOpener } from '../skill/open-model.ts';
import { readTraces } from '../tasks/traces/read-traces.ts';
import { reviewPage } from '../tasks/traces/review-page.ts';
import { type TraceTask, tasksFromTraces } from '../tasks/traces/trace-tasks.ts';
import { writeRubrics } from '../tasks/traces/write-rubrics.ts';

export const tasksFromTracesCommand = defineCommand({
  name: 'tasks from-traces',
  args: [{ name: 'LOG', says: 'files or folders of .jsonl or .json logs', required: true, many: true }],
  flags: z.object({
    out: z.string().default('tasks.jsonl').describe('where to write the tasks'),
    allTurns: z.boolean().default(false).describe('every request with what was said before it, not the first alone'),
    model: z
      .string()
      .optional()
      .describe('provider:model that writes a rubric for each task and drops what cannot be judged'),
    baseUrl: z.string().optional().describe('address of a compatible: server'),
    limit: z.coerce.number().int().min(0).default(0).describe('most tasks; 0 is all'),
    page: z.string().optional().describe('also write a page to look through them: keep, drop, label, edit the rubric'),
    force: z.boolean().default(false).describe('replace the files that are there'),
  }),
  examples: [
    'pawl tasks from-traces ~/.claude/projects/my-project --page review.html',
    'pawl tasks from-traces ~/.codex/sessions chats.jsonl --model openai:gpt-5-mini --limit 100',
    'pawl tasks from-traces spans.json trace-4bf9.json --all-turns',
  ],

  async run(logs, { out, allTurns, model, baseUrl, limit, page, force }, shell) {
    const files = logs.flatMap((path) => filesUnder(resolve(shell.folder, path)));
    const read = await Promise.all(
      files.map(async (path) => readTraces(new TextDecoder().decode(await shell.readInput(path)), path)),
    );
    const conversations = read.flatMap((one) => one.conversations);
    const found = tasksFromTraces(conversations, { allTurns, mask: shell.mask });
    const some = limit === 0 ? found.tasks : found.tasks.slice(0, limit);
    if (some.length === 0) {
      throw new Fault(
        'train/bad-tasks',
        `no request with a reply in ${files.length} files, ${conversations.length} conversations`,
        {
          hint: 'Logs are JSON lines of Claude Code (~/.claude/projects), Codex (~/.codex/sessions) or OpenAI messages, or exports of OpenTelemetry (OTLP JSON), Langfuse or OpenCode; --all-turns takes every request.',
        },
      );
    }
    const { tasks, ...rubrics } =
      model === undefined ? { tasks: some } : await withRubrics(some, { model, baseUrl }, shell);
    const paths = [out, ...(page === undefined ? [] : [page])].map((path) => resolve(shell.folder, path));
    requireFree(paths, force);
    shell.writeFile(paths[0]!, `${tasks.map((task) => JSON.stringify(task)).join('\n')}\n`);
    if (paths[1] !== undefined) shell.writeFile(paths[1], reviewPage(tasks));
    const counts = { ...found.counts, unreadable: read.reduce((sum, { skipped }) => sum + skipped, 0), ...rubrics };
    if (shell.json)
      shell.print(
        JSON.stringify({
          files: files.length,
          conversations: conversations.length,
          tasks: tasks.length,
          ...counts,
          out,
          page,
        }),
      );
    else tell(tasks.length, { files: files.length, conversations: conversations.length, out, page }, counts, shell);
    return ExitCode.ok;
  },
});

/** The logs at a path: itself, or all below a folder. */
function filesUnder(path: string): readonly string[] {
  if (!existsSync(path)) throw new Fault('cli/cannot-read', `there is no ${path}`, { details: { path } });
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(jsonl|ndjson|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function requireFree(paths: readonly string[], force: boolean): void {
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0 && !force)
    throw new Fault('cli/usage', `${taken.join(', ')} would be replaced`, {
      hint: 'Choose another --out or --page, or replace them with --force.',
    });
}

interface Writer {
  readonly model: string;
  readonly baseUrl: string | undefined;
}

async function withRubrics(
  tasks: readonly TraceTask[],
  { model, baseUrl }: Writer,
  shell: Shell,
): ReturnType<typeof writeRubrics> {
  const open = modelOpener({}, { folder: shell.folder, env: shell.env });
  const client = open(baseUrl === undefined ? model : { model, baseUrl });
  const display = shell.progress('rubrics');
  let done = 0;
  try {
    return await writeRubrics(tasks, client, 8, () => display.update((done += 1), tasks.length, 'rubrics'));
  } finally {
    display.end();
  }
}

interface Made {
  readonly files: number;
  readonly conversations: number;
  readonly out: string;
  readonly page: string | undefined;
}

const said: Readonly<Record<string, string>> = {
  tooShort: 'too short',
  tooLong: 'too long',
  unanswered: 'without a reply',
  repeated: 'asked before',
  unreadable: 'lines that could not be read',
  unjudgeable: 'that no judge could judge',
  failed: 'for which no rubric was written: they keep the general one',
};

function tell(
  tasks: number,
  { files, conversations, out, page }: Made,
  counts: Readonly<Record<string, number>>,
  shell: Shell,
): void {
  shell.print(`${tasks} tasks from ${conversations} conversations in ${files} files: ${out}`);
  for (const [name, count] of Object.entries(counts)) if (count > 0) shell.print(`  ${count} ${said[name] ?? name}`);
  shell.print(
    `Look through them:   ${page === undefined ? `npx pawl tasks review ${out}` : `open ${page} in a browser`}`,
  );
  shell.print(`Make a config:       npx pawl init skill --skill SKILL.md --tasks ${out}`);
  shell.print('Measure the judge:   npx pawl tasks judge');
}
