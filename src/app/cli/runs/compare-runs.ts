import type { Run } from '#foundation/contracts';
import { mean, pairedInterval } from '#foundation/statistics';
import { RunFold, runSentence, runSettings } from '#app/server/views';
import type { StoreReader } from '#world/store';
import { diffLines } from '../skill/diff-lines.ts';
import { learntText } from './learnt-text.ts';
import { taskScores } from './task-scores.ts';

/** Two runs beside each other, as a person asks of them: what they learnt, on which tasks they differ, what they cost, what was asked. */
export interface RunComparison {
  readonly sentences: { readonly a: string | null; readonly b: string | null };
  readonly score: { readonly a: number | null; readonly b: number | null };
  /** B minus A on the tasks that both name, with its exact 95 % interval; nothing where there is none. */
  readonly difference: {
    readonly tasks: number;
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly better: number;
    readonly worse: number;
  } | null;
  /** Tasks on which they differ, those for the worse first. */
  readonly tasks: readonly { readonly id: string; readonly a: number; readonly b: number }[];
  readonly cost: { readonly a: RunFold['used']; readonly b: RunFold['used'] };
  readonly settings: readonly { readonly name: string; readonly a: string | null; readonly b: string | null }[];
  /** What they learnt, line by line: `- ` stands in A alone, `+ ` in B alone. */
  readonly learnt: readonly { readonly file: string; readonly lines: readonly string[] }[];
}

export function compareRuns(store: StoreReader, a: Run, b: Run): RunComparison {
  const [left, right] = [sideOf(store, a), sideOf(store, b)];
  const shared = [...left.tasks].flatMap(([id, score]) =>
    right.tasks.has(id) ? [{ id, a: score, b: right.tasks.get(id)! }] : [],
  );
  const files = [...new Set([...Object.keys(left.learnt), ...Object.keys(right.learnt)])];
  const names = [...new Set([...left.settings.keys(), ...right.settings.keys()])];
  return {
    sentences: { a: left.sentence, b: right.sentence },
    score: { a: left.fold.score, b: right.fold.score },
    difference: differenceOf(shared.map((task) => task.b - task.a)),
    tasks: shared.filter((task) => task.a !== task.b).toSorted((x, y) => x.b - x.a - (y.b - y.a)),
    cost: { a: left.fold.used, b: right.fold.used },
    settings: names
      .map((name) => ({ name, a: left.settings.get(name) ?? null, b: right.settings.get(name) ?? null }))
      .filter((each) => each.a !== each.b),
    learnt: files
      .map((file) => ({ file, lines: diffLines(left.learnt[file] ?? '', right.learnt[file] ?? '') }))
      .filter(({ lines }) => lines.length > 0),
  };
}

function sideOf(store: StoreReader, run: Run) {
  const fold = new RunFold();
  for (const event of store.eventsOf(run.id)) fold.add(event);
  return {
    fold,
    sentence: runSentence(run, fold),
    tasks: taskScores(store, run, fold),
    settings: new Map(runSettings(store, run).map(({ name, value }) => [name, value])),
    learnt: learntText(store, run, fold),
  };
}

function differenceOf(gains: readonly number[]): RunComparison['difference'] {
  if (gains.length === 0 || gains.some((gain) => Math.abs(gain) > 1)) return null;
  const { low, high } = pairedInterval(gains, 0.95);
  return {
    tasks: gains.length,
    mean: mean(gains),
    low,
    high,
    better: gains.filter((gain) => gain > 0).length,
    worse: gains.filter((gain) => gain < 0).length,
  };
}
