import { createRng } from '#foundation/kernel';
import type { Judged } from '#foundation/contracts/tasks';
import { banditFamily, CHANCE_GRAIN } from './bandit-family.ts';
import type { MetaBanditInstance } from './meta-bandit-instance.ts';

/** Replays the payments; solved when at least nine tenths of the exploitation pulls, rounded down, go to a best arm. */
export function recheckMetaBandit(
  { params, task, noise }: MetaBanditInstance,
  actions: readonly (number | undefined)[],
): Judged {
  const chances = banditFamily(params)[task]!;
  const luck = createRng(noise);
  const best = Math.max(...chances);
  const played = actions.slice(0, params.probe_budget + params.exploit_steps);
  let reward = 0;
  let good = 0;
  for (const [round, action] of played.entries()) {
    const threshold = luck.below(CHANCE_GRAIN) + 1;
    const chance = chances.at(action === undefined || action < 1 ? chances.length : action - 1) ?? 0;
    const exploiting = round >= params.probe_budget;
    if (chance >= threshold) reward += exploiting ? 1 : params.probe_weight;
    if (exploiting && chance === best) good += 1;
  }
  const wanted = Math.max(1, Math.floor(0.9 * params.exploit_steps));
  if (good >= wanted) return { ok: true, reward };
  return { ok: false, reward, why: `${good} of ${params.exploit_steps} exploitation pulls went to the best arm` };
}
