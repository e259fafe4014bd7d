import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { type AnswerJudge, Preference, Ranking } from '#foundation/contracts/self-play';
import { Fault } from '#foundation/kernel';

export interface CommandJudgeSettings {
  /** Words of the command. It stays for the whole run and answers line by line. */
  readonly command: readonly string[];
  readonly folder: string;
  /** The whole environment: nothing of this process is passed on by accident. */
  readonly environment: Readonly<Record<string, string>>;
  readonly id: string;
  readonly isSimulated?: boolean;
  /** Milliseconds until an answer is given up. */
  readonly timeoutMs?: number;
}

/** A judge in a process of its own. */
export interface CommandJudge extends AnswerJudge {
  close(): void;
}

/** All that is read of an answer: judgements, in order. Anything else in the line is refused, so that nothing more can be learnt from it. */
const Scores = z.strictObject({ id: z.int(), scores: z.array(z.number().min(0).max(1).nullable()) });
const Preferences = z.strictObject({ id: z.int(), preferences: z.array(Preference.nullable()) });

const Rankings = z.strictObject({ id: z.int(), rankings: z.array(Ranking.nullable()) });

const ITEMS_AT_ONCE = 1000;

/**
 * A judge as a command of its own, over lines of JSON:
 *
 *     → {"id": 1, "score": [{"question", "answer", "pass"}, …]}              ← {"id": 1, "scores": [0.8, null, …]}
 *     → {"id": 2, "compare": [{"question", "first", "second", "pass"}, …]}   ← {"id": 2, "preferences": ["first", "tie", …]}
 *     → {"id": 3, "rank": [{"question", "answers", "pass"}, …]}              ← {"id": 3, "rankings": [[2, 0, 1], null, …]}
 *
 * Rankings name places in `answers`, best first; they are asked for only where a run says so.
 */
export function createCommandJudge(settings: CommandJudgeSettings): CommandJudge {
  const line = createLine(settings);
  const inParts = async <Item, Verdict>(
    items: readonly Item[],
    ask: (some: readonly Item[]) => Promise<readonly Verdict[]>,
  ): Promise<Verdict[]> => {
    const all: Verdict[] = [];
    for (let first = 0; first < items.length; first += ITEMS_AT_ONCE) {
      const some = items.slice(first, first + ITEMS_AT_ONCE);
      const verdicts = await ask(some);
      if (verdicts.length !== some.length) {
        throw judgeFailed(settings, `${verdicts.length} judgements of ${some.length}`);
      }
      all.push(...verdicts);
    }
    return all;
  };
  return {
    id: settings.id,
    isSimulated: settings.isSimulated ?? false,
    score: (items) => inParts(items, async (score) => (await line.ask({ score }, Scores)).scores),
    compare: (items) => inParts(items, async (compare) => (await line.ask({ compare }, Preferences)).preferences),
    rank: (items) => inParts(items, async (rank) => (await line.ask({ rank }, Rankings)).rankings),
    close: () => line.close(),
  };
}

interface Line {
  ask<T>(request: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Promise<T>;
  close(): void;
}

/** One process, started when it is first asked; questions are answered in the order of their ids. */
export function createLine(settings: CommandJudgeSettings): Line {
  let child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  let next = 0;
  const waiting = new Map<
    number,
    { readonly resolve: (line: unknown) => void; readonly reject: (why: Fault) => void }
  >();
  const failAll = (why: string): void => {
    for (const { reject } of waiting.values()) reject(judgeFailed(settings, why));
    waiting.clear();
    child = undefined;
  };
  const start = (): ChildProcessByStdio<Writable, Readable, null> => {
    const [program = '', ...args] = settings.command;
    const started = spawn(program, args, {
      cwd: settings.folder,
      env: settings.environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.on('error', (error) => failAll(error.message));
    started.on('exit', (code) => failAll(`the process ended with ${code}`));
    started.stdin.on('error', () => failAll('the process no longer reads'));
    createInterface({ input: started.stdout }).on('line', (text) => {
      const [id, value] = readLine(text);
      const asked = waiting.get(id);
      waiting.delete(id);
      asked?.resolve(value);
      if (waiting.size === 0) started.unref();
    });
    return started;
  };
  return {
    async ask(request, schema) {
      child ??= start();
      next += 1;
      const id = next;
      const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
      child.ref();
      child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
      const timer = setTimeout(() => {
        waiting.get(id)?.reject(judgeFailed(settings, 'no answer in time'));
        waiting.delete(id);
      }, settings.timeoutMs ?? 600_000);
      const read = schema.safeParse(await answer.finally(() => clearTimeout(timer)));
      if (!read.success) throw judgeFailed(settings, `a line that is no judgement: ${read.error.issues[0]?.message}`);
      return read.data;
    },
    close() {
      const ended = child;
      child = undefined;
      ended?.removeAllListeners('exit');
      ended?.kill();
    },
  };
}

function readLine(text: string): [number, unknown] {
  try {
    const value: unknown = JSON.parse(text);
    const id = z.looseObject({ id: z.int() }).safeParse(value);
    return [id.success ? id.data.id : -1, value];
  } catch {
    return [-1, undefined];
  }
}

function judgeFailed({ id }: CommandJudgeSettings, why: string): Fault {
  return new Fault('models/judge-failed', `judge ${id}: ${why}`, { details: { outage: 'malformed' } });
}
