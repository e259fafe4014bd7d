import type { Score } from '#foundation/contracts';
import type { Sandbox, SandboxResult, ScorableReply, Scorer, SkillTask } from '#foundation/contracts/skills';
import { hashOf, isRecord } from '#foundation/kernel';
import { fieldOf } from './task-answers.ts';

/** Limits of a run in the sandbox. */
export interface SandboxLimits {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** A command and the files that it needs beside the reply. */
export interface CheckingCommand {
  readonly command: string[];
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/**
 * Scores by the exit code of a command in a sandbox, with the reply in `reply.txt`, the task in `task.json` and the agent's
 * files beside them. A last line of output such as `{"score": 0.5, "feedback": "…"}` gives partial credit.
 */
export function commandScorer(
  { command, files: own = {} }: CheckingCommand,
  { milliseconds, megabytes }: SandboxLimits,
  sandbox: Sandbox,
): Scorer {
  const limits = { milliseconds, megabytes };
  const brought = Object.keys(own).length === 0 ? {} : { files: hashOf(own) };
  return {
    name: 'command',
    fingerprint: { scorer: 'command', command, limits, ...brought, version: 1 },
    async score(reply, task, signal): Promise<Score> {
      // What checks comes last: an agent cannot put its own in that place.
      const files = { ...reply.files, ...own, 'reply.txt': reply.text, 'task.json': JSON.stringify(task) };
      const result = await sandbox.run({ command, files, ...limits }, signal);
      const said = lastObject(result.stdout);
      const soft = typeof said?.['score'] === 'number' ? Math.min(1, Math.max(0, said['score'])) : undefined;
      const feedback = typeof said?.['feedback'] === 'string' ? said['feedback'] : tail(result);
      if (result.exitCode === 0) return { hard: 1, soft: soft ?? 1 };
      return { hard: 0, soft: soft ?? 0, why: whyOf(result), feedback };
    },
  };
}

/**
 * Scores code by tests: the last fenced block of the reply, then each text of `tests`, run as JavaScript in a sandbox that has
 * nothing but the language. A test passes when it throws nothing. Success is all of them, credit is their share.
 */
export function codeScorer(limits: SandboxLimits, sandbox: Sandbox): Scorer {
  return {
    name: 'code',
    fingerprint: { scorer: 'code', limits: { ...limits }, version: 1 },
    async score(reply, task, signal): Promise<Score> {
      const tests = testsOf(task);
      const failures: string[] = [];
      let why = '';
      for (const test of tests) {
        const files = { 'main.js': `${codeOf(reply)}\n;${test}\n` };
        const result = await sandbox.run({ command: ['main.js'], files, ...limits }, signal);
        if (result.exitCode === 0) continue;
        failures.push(`${test}: ${tail(result)}`);
        why ||= whyOf(result);
      }
      if (failures.length === 0) return { hard: 1, soft: 1 };
      return { hard: 0, soft: 1 - failures.length / tests.length, why, feedback: failures.join('\n') };
    },
  };
}

function testsOf(task: SkillTask): readonly string[] {
  const tests = fieldOf(task, 'tests');
  return Array.isArray(tests) && tests.length > 0 ? tests.map(String) : [''];
}

function codeOf({ text }: ScorableReply): string {
  return [...text.matchAll(/```\w*\s*\n([\s\S]*?)```/g)].at(-1)?.[1] ?? text;
}

function whyOf({ isTimedOut, exitCode }: SandboxResult): string {
  return isTimedOut ? 'too slow: stopped at the time limit' : `failed check: exit code ${exitCode}`;
}

/** The end of what a run printed: enough to learn from, never a whole log. */
function tail({ stdout, stderr }: SandboxResult): string {
  return `${stdout}\n${stderr}`.trim().slice(-1000);
}

function lastObject(stdout: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(stdout.trim().split('\n').at(-1)!);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
