import type { Mark, RolloutTrace } from '#app/server/views';
import { hashOf } from '#foundation/kernel';
import { rubricFor, type TraceTask } from './traces/trace-tasks.ts';

export interface MarkedReply {
  readonly run: string;
  readonly mark: Mark;
  readonly trace: Pick<RolloutTrace, 'key' | 'transcript' | 'reply'>;
}

/** A task per request, with every reply that was marked as a label: what a judge is measured on, and `tasks review` shows. */
export function marksToTasks(marked: readonly MarkedReply[]): TraceTask[] {
  const tasks = new Map<string, TraceTask>();
  for (const { run, mark, trace } of marked) {
    const asked = trace.transcript.filter(({ role }) => role !== 'assistant').map(({ content }) => content);
    const reply = trace.transcript.findLast(({ role }) => role === 'assistant')?.content ?? trace.reply;
    const text = asked.join('\n\n');
    const id = `marked-${hashOf(text).slice(0, 12)}`;
    const known = tasks.get(id);
    const label = { reply, score: mark.right ? 1 : 0 };
    const said = mark.note === '' ? '' : ` Of a reply a person said (${mark.right ? 'right' : 'wrong'}): ${mark.note}`;
    tasks.set(id, {
      id,
      text,
      rubric: `${known?.rubric ?? rubricFor(undefined)}${said}`,
      reference: known?.reference ?? reply,
      source: { format: 'pawl', session: run, turn: 0 },
      labels: [...(known?.labels ?? []), label],
    });
  }
  return [...tasks.values()];
}
