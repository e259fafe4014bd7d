import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { cheapPredictors } from '../define/known-baselines.ts';
import { checkParams } from '../define/param-range.ts';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';

/** What a template declares fits together: levels within their ranges, harder and harder, a range of rewards, and baselines that there are. */
export function declarationLaw(template: AnyTemplate): string[] {
  const { name, levels } = template;
  const findings: string[] = [];
  if (levels.length === 0) findings.push(`${name}: there is no level, and there should be at least one`);
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
  return [...findings, ...baselineFindings(template)];
}

/** A baseline of a misspelt player, or of a level that is not there, would declare nothing. */
function baselineFindings(template: AnyTemplate): string[] {
  const { baselines = [], levels } = template;
  if (baselines.length === 0) return [];
  const { instance } = drawAt(template, settingOf(template, 1), { seed: 'declared', index: 0 });
  const players = [...cheapPredictors, ...Object.keys(template.rivals?.(instance) ?? {})];
  return baselines.flatMap(({ predictor, levels: declared }) => [
    ...(players.includes(predictor)
      ? []
      : [`baselines: there is no player ${predictor}; there are ${players.join(', ')}`]),
    ...declared
      .filter((level) => !(Number.isInteger(level) && level >= 1 && level <= levels.length))
      .map((level) => `baselines: ${predictor} is declared at level ${level} of ${levels.length}`),
  ]);
}
