/**
 * A normalised score for people: 0 % is chance, 100 % the optimum. A mean of few tasks may lie outside of both by luck, and what does worse
 * than chance is not told by how much.
 */
export function scoreText(score: number): string {
  const percent = Math.round(100 * score);
  if (percent < 0) return '< chance';
  return `${Math.min(100, percent)} %`;
}
