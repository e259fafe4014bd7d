import { createInterface } from 'node:readline/promises';
import { Fault } from '#foundation/kernel';

/** What `pawl init skill` needs to know. */
export interface InitAnswers {
  readonly skill: string;
  readonly tasks: string;
  readonly scorer: string;
  readonly model: string;
}

type Name = keyof InitAnswers;

/** Answers that were given as flags. */
type Told = { readonly [Each in Name]?: string | undefined };

export const usualAnswers: InitAnswers = {
  skill: 'SKILL.md',
  tasks: 'tasks.jsonl',
  scorer: 'normalised',
  model: 'simulated',
};

const questions: readonly (readonly [Name, string])[] = [
  ['skill', 'Which skill? A folder, SKILL.md or one Markdown file'],
  ['tasks', 'Which tasks? A JSONL, JSON or CSV file, a folder with train, val and test, or teach:NAME@LEVEL'],
  ['scorer', 'How are replies scored? exact, normalised, f1, numeric, json, rules, …'],
  ['model', 'Which model? provider:model, or simulated to try it without a key'],
];

export interface QuestionPorts {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** What is wrong with an answer, if anything. */
  readonly problemOf: (name: Name, answer: string) => string | undefined;
  /** What is meant by an answer that was given; itself unless told. */
  readonly meantBy?: (name: Name, said: string) => string;
  /** What an empty answer stands for, given the answers so far. */
  readonly usualOf?: (name: Name, answers: InitAnswers) => string;
}

/**
 * Asks what was not told, one line per question; an empty line takes what is usual. On a terminal a bad answer is asked for again; lines
 * that come through a pipe are taken in order, and a bad one is a Fault, as is a pipe without any.
 */
export async function askQuestions(yes: boolean, told: Told, ports: QuestionPorts): Promise<InitAnswers> {
  const answers: Record<Name, string> = { ...usualAnswers };
  const open: (readonly [Name, string])[] = [];
  for (const [name, question] of questions) {
    const given = told[name];
    if (given !== undefined) answers[name] = checked(name, given, ports);
    else if (yes) answers[name] = usualFor(name, answers, ports);
    else open.push([name, question]);
  }
  if (open.length === 0) return answers;
  if (ports.input.isTTY === true) return askOnTerminal(open, answers, ports);
  const lines = await linesOf(ports.input);
  if (lines.length === 0) {
    throw new Fault('cli/usage', 'there is no terminal to ask the questions on, and no answer came through the pipe', {
      hint: 'Take the usual answers with --yes, give them as flags (--skill, --tasks, --scorer, --model), or pipe four lines.',
    });
  }
  for (const [i, [name]] of open.entries()) {
    const said = lines[i]?.trim() ?? '';
    answers[name] = said === '' ? usualFor(name, answers, ports) : checked(name, said, ports);
  }
  return answers;
}

function usualFor(name: Name, answers: InitAnswers, { usualOf }: QuestionPorts): string {
  return usualOf?.(name, answers) ?? usualAnswers[name];
}

async function askOnTerminal(
  open: readonly (readonly [Name, string])[],
  answers: Record<Name, string>,
  ports: QuestionPorts,
): Promise<InitAnswers> {
  const { input, output, problemOf } = ports;
  const terminal = createInterface({ input, output });
  try {
    for (const [name, question] of open) {
      for (let isOpen = true; isOpen;) {
        const usual = usualFor(name, answers, ports);
        const line = (await terminal.question(`${question} [${usual === '' ? 'none yet' : usual}]: `)).trim();
        const said = line === '' ? '' : (ports.meantBy?.(name, line) ?? line);
        const problem = said === '' ? undefined : problemOf(name, said);
        if (problem !== undefined) output.write(`${problem}\n`);
        else answers[name] = said === '' ? usual : said;
        isOpen = problem !== undefined;
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}

function checked(name: Name, said: string, { problemOf, meantBy }: QuestionPorts): string {
  const answer = meantBy?.(name, said) ?? said;
  const problem = problemOf(name, answer);
  if (problem !== undefined) throw new Fault('cli/usage', `${name}: ${problem}`);
  return answer;
}

async function linesOf(input: NodeJS.ReadableStream): Promise<string[]> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
