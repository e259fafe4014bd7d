import type { SkillTask } from '#foundation/contracts/skills';
import { isRecord } from '#foundation/kernel';
import { taskFields } from '#learners/skill/worlds';

/** A scorer and what in the tasks speaks for it. */
export interface ProposedScorer {
  readonly kind: string;
  readonly because: string;
}

/** Fields of tasks that name their scorer outright. */
const byField: readonly (readonly [field: string, kind: string])[] = [
  ['tests', 'code'],
  ['schema', 'json'],
  ['rules', 'rules'],
  ['rubric', 'rubric'],
  ['reference', 'pairwise'],
];

const aNumber = /^[-+$€£]?\s*(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[-+]?\d+)?(\s*\/\s*\d+)?\s*%?$/i;
/** Answers of more words are seldom met word by word. */
const FEW_WORDS = 6;

/** The scorer that fits all tasks: by a field that each of them has, else by what their answers look like. */
export function proposeScorer(tasks: readonly SkillTask[]): ProposedScorer {
  const has = (task: SkillTask, field: string): boolean => isRecord(task.data) && task.data[field] !== undefined;
  for (const [field, kind] of byField) {
    if (tasks.every((task) => has(task, field))) return { kind, because: `every task has \`${field}\`` };
  }
  const answers = tasks.map(({ secrets }) => secrets ?? []);
  const without = answers.filter((all) => all.length === 0).length;
  if (without === tasks.length) {
    const because = 'no task has an answer to compare with, so a judge scores against a rubric';
    return { kind: 'rubric', because: `${because}${tellUnread(tasks)}` };
  }
  if (without > 0) {
    return { kind: 'normalised', because: `${without} of ${tasks.length} tasks have no answer: give them one` };
  }
  const all = answers.flat();
  if (all.every((answer) => aNumber.test(answer.trim()) && /\d/.test(answer)))
    return { kind: 'numeric', because: 'every answer is a number' };
  const longest = Math.max(...all.map((answer) => answer.trim().split(/\s+/).length));
  if (longest === 1) return { kind: 'normalised', because: 'every answer is one word' };
  return longest <= FEW_WORDS
    ? { kind: 'normalised', because: `every answer has at most ${longest} words` }
    : { kind: 'f1', because: `answers have up to ${longest} words, so shared words get credit` };
}

/** Fields that say something else than the answer. */
const otherFields: ReadonlySet<string> = new Set([
  'id',
  'split',
  'images',
  'tools',
  'responseSchema',
  ...taskFields.text,
  ...taskFields.type,
]);

/** Fields that may hold the answer under a name that is not read. */
function tellUnread(tasks: readonly SkillTask[]): string {
  const fields = new Set(tasks.flatMap(({ data }) => (isRecord(data) ? Object.keys(data) : [])));
  const unread = [...fields].filter((name) => !otherFields.has(name)).slice(0, 8);
  if (unread.length === 0) return '';
  return ` (not read: ${unread.join(', ')}; answers are read from ${taskFields.answers.join(', ')})`;
}
