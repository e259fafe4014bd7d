import { z } from 'zod';
import type { RunEvent } from '#foundation/contracts';
import { type Difference, diffRuns, loadRun, type RunDiff } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

function describeEvent(event: RunEvent | undefined): string {
  return event === undefined ? '(ended)' : `${event.type} ${JSON.stringify(event.data)}`;
}

function describeDifferences(what: string, differences: readonly Difference[]): readonly string[] {
  const side = (value: unknown): string => (value === undefined ? '(absent)' : JSON.stringify(value));
  return differences.map(({ path, a, b }) => `${what}${path.slice(1)}: ${side(a)} → ${side(b)}`);
}

function diffText({ sameEvents, firstDivergence, events, run, config, summary }: RunDiff): readonly string[] {
  const head = [
    ...describeDifferences('run', run),
    ...describeDifferences('config', config),
    ...describeDifferences('summary', summary),
  ];
  if (sameEvents || firstDivergence === undefined) return [...head, `same ${events.a} events`];
  const { seq, a, b } = firstDivergence;
  return [...head, `events part at ${seq}:`, `- ${describeEvent(a)}`, `+ ${describeEvent(b)}`];
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
    const diff = await withRuns(shell, (store) =>
      diffRuns(loadRun(store, findRun(store, a).id), loadRun(store, findRun(store, b).id)),
    );
    if (shell.json) shell.print(JSON.stringify(diff));
    else for (const line of diffText(diff)) shell.print(line);
    return diff.sameEvents ? ExitCode.ok : ExitCode.answerIsNo;
  },
});
