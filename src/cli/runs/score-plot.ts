import { niceTicks } from './nice-ticks.ts';
import { showNumber } from './run-text.ts';
import { type ScoreCurve, stretchesOf } from './score-curve.ts';

const size = { width: 720, height: 280, left: 56, right: 12, top: 12, bottom: 32 };
const stretchesShown = 240;
const ticks = 5;

/** The scores of a run as inline SVG: a line of means over a band from least to greatest. */
export function scorePlot({ field, points }: ScoreCurve): string {
  if (points.length === 0) return '<p>This run tells no scores.</p>';
  const stretches = stretchesOf(points, stretchesShown);
  const low = Math.min(...stretches.map((stretch) => stretch.low));
  const high = Math.max(...stretches.map((stretch) => stretch.high));
  const [bottom, top] = low === high ? [low - 0.5, high + 0.5] : [low, high];
  const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
  const x = (i: number): number => size.left + (inner.width * (i + 0.5)) / stretches.length;
  const y = (score: number): number => size.top + inner.height * (1 - (score - bottom) / (top - bottom));
  const at = (i: number, score: number): string => `${x(i).toFixed(1)},${y(score).toFixed(1)}`;

  const line = stretches.map(({ mean }, i) => at(i, mean)).join(' ');
  const upper = stretches.map((stretch, i) => at(i, stretch.high));
  const lower = stretches.map((stretch, i) => at(i, stretch.low)).toReversed();
  const rules = niceTicks(bottom, top, ticks).map((score) => {
    const height = y(score).toFixed(1);
    return `<line class="rule" x1="${size.left}" x2="${size.width - size.right}" y1="${height}" y2="${height}"/><text x="${size.left - 6}" y="${height}" dy="4" text-anchor="end">${showNumber(score)}</text>`;
  });
  const foot = size.height - 10;
  return [
    `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="plot-title">`,
    `<title id="plot-title">${field} over ${points.length} values, from ${showNumber(stretches[0]!.mean)} to ${showNumber(stretches.at(-1)!.mean)}</title>`,
    ...rules,
    `<polygon class="band" points="${[...upper, ...lower].join(' ')}"/>`,
    `<polyline class="curve" points="${line}"/>`,
    `<text x="${size.left}" y="${foot}">event ${points[0]!.seq}</text>`,
    `<text x="${size.width - size.right}" y="${foot}" text-anchor="end">event ${points.at(-1)!.seq}</text>`,
    '</svg>',
  ].join('\n');
}
