import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { score, type Score, summarise } from '#tasks/play';
import { defineCommand, ExitCode } from '../command.ts';
import { asUsage } from './tasks-usage.ts';

/** What a player may tell of its effort, for cycles per token, step or instruction and for structural changes. */
const effort = { cycles: z.number().min(0).optional(), structuralChanges: z.number().int().min(0).optional() };
const Reply = z.union([
  z.object({ id: z.string().optional(), seedPath: z.string(), reply: z.string(), ...effort }),
  z.object({ id: z.string().optional(), seedPath: z.string(), replies: z.array(z.string()), ...effort }),
  z.object({ id: z.string(), reply: z.string(), ...effort }),
  z.object({ id: z.string(), replies: z.array(z.string()), ...effort }),
]);

/** Scores one line; what is wrong with it is said with its number. */
function scoreLine(line: string, number: number): Score {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Fault('tasks/bad-reply', `line ${number} is not JSON`, { details: { line: number }, cause });
  }
  const parsed = Reply.safeParse(value);
  if (!parsed.success) {
    throw new Fault(
      'tasks/bad-reply',
      `line ${number} must be an object with \`id\` or \`seedPath\`, and \`reply\` or \`replies\``,
      {
        details: { line: number, field: missingField(value) },
      },
    );
  }
  const path = 'seedPath' in parsed.data ? parsed.data.seedPath : parsed.data.id;
  try {
    return score(path, 'reply' in parsed.data ? parsed.data.reply : parsed.data.replies, parsed.data);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, `line ${number}: ${error.message}`, {
      details: { ...error.details, line: number },
      hint: error.hint,
      cause: error,
    });
  }
}

function missingField(value: unknown): string {
  const has = (name: string): boolean => typeof value === 'object' && value !== null && name in value;
  return has('id') || has('seedPath') ? 'reply' : 'seedPath';
}

/** The calibration error and the curves, a line each. */
function curveLines({ ece, coverage, calls }: ReturnType<typeof summarise>[number]['curves']): string[] {
  const points = (curve: NonNullable<typeof calls>): string =>
    curve.map(({ at, accuracy }) => `${Number(at.toFixed(3))}: ${accuracy.toFixed(3)}`).join(', ');
  return [
    ...(ece === undefined ? [] : [`  expected calibration error ${ece.toFixed(3)}`]),
    ...(coverage === undefined ? [] : [`  accuracy by coverage  ${points(coverage)}`]),
    ...(calls === undefined ? [] : [`  accuracy by tool calls  ${points(calls)}`]),
  ];
}

export const tasksScore = defineCommand({
  name: 'tasks score',
  args: [{ name: 'file', says: 'JSON lines, or - for standard input', required: true }],
  flags: z.object({ each: z.boolean().default(false).describe('print every score, not only the means') }),
  examples: ['pawl tasks score replies.jsonl', 'pawl tasks score replies.jsonl --each --json'],

  run: (args, { each }, shell) =>
    asUsage(async () => {
      const text = new TextDecoder().decode(await shell.readInput(args[0] ?? '-'));
      const scores: Score[] = [];
      for (const [i, line] of text.split('\n').entries()) {
        if (line.trim() === '') continue;
        const one = scoreLine(line, i + 1);
        scores.push(one);
        if (each) shell.print(shell.json ? JSON.stringify(one) : `${one.ok ? 'ok ' : 'no '} ${one.id} ${one.reward}`);
      }
      if (scores.length === 0) throw new Fault('tasks/bad-reply', 'there is no reply in the file');
      for (const summary of summarise(scores)) {
        const { template, level, tasks, solved, reward, normalised } = summary;
        shell.print(
          shell.json
            ? JSON.stringify({ summary })
            : `${template} level ${level}: ${tasks} tasks, solved ${(100 * solved).toFixed(1)} %, mean return ${reward.toPrecision(4)}, ` +
                `normalised ${normalised === null ? '-' : normalised.toFixed(3)}`,
        );
        if (!shell.json) for (const line of curveLines(summary.curves)) shell.print(line);
      }
      return ExitCode.ok;
    }),
});
