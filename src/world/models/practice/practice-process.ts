import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { runCommand } from '../harness/run-command.ts';
import { type CommandJudge, createCommandJudge, createLine } from '../judges/command-judge.ts';
import type { PracticeWorldName } from './practice-forms.ts';

/** Which world a process holds. */
export interface PracticeChoice {
  readonly name: PracticeWorldName;
  readonly seed: number;
  readonly noise: 'by-family' | 'homogeneous';
}

/** How well someone answers, as only the examiner can say. */
export interface ExamGrade {
  readonly isRight: boolean;
  readonly isJudgeable: boolean;
}

/** Examines whoever answers; it is asked before and after a run, never by it. */
export interface Examiner {
  draw(perFamily: number): Promise<readonly string[]>;
  grade(answers: readonly { readonly question: string; readonly answer: string }[]): Promise<readonly ExamGrade[]>;
  close(): void;
}

const environment = { PATH: process.env['PATH'] ?? '' };

function commandOf(role: string, { name, seed, noise }: PracticeChoice, ...rest: readonly number[]): string[] {
  const program = fileURLToPath(new URL('./program.mjs', import.meta.url));
  return [process.execPath, program, role, name, String(seed), noise, ...rest.map(String)];
}

/** The judge of a practice world, in a process of its own. */
export function createPracticeJudge(choice: PracticeChoice): CommandJudge {
  return createCommandJudge({
    command: commandOf('judge', choice),
    folder: '.',
    environment,
    id: `practice ${choice.name} ${choice.seed} ${choice.noise}`,
    isSimulated: true,
  });
}

const Drawn = z.strictObject({ id: z.int(), questions: z.array(z.string()) });
const Graded = z.strictObject({
  id: z.int(),
  grades: z.array(z.strictObject({ isRight: z.boolean(), isJudgeable: z.boolean() })),
});

/** The examiner of a practice world, in a process of its own. */
export function createPracticeExaminer(choice: PracticeChoice): Examiner {
  const line = createLine({ command: commandOf('examiner', choice), folder: '.', environment, id: 'examiner' });
  return {
    draw: async (perFamily) => (await line.ask({ draw: perFamily }, Drawn)).questions,
    grade: async (grade) => (await line.ask({ grade }, Graded)).grades,
    close: () => line.close(),
  };
}

/** Questions with answers for a first schooling, as JSON lines; the given share of answers follows the common mistake of its family. */
export async function writePracticeCorpus(choice: PracticeChoice, count: number, wrong: number): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand({
    command: commandOf('corpus', choice, count, wrong),
    folder: '.',
    environment,
    milliseconds: 120_000,
  });
  if (exitCode !== 0) throw new Fault('models/judge-failed', `no corpus was written: ${stderr.slice(-300)}`);
  return stdout;
}
