import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#kernel';
import type { ParamRange, Params } from '#contracts';
import { TOLERANCE } from '../laws/oracle-law.ts';
import { checkParams } from '../param-range.ts';
import { formalTemplates } from '../registry/formal.ts';
import { playOracle, playRandom } from '../rollout.ts';

/** Horizons are cut short so that a hundred episodes stay quick. */
const short: Readonly<Record<string, number>> = { T: 60, exploit_steps: 4, probe_budget: 5, J: 4, size: 7, m_A: 64 };

function drawParam(name: string, range: ParamRange, rng: Rng): Params[string] {
  if (range.kind === 'choice') return rng.pick(range.values);
  const high = Math.min(range.high, short[name] ?? range.high);
  return range.kind === 'int' ? rng.int(range.low, high) : range.low + rng.float() * (high - range.low);
}

describe.each(formalTemplates)('$name', (template) => {
  it('keeps its laws under parameters of every kind, not only those of its levels', () => {
    const rng = createRng(`params/${template.name}`);
    const problems: string[] = [];
    const tried = new Set<string>();
    for (let round = 0; round < 400 && tried.size < 60; round += 1) {
      const entries = Object.entries(template.params).map(([name, range]) => [name, drawParam(name, range, rng)]);
      const params: Params = Object.fromEntries(entries);
      if (template.conflict?.(params) !== undefined) continue;
      checkParams(template, params);
      tried.add(JSON.stringify(params));
      const instance = template.generate(params, createRng(`params/${template.name}/${round}`));
      const optimum = template.optimum(instance);
      const { low, high } = template.rewardRange(params);
      const best = playOracle(template, params, instance);
      const random = playRandom(template, { params, instance }, rng);
      for (const { total, actions } of [best, random]) {
        const { reward } = template.verify(instance, actions);
        if (Math.abs(reward - total) > TOLERANCE) problems.push(`verifier ${reward}, environment ${total}`);
        if (total < low - TOLERANCE || total > high + TOLERANCE) problems.push(`${total} out of range`);
      }
      if (optimum.kind === 'exact' && Math.abs(best.total - optimum.reward) > TOLERANCE)
        problems.push(`oracle ${best.total}, optimum ${optimum.reward}: ${JSON.stringify(params)}`);
      const seen = template.start(instance).observe();
      const { observation } = template.bits(params);
      expect(observation.decode(observation.encode(seen))).toEqual(seen);
      expect(template.randomReturn(instance)).toBeLessThanOrEqual(high + TOLERANCE);
    }
    expect(problems).toEqual([]);
    expect(tried.size).toBeGreaterThanOrEqual(template.name === 'LOGIC_SAT_DECIDE' ? 12 : 40);
  });
});
