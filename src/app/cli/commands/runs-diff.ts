import { z } from 'zod';
import type { RunEvent } from '#foundation/contracts';
import { type Difference, diffRuns, loadRun, type RunDiff } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { compareRuns } from '../runs/compare-runs.ts';
import { comparisonLines } from '../runs/comparison-lines.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

/** Characters of an event, and places of a summary, that are shown; --json has all. */
const MOST = { event: 300, places: 12 } as const;

function describeEvent(event: RunEvent | undefined): string {
  if (event === undefined) return '(ended)';
  const text = `${event.type} ${JSON.stringify(event.data)}`;
  return text.length > MOST.event ? `${text.slice(0, MOST.event)}…` : text;
}

function describeDifferences(what: string, differences: readonly Difference[]): readonly string[] {
  const side = (value: unknown): string => (value === undefined ? '(absent)' : JSON.stringify(value));
  return differences.map(({ path, a, b }) => `${what}${path.slice(1)}: ${side(a)} → ${side(b)}`);
}

/** Where two computations part: the end of what is told, for it is what few ask. */
function eventLines({ sameEvents, firstDivergence, events }: RunDiff): readonly string[] {
  if (sameEvents || firstDivergence === undefined) return [`same ${events.a} events`];
  const { seq, a, b } = firstDivergence;
  return [`events part at ${seq}:`, `- ${describeEvent(a)}`, `+ ${describeEvent(b)}`];
}

/** Places of the summary, where nothing better is known of what the loop learnt. */
function summaryLines({ summary }: RunDiff): readonly string[] {
  const short = summary.filter(({ a, b }) => JSON.stringify([a, b]).length < 200);
  const lines = describeDifferences('summary', short.slice(0, MOST.places));
  return summary.length > lines.length
    ? [...lines, `… ${summary.length - lines.length} more of the summary, in --json`]
    : lines;
}

export const runsDiff = defineCommand({
  name: 'runs diff',
  args: [
    { name: 'A', says: 'a run', required: true },
    { name: 'B', says: 'another run', required: true },
  ],
  flags: z.object({}),
  examples: ['pawl runs diff evolve-3f2a evolve-90c1', 'pawl runs diff evolve-3f2a latest --json'],

  async run([a = '', b = ''], _flags, shell) {
    const { diff, told, ids } = await withRuns(shell, (store) => {
      const [left, right] = [findRun(store, a), findRun(store, b)];
      const ends = diffRuns(loadRun(store, left.id), loadRun(store, right.id));
      return { diff: ends, told: compareRuns(store, left, right), ids: { a: left.id, b: right.id } };
    });
    if (shell.json) shell.print(JSON.stringify({ ...diff, ...told }));
    else {
      const beside = ids.a === ids.b ? [] : comparisonLines(ids, told);
      const lines = [...describeDifferences('run', diff.run), ...beside, ...summaryLines(diff), ...eventLines(diff)];
      for (const line of lines) shell.print(line);
    }
    return diff.sameEvents ? ExitCode.ok : ExitCode.answerIsNo;
  },
});
