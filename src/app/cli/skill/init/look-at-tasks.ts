import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadTasks } from '#app/api';
import { Split } from '#foundation/contracts/skills';
import { usualNeeds } from '#ratchet/gate';
import { isRecord } from '#foundation/kernel';
import { type ProposedScorer, proposeScorer } from './propose-scorer.ts';

type Shares = readonly [train: number, validation: number, test: number];

/** What a look at a user's tasks tells. */
export interface TaskLook {
  readonly total: number;
  readonly counts: Readonly<Record<Split, number>>;
  /** Shares for tasks that do not say their split; none where all do. */
  readonly split: Shares | undefined;
  readonly scorer: ProposedScorer;
  /** Validation tasks with which a gain is found in four of five runs, and as many tasks in all when cut like these. */
  readonly needed: readonly { readonly gain: number; readonly validation: number; readonly total: number }[];
}

/** Below so many tasks a test split would leave too few to decide with: the headline then corrects for luck instead. */
const ENOUGH_FOR_A_TEST = 40;

/** Whether a name stands for tasks that are there: a file or a folder. */
export function areThere(folder: string, tasks: string): boolean {
  return !tasks.startsWith('teach:') && existsSync(resolve(folder, tasks));
}

/** Reads the tasks and says what fits them; asks nobody. */
export function lookAtTasks(path: string): TaskLook {
  // One split takes any number of tasks: fewer than three must not end the look.
  const splits = loadTasks(path, { ratio: [1, 0, 0], seed: 42, limit: 0 });
  const all = Split.options.flatMap((name) => splits[name]);
  const isDealt = statSync(path).isDirectory() || all.every(({ data }) => isRecord(data) && 'split' in data);
  const split = isDealt || all.length < 3 ? undefined : proposeSplit(all.length);
  const dealt = split === undefined ? splits : loadTasks(path, { ratio: split, seed: 42, limit: 0 });
  const counts = { train: dealt.train.length, validation: dealt.validation.length, test: dealt.test.length };
  const share = Math.max(1, counts.validation) / all.length;
  const needed = usualNeeds.map(({ gain, tasks }) => ({ gain, validation: tasks, total: Math.ceil(tasks / share) }));
  return { total: all.length, counts, split, scorer: proposeScorer(all), needed };
}

function proposeSplit(total: number): Shares {
  return total < ENOUGH_FOR_A_TEST ? [2, 3, 0] : [3, 4, 3];
}

/** The look in lines for people, beside the tasks and the scorer that were named. */
export function lookLines(
  named: { readonly tasks: string; readonly scorer: string },
  { total, counts, split, scorer, needed }: TaskLook,
): readonly string[] {
  const why = `because ${scorer.because}`;
  const chosen =
    named.scorer === scorer.kind
      ? `${scorer.kind}, ${why}`
      : `${named.scorer}, as you say; ${scorer.kind} would fit, ${why}`;
  const cut = split === undefined ? 'as they say' : `cut ${split.join(':')}`;
  const few = split?.[2] === 0 ? '; too few for a test split, so the score is corrected for luck instead' : '';
  const found = needed.map(
    ({ gain, validation, total: of }) => `+${100 * gain} points ${validation} validation tasks (${of} in all)`,
  );
  return [
    `Tasks:    ${total} in ${named.tasks}, ${cut}: ${counts.train} train, ${counts.validation} validation, ${counts.test} test${few}`,
    `Scorer:   ${chosen}`,
    `To find:  ${found.join(', ')}; there are ${counts.validation}`,
  ];
}
