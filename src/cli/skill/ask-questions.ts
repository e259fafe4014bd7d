import { createInterface } from 'node:readline/promises';

/** What `pawl init skill` needs to know. */
export interface InitAnswers {
  readonly skill: string;
  readonly tasks: string;
  readonly scorer: string;
  readonly model: string;
}

/** Answers that were given as flags. */
type Told = { readonly [Name in keyof InitAnswers]?: string | undefined };

const usual: InitAnswers = { skill: 'SKILL.md', tasks: 'tasks.jsonl', scorer: 'normalised', model: 'simulated' };

const questions: readonly (readonly [keyof InitAnswers, string])[] = [
  ['skill', 'Which skill? A folder, SKILL.md or one Markdown file'],
  ['tasks', 'Which tasks? A JSONL, JSON or CSV file, a folder with train, val and test, or teach:NAME@LEVEL'],
  ['scorer', 'How are replies scored? exact, normalised, f1, numeric, json, rules, …'],
  ['model', 'Which model? provider:model, or simulated to try it without a key'],
];

/** Asks on the terminal what was not told; an empty answer, and no terminal at all, takes what is usual. */
export async function askQuestions(yes: boolean, told: Told): Promise<InitAnswers> {
  const answers: Record<keyof InitAnswers, string> = { ...usual };
  for (const [name] of questions) answers[name] = told[name] ?? usual[name];
  if (yes || process.stdin.isTTY !== true) return answers;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (const [name, question] of questions) {
      if (told[name] !== undefined) continue;
      const said = (await terminal.question(`${question} [${usual[name]}]: `)).trim();
      if (said !== '') answers[name] = said;
    }
  } finally {
    terminal.close();
  }
  return answers;
}
