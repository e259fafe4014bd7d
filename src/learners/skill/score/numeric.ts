import type { Likeness } from './compare-answers.ts';

/**
 * Equal within |a − g| ≤ max(absolute, relative · |g|). Credit falls from 1 at the tolerance to 0 at ten times it.
 * An answer may carry a unit, a currency or thousands separators; the last number counts.
 */
export function numericLikeness(absolute: number, relative: number): Likeness {
  return (answer, gold) => {
    const found = lastNumber(answer);
    const wanted = lastNumber(gold);
    if (found === undefined || wanted === undefined) return { hard: 0, soft: 0 };
    const tolerance = Math.max(absolute, relative * Math.abs(wanted));
    const distance = Math.abs(found - wanted);
    if (distance <= tolerance) return { hard: 1, soft: 1 };
    return { hard: 0, soft: tolerance === 0 ? 0 : Math.max(0, 1 - (distance - tolerance) / (9 * tolerance)) };
  };
}

/** The last number of a text: `1,234.5`, `-3e4`, `7/8`; a percent sign divides by 100. */
export function lastNumber(text: string): number | undefined {
  const pattern = /[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?:\s*\/\s*\d+)?\s*%?/gi;
  const last = [...text.matchAll(pattern)].at(-1)?.[0];
  if (last === undefined) return undefined;
  const [above, below] = last.replaceAll(/[,%\s]/g, '').split('/');
  const value = Number(above) / Number(below ?? 1) / (last.includes('%') ? 100 : 1);
  return Number.isFinite(value) ? value : undefined;
}
