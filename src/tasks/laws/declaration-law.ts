import { Fault } from '#kernel';
import type { AnyTemplate } from '#contracts/tasks';
import { checkParams } from '../define/param-range.ts';

/** Fewer levels are no ladder. */
const FEWEST_LEVELS = 5;

/** What a template declares fits together: at least five levels within their ranges, harder and harder, and a range of rewards. */
export function declarationLaw(template: AnyTemplate): string[] {
  const { name, levels } = template;
  const findings: string[] = [];
  if (levels.length < FEWEST_LEVELS)
    findings.push(`${name}: there are ${levels.length} levels, and there should be at least ${FEWEST_LEVELS}`);
  for (const [i, params] of levels.entries()) {
    try {
      checkParams(template, params);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      findings.push(`level ${i + 1}: ${error.message}`);
    }
    const { low, high } = template.rewardRange(params);
    if (!(low < high)) findings.push(`level ${i + 1}: the range of rewards is from ${low} to ${high}`);
    const before = levels[i - 1];
    if (before !== undefined && !(template.difficulty(params) > template.difficulty(before)))
      findings.push(`level ${i + 1}: its difficulty is not above that of level ${i}`);
  }
  return findings;
}
