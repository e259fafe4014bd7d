import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { Fault, isRecord } from '#foundation/kernel';
import { defineCommand, ExitCode, type Shell } from '../command.ts';

type Row = Readonly<Record<string, unknown>>;

export const tasksReview = defineCommand({
  name: 'tasks review',
  args: [{ name: 'FILE', says: 'tasks as JSON lines', required: true }],
  flags: z.object({
    out: z.string().optional().describe('where to write what is kept; the file itself unless told'),
    all: z.boolean().default(false).describe('also tasks that were looked at before'),
  }),
  examples: [
    'pawl tasks review tasks.jsonl',
    'printf "k\\ng\\nd\\nq\\n" | pawl tasks review tasks.jsonl --out kept.jsonl',
  ],

  async run([file = 'tasks.jsonl'], { out, all }, shell) {
    const text = new TextDecoder().decode(await shell.readInput(file));
    const rows = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [rowOf(line, i + 1)]));
    const answers = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
    const piped = new TextDecoder().decode(answers === undefined ? await shell.readInput('-') : undefined);
    let dropped = 0;
    let labelled = 0;
    const kept: Row[] = [];
    let isOver = false;
    try {
      const lines = answers?.[Symbol.asyncIterator]() ?? linesOf(piped);
      for (const row of rows) {
        if (isOver || (row['reviewed'] === true && !all)) {
          kept.push(row);
          continue;
        }
        show(row, shell);
        const choice = await choose(lines, shell);
        isOver = choice.key === 'q';
        if (choice.key === 'd') dropped += 1;
        else if (isOver) kept.push(row);
        else kept.push(changed(row, choice));
        if (choice.key === 'g' || choice.key === 'b') labelled += 1;
      }
    } finally {
      answers?.close();
    }
    const path = resolve(shell.folder, out ?? file);
    shell.writeFile(path, kept.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (shell.json) shell.print(JSON.stringify({ kept: kept.length, dropped, labelled, out: path }));
    else shell.print(`${kept.length} kept, ${dropped} dropped, ${labelled} labelled: ${path}`);
    return ExitCode.ok;
  },
});

async function* linesOf(text: string): AsyncIterator<string> {
  for (const line of text.split('\n')) if (line !== '') yield line;
}

function rowOf(line: string, number: number): Row {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Told below, with the number of the line.
  }
  throw new Fault('train/bad-tasks', `line ${number} does not read as a task`, { details: { line: number } });
}

function show(row: Row, shell: Shell): void {
  const part = (name: string, value: unknown): void => {
    if (typeof value !== 'string' || value === '') return;
    shell.note(`\n${name}:`);
    for (const line of value.slice(0, 1500).split('\n')) shell.note(`  ${line}`);
  };
  shell.note(`\n── ${typeof row['id'] === 'string' ? row['id'] : ''}`);
  part('Request', row['text'] ?? row['question'] ?? row['prompt']);
  part('Reply', row['reference'] ?? row['answer']);
  part('Said next', row['followUp']);
  part('Rubric', row['rubric']);
}

interface Choice {
  readonly key: 'k' | 'd' | 'g' | 'b' | 'r' | 'q';
  readonly rubric?: string;
}

/** The next answer; the end of a pipe is the end of the review. */
async function choose(lines: AsyncIterator<string>, shell: Shell): Promise<Choice> {
  for (;;) {
    shell.note('k keep, d drop, g the reply is good, b it is bad, r TEXT another rubric, q stop');
    const { value, done } = await lines.next();
    if (done === true) return { key: 'q' };
    const [, key, rest = ''] = /^\s*([kdgbrq])(?:\s+(.*))?$/s.exec(value) ?? [];
    if (key === 'r' && rest !== '') return { key, rubric: rest };
    if (key === 'k' || key === 'd' || key === 'g' || key === 'b' || key === 'q') return { key };
  }
}

function changed(row: Row, { key, rubric }: Choice): Row {
  const seen = { ...row, reviewed: true };
  if (rubric !== undefined) return { ...seen, rubric };
  if (key !== 'g' && key !== 'b') return seen;
  const reply = row['reference'];
  const before = Array.isArray(row['labels']) ? (row['labels'] as readonly unknown[]) : [];
  return { ...seen, labels: [...before, { reply, score: key === 'g' ? 1 : 0 }] };
}
