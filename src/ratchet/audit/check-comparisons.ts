import { differences, figuresOf } from './check-figures.ts';
import type { Ending } from './check-final.ts';
import { outcomesIn } from './read-outcomes.ts';
import { shown } from './shown.ts';
import { trialsIn } from './told-trials.ts';

/** Every comparison that was made is told, with its wins and losses. */
export function checkComparisons(ending: Ending, name: string): string[] {
  const told = new Map<string, number>();
  const trials = trialsIn(ending.book);
  for (const { wins, losses } of trials) count(told, signs(wins, losses), 1);
  let made = 0;
  const wrong: string[] = [];
  const recorded = new Map<string, Readonly<Record<string, number>>[]>();
  for (const result of ending.steps.named(name)) {
    const figures = figuresOf(outcomesIn(result) ?? []);
    const { wins = 0, losses = 0 } = figures;
    // Sign flips are a test given the sizes of the differences: where all are 0 nothing was looked at, and nothing need be told.
    if (wins + losses === 0 && (told.get(signs(wins, losses)) ?? 0) <= 0) continue;
    made += 1;
    const same = signs(wins, losses);
    recorded.set(same, [...(recorded.get(same) ?? []), figures]);
    if (count(told, signs(wins, losses), -1) < 0) wrong.push(`no event tells of a trial with ${signs(wins, losses)}`);
  }
  for (const each of told.keys()) {
    if (!recorded.has(each)) wrong.push(`an event tells of a trial with ${each}, and none was recorded`);
  }
  for (const facts of trials) {
    const same = recorded.get(signs(facts['wins'], facts['losses'])) ?? [];
    const apart = same.map((figures) => differences(figures, { ...facts, score: undefined }));
    if (apart.length > 0 && apart.every((what) => what.length > 0)) wrong.push(`a trial ${apart[0]![0]}`);
  }
  return made > trials.length
    ? [`${made} comparisons were recorded, ${trials.length} trials are told`, ...wrong]
    : wrong;
}

function signs(wins: unknown, losses: unknown): string {
  return `${shown(wins)} wins and ${shown(losses)} losses`;
}

function count(counts: Map<string, number>, key: string, by: number): number {
  const now = (counts.get(key) ?? 0) + by;
  counts.set(key, now);
  return now;
}
