import { hashOf } from '#foundation/kernel';
import type { Conversation, Turn } from './conversation.ts';

/** A task that was made of a log, as a line of a task file. */
export interface TraceTask {
  readonly id: string;
  readonly text: string;
  /** What a judge goes by; a generic one until a model or the user writes a better one. */
  readonly rubric: string;
  /** The reply of the log: something to judge, not an answer to copy. */
  readonly reference: string;
  /** What the user said to that reply. */
  readonly followUp?: string;
  readonly source: { readonly format: string; readonly session: string; readonly turn: number };
  /** Replies that the user has judged, for measuring the judge. */
  readonly labels?: readonly { readonly reply: string; readonly score: number }[];
}

export interface TraceOptions {
  /** Every request of a conversation, with what was said before it, instead of the first alone. */
  readonly allTurns: boolean;
  /** Takes secrets out. */
  readonly mask: (text: string) => string;
}

/** Why requests did not become tasks. */
export interface TraceCounts {
  readonly tooShort: number;
  readonly tooLong: number;
  readonly unanswered: number;
  readonly repeated: number;
}

/** Requests of fewer characters ask for nothing that could be judged alone; longer ones than this fill a prompt. */
const SHORTEST = 12;
const LONGEST = 24_000;

/** Each request of a conversation with the reply it got and what the user said to that; equal requests once. */
export function tasksFromTraces(
  conversations: readonly Conversation[],
  { allTurns, mask }: TraceOptions,
): { readonly tasks: readonly TraceTask[]; readonly counts: TraceCounts } {
  const tasks = new Map<string, TraceTask>();
  const counts = { tooShort: 0, tooLong: 0, unanswered: 0, repeated: 0 };
  for (const { format, session, turns } of conversations) {
    const asked = turns.flatMap(({ role }, i) => (role === 'user' ? [i] : []));
    for (const at of allTurns ? asked : asked.slice(0, 1)) {
      const text = safe(textAt(turns, at), mask);
      const reply = turns[at + 1];
      const next = turns[at + 2];
      const id = `trace-${hashOf(text).slice(0, 12)}`;
      if (turns[at]!.text.length < SHORTEST) counts.tooShort += 1;
      else if (text.length > LONGEST) counts.tooLong += 1;
      else if (reply?.role !== 'assistant') counts.unanswered += 1;
      else if (tasks.has(id)) counts.repeated += 1;
      else {
        const followUp = next?.role === 'user' ? safe(next.text, mask).slice(0, 2000) : undefined;
        const source = { format, session, turn: at };
        const reference = safe(reply.text, mask);
        const task = { id, text, rubric: rubricFor(followUp), reference, source };
        tasks.set(id, followUp === undefined ? task : { ...task, followUp });
      }
    }
  }
  return { tasks: [...tasks.values()], counts };
}

/** A request, after what was said before it where it is not the first. */
function textAt(turns: readonly Turn[], at: number): string {
  const before = turns.slice(0, at);
  const system = before.filter(({ role }) => role === 'system').map(({ text }) => text);
  const said = before.filter(({ role }) => role !== 'system');
  const request = turns[at]!.text;
  if (said.length === 0) return [...system, request].join('\n\n');
  const told = said.map(({ role, text }) => `${role === 'user' ? 'User' : 'Assistant'}: ${text}`).join('\n\n');
  return [...system, `What was said before:\n\n${told}`, `The request:\n\n${request}`].join('\n\n');
}

/** A rubric that fits any request: what the user said next is the best witness there is. */
export function rubricFor(followUp: string | undefined): string {
  const general =
    'The reply does all that the request asks for, and nothing against it. What it states is right. It says what it could not do.';
  return followUp === undefined
    ? general
    : `${general} To an earlier reply the user said: ${JSON.stringify(followUp.slice(0, 400))}. Where that is a complaint or a correction, a good reply leaves no reason for it.`;
}

const keyLike =
  /\b(sk-[\w-]{16,}|gh[pousr]_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]{20,}\.[\w-]+\.[\w-]+)/g;

function safe(text: string, mask: (text: string) => string): string {
  return mask(text).replaceAll(keyLike, '[secret]');
}
