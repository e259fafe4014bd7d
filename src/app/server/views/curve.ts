import { z } from 'zod';

/** A line over something that grows, as parallel lists; `low` and `high` bound it where a measurement says so. */
export const Curve = z.strictObject({
  name: z.string(),
  /** What grows along it: step, lesson, round, event. */
  along: z.string(),
  x: z.array(z.number()),
  y: z.array(z.number()),
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
  /** What lies between them: an interval of confidence, or the range of points that were drawn together; nothing where they are not told. */
  band: z.enum(['interval', 'range']).nullable(),
});
export type Curve = z.infer<typeof Curve>;

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Points per curve that are sent at most; a screen has no more columns. */
const MOST_POINTS = 600;

/** A curve of at most so many points: each stretch of equally many becomes its mean, within the band from its least to its greatest. */
export function curveOf(name: string, along: string, points: readonly Point[], most = MOST_POINTS): Curve {
  const kept = points.length <= most ? points : stretches(points, most);
  return {
    name,
    along,
    x: kept.map(({ x }) => x),
    y: kept.map(({ y }) => y),
    low: kept.map(({ low }) => low ?? null),
    high: kept.map(({ high }) => high ?? null),
    band: points.some(({ low }) => low !== undefined) ? 'interval' : kept === points ? null : 'range',
  };
}

function stretches(points: readonly Point[], count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const part = points.slice(Math.floor((i * points.length) / count), Math.floor(((i + 1) * points.length) / count));
    const last = part.at(-1)!;
    let [sum, low, high] = [0, Infinity, -Infinity];
    for (const point of part) {
      sum += point.y;
      low = Math.min(low, point.low ?? point.y);
      high = Math.max(high, point.high ?? point.y);
    }
    return { x: last.x, y: sum / part.length, low, high };
  });
}
