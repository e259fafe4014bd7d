import { z } from 'zod';
import type { RunEvent } from '#foundation/contracts';

/** One score and the event that told it. */
export interface ScorePoint {
  readonly seq: number;
  readonly score: number;
}

/** The scores of a run in order, and what they are called there. */
export interface ScoreCurve {
  readonly field: string;
  readonly points: readonly ScorePoint[];
}

/** Names under which events tell how good something was; the first that a run uses is its curve. */
const fields = ['score', 'reward', 'accuracy', 'return'] as const;

const Told = z.object(Object.fromEntries(fields.map((field) => [field, z.number().optional().catch(undefined)])));

/** The scores a run's events tell; empty when they tell none. */
export function scoreCurve(events: Iterable<RunEvent>): ScoreCurve {
  const found = new Map<string, ScorePoint[]>(fields.map((field) => [field, []]));
  for (const { seq, data } of events) {
    const told = Told.safeParse(data);
    if (!told.success) continue;
    for (const [field, score] of Object.entries(told.data))
      if (score !== undefined) found.get(field)?.push({ seq, score });
  }
  const field = fields.find((name) => (found.get(name) ?? []).length > 0) ?? fields[0];
  return { field, points: found.get(field) ?? [] };
}

/** A stretch of a curve: where it is in the run, and how its scores spread. */
export interface Stretch {
  readonly seq: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** At most `count` stretches of (nearly) equally many points each, in order. */
export function stretchesOf(points: readonly ScorePoint[], count: number): readonly Stretch[] {
  const pieces = Math.min(count, points.length);
  return Array.from({ length: pieces }, (_, i) => {
    const part = points.slice(Math.floor((i * points.length) / pieces), Math.floor(((i + 1) * points.length) / pieces));
    const scores = part.map(({ score }) => score);
    return {
      seq: part[0]!.seq,
      mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      low: scores.reduce((least, score) => Math.min(least, score), Infinity),
      high: scores.reduce((most, score) => Math.max(most, score), -Infinity),
    };
  });
}
