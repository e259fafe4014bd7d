import { Json } from '#foundation/contracts';
import type { SkillTask } from '#foundation/contracts/skills';
import { Fault, hashOf, isRecord, parseCsv } from '#foundation/kernel';

/** Names under which files of others keep the same thing; the first that is there counts. */
export const taskFields = {
  text: ['text', 'question', 'prompt', 'instruction', 'task_description', 'task', 'input'],
  type: ['type', 'task_type', 'category'],
  answers: ['answers', 'answer', 'gold', 'expected', 'label', 'output', 'target', 'ground_truth'],
} as const;

/** The tasks of a file: JSON lines, a JSON array (alone or as `data`), or CSV with a header. */
export function readTasks(text: string, file: string): readonly SkillTask[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''), file);
  const tasks = rows.map((row, i) => taskOf(row, file, i + 1));
  const seen = new Set<string>();
  for (const { id } of tasks) {
    if (seen.has(id)) throw badTasks(`${file}: two tasks are called ${id}`, { file, id });
    seen.add(id);
  }
  return tasks;
}

type Row = Readonly<Record<string, Json>>;

function rowsOf(text: string, file: string): readonly Json[] {
  if (/\.csv$/i.test(file)) return csvRows(text);
  if (/\.(jsonl|ndjson)$/i.test(file)) {
    return text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [parse(line, `line ${i + 1} of ${file}`)]));
  }
  const whole = parse(text, file);
  if (Array.isArray(whole)) return whole as readonly Json[];
  const data = isRow(whole) ? whole['data'] : undefined;
  if (Array.isArray(data)) return data as readonly Json[];
  throw badTasks(`${file}: expected a list of tasks`, { file });
}

function csvRows(text: string): readonly Json[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name.trim(), row[i] ?? ''])));
}

function taskOf(row: Json, file: string, number: number): SkillTask {
  if (!isRow(row)) throw badTasks(`${file}: task ${number} is no object`, { file, task: number });
  const text = taskFields.text.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof text !== 'string') {
    const has = Object.keys(row).slice(0, 12).join(', ') || 'no field';
    const names = taskFields.text.join(', ');
    throw new Fault(
      'train/bad-tasks',
      `${file}: task ${number} has no text: it has ${has}, and a text is read from ${names}`,
      {
        details: { file, task: number },
        hint: 'Rename the fields: `question` for what is asked, `answer` for what is expected; docs/guide/train.md lists all names.',
      },
    );
  }
  const type = taskFields.type.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '');
  const answers = answersOf(row);
  const id = row['id'] === undefined || row['id'] === '' ? `task-${hashOf(row).slice(0, 12)}` : idText(row['id']);
  return {
    id,
    text,
    ...(typeof type === 'string' ? { type } : {}),
    data: answers.length === 0 ? row : { ...row, answers },
    ...(answers.length === 0 ? {} : { secrets: answers.map(String) }),
  };
}

function idText(id: Json | undefined): string {
  return typeof id === 'string' ? id : JSON.stringify(id);
}

function answersOf(row: Row): readonly Json[] {
  const found = taskFields.answers.map((name) => row[name]).find((value) => value !== undefined && value !== null);
  if (found === undefined) return [];
  const all = Array.isArray(found) ? (found as readonly Json[]) : [found];
  return all.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
}

function parse(text: string, where: string): Json {
  try {
    return Json.parse(JSON.parse(text));
  } catch (cause) {
    throw badTasks(`${where} does not read as JSON`, { where }, cause);
  }
}

function isRow(value: Json): value is Row {
  return isRecord(value);
}

function badTasks(message: string, details: Readonly<Record<string, unknown>>, cause?: unknown): Fault {
  return new Fault('train/bad-tasks', message, { details, cause });
}
