import type { Sandbox, Scorer, SkillTask } from '#foundation/contracts/skills';
import { Fault } from '#foundation/kernel';
import type { ScorerPorts, ScorerSettings } from './create-scorer.ts';
import { answersOf, fieldOf } from './task-answers.ts';

/** Tasks that a command is tried on: each takes a process. */
const TRIED = 3;

/**
 * Tries a scorer on the tasks before anything is spent: the expected answer, written as a reply would be, must be right; what a task
 * must bring must be there; a command must start. What cannot work is a Fault, what looks odd is told.
 */
export async function tryScorer(
  settings: ScorerSettings,
  scorer: Scorer,
  tasks: readonly SkillTask[],
  ports: Pick<ScorerPorts, 'sandbox'>,
): Promise<readonly string[]> {
  switch (settings.kind) {
    case 'exact':
    case 'normalised':
    case 'f1':
    case 'anls':
    case 'numeric': {
      for (const task of tasks) await requireReadable(scorer, settings.part, task);
      return [];
    }
    case 'rules':
    case 'json': {
      for (const task of tasks) await scorer.score({ text: '' }, task);
      return [];
    }
    case 'code': {
      for (const task of tasks) requireTests(task);
      const [first] = tasks;
      if (first !== undefined) await scorer.score({ text: '' }, first);
      return [];
    }
    case 'command':
      return ports.sandbox === undefined ? [] : tryCommand(settings, tasks.slice(0, TRIED), ports.sandbox);
    case 'rubric':
    case 'pairwise': {
      const needed = settings.kind === 'pairwise' ? 'reference' : 'rubric';
      for (const task of tasks) requireText(task, needed, settings.rubric);
      return [];
    }
  }
}

async function requireReadable(scorer: Scorer, part: string, task: SkillTask): Promise<void> {
  for (const answer of answersOf(task)) {
    const text = part === 'tagged' ? `<answer>${answer}</answer>` : answer;
    const { hard } = await scorer.score({ text }, task);
    if (hard === 1) continue;
    const shown = JSON.stringify(answer.length > 60 ? `${answer.slice(0, 60)}…` : answer);
    const how = part === 'tagged' ? '' : ` (part: ${part})`;
    throw new Fault(
      'score/unreadable-answer',
      `the scorer ${scorer.name}${how} cannot read the expected answer of task ${task.id}: ${shown}`,
      {
        details: { task: task.id, scorer: scorer.name },
      },
    );
  }
}

function requireTests(task: SkillTask): void {
  const tests = fieldOf(task, 'tests');
  if (Array.isArray(tests) && tests.length > 0) return;
  throw new Fault('score/no-answer', `task ${task.id} has no tests: the scorer code would pass anything`);
}

function requireText(task: SkillTask, field: string, common: string | undefined): void {
  const own = fieldOf(task, field);
  if ((typeof own === 'string' && own !== '') || (field === 'rubric' && common !== undefined)) return;
  throw new Fault('score/no-answer', `task ${task.id} has no ${field}, which the judge compares with`);
}

const notThere = /can't open|cannot open|cannot find module|no such file|not found|permission denied/i;

/** A command that is not there, or whose script is not, fails whatever the reply is: that is no score. */
async function tryCommand(
  { command, milliseconds, megabytes, files }: ScorerSettings & { readonly kind: 'command' },
  tasks: readonly SkillTask[],
  sandbox: Sandbox,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const task of tasks) {
    const [answer] = task.secrets ?? [];
    const job = { ...files, 'reply.txt': answer ?? '', 'task.json': JSON.stringify(task) };
    const result = await sandbox.run({ command, files: job, milliseconds, megabytes });
    const { exitCode, stderr, isTimedOut } = result;
    const isAbsent = exitCode === 126 || exitCode === 127;
    const names = command.map((word) => word.split('/').at(-1)!).filter((word) => word.length > 1);
    const isNamed = notThere.test(stderr) && names.some((name) => stderr.includes(name));
    if (isAbsent || (exitCode !== 0 && isNamed)) {
      throw new Fault(
        'score/cannot-run',
        `the scorer's command ${command.join(' ')} cannot run in the sandbox: ${stderr.trim().slice(-300)}`,
        {
          details: { command, exitCode },
        },
      );
    }
    if (isTimedOut) {
      throw new Fault(
        'score/cannot-run',
        `the scorer's command ${command.join(' ')} did not end within ${milliseconds} ms on task ${task.id}`,
      );
    }
    if (exitCode !== 0 && answer !== undefined && notes.length === 0)
      notes.push(
        `the scorer's command does not pass the bare expected answer of task ${task.id} (exit code ${exitCode})`,
      );
    if (exitCode === 0 && answer === undefined && notes.length === 0)
      notes.push(`the scorer's command passes an empty reply to task ${task.id}: does it look at reply.txt?`);
  }
  return notes;
}
