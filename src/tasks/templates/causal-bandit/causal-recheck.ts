import { createRng } from '#foundation/kernel';
import type { Judged } from '#foundation/contracts/tasks';
import type { CausalAction, CausalInstance } from './causal-instance.ts';
import { type CausalModel, FLIP_GRAIN, type Intervention } from './causal-model.ts';

type World = readonly number[];

function allWorlds(variables: number): World[] {
  return Array.from({ length: 2 ** variables }, (_, code) =>
    Array.from({ length: variables }, (_, v) => (code >> v) & 1),
  );
}

function quietValue({ mechanisms }: CausalModel, variable: number, world: World): number {
  const { parents, table } = mechanisms[variable]!;
  const row = parents.reduceRight((code, parent) => 2 * code + world[parent]!, 0);
  return Math.floor(table / 2 ** row) % 2;
}

/** P(world) with the factors of intervened variables left out, 0 where the world contradicts the intervention. */
function probability(model: CausalModel, world: World, intervention: Intervention): number {
  if (intervention.some(({ variable, value }) => world[variable] !== value)) return 0;
  return model.mechanisms.reduce((product, { flip }, variable) => {
    if (intervention.some((setting) => setting.variable === variable)) return product;
    const flipped = quietValue(model, variable, world) !== world[variable];
    return (product * (flipped ? flip : FLIP_GRAIN - flip)) / FLIP_GRAIN;
  }, 1);
}

/** P(Y = 1 | do(…)) by the truncated product over all worlds. @source Pearl 2009, Causality §3.2.3 */
export function recheckEffect(model: CausalModel, intervention: Intervention): number {
  return allWorlds(model.mechanisms.length)
    .filter((world) => world[model.target] === 1)
    .reduce((sum, world) => sum + probability(model, world, intervention), 0);
}

/** The same counterfactual over observed worlds: a full world tells its noise, and the noise tells the other world. */
export function recheckCounterfactual(model: CausalModel, evidence: Intervention, intervention: Intervention): number {
  let seen = 0;
  let hit = 0;
  for (const world of allWorlds(model.mechanisms.length)) {
    if (evidence.some(({ variable, value }) => world[variable] !== value)) continue;
    const weight = probability(model, world, []);
    const other = [...world];
    for (const variable of model.order) {
      const forced = intervention.find((setting) => setting.variable === variable);
      const flipped = quietValue(model, variable, world) === world[variable] ? 0 : 1;
      other[variable] = forced?.value ?? (quietValue(model, variable, other) + flipped) % 2;
    }
    seen += weight;
    hit += other[model.target] === 1 ? weight : 0;
  }
  return hit / seen;
}

/** Replays an episode; solved when the arms are worth nine tenths of the possible gain and every estimate is within 0.05. */
export function recheckCausal(instance: CausalInstance, actions: readonly (CausalAction | undefined)[]): Judged {
  const { params, model, arms, wanted, queries } = instance;
  const luck = createRng(instance.noise);
  const effects = arms.map((arm) => recheckEffect(model, arm)).map((p) => (wanted === 1 ? p : 1 - p));
  let [reward, worth, far] = [0, 0, 0];
  const played = actions.slice(0, params.T + queries.length);
  for (const [round, action] of played.entries()) {
    if (round < params.T) {
      const flips = model.mechanisms.map(({ flip }) => luck.below(FLIP_GRAIN) < flip);
      const arm = action?.kind === 'pull' ? arms[action.arm - 1] : undefined;
      if (arm === undefined || action?.kind !== 'pull') continue;
      worth += effects[action.arm - 1]!;
      reward += params.reward === 'expected' ? Math.round(effects[action.arm - 1]! * 1024) / 1024 : outcome(flips, arm);
      continue;
    }
    const { evidence, intervention } = queries[round - params.T]!;
    const truth =
      evidence.length === 0 ? recheckEffect(model, intervention) : recheckCounterfactual(model, evidence, intervention);
    const error =
      action?.kind === 'estimate' ? Math.abs(action.value - Math.round(truth * 1000) / 1000) : Number.POSITIVE_INFINITY;
    if (Number.isFinite(error)) reward += 1 - error;
    if (error > 0.05) far += 1;
  }
  const best = params.T * Math.max(...effects);
  const random = (params.T * effects.reduce((sum, p) => sum + p, 0)) / effects.length;
  const complete = played.length === params.T + queries.length;
  if (complete && far === 0 && worth >= random + 0.9 * (best - random)) return { ok: true, reward };
  return { ok: false, reward, why: complete ? `worth ${worth.toFixed(2)} of ${best.toFixed(2)}` : 'not finished' };

  function outcome(flips: readonly boolean[], arm: Intervention): number {
    const world: number[] = [];
    for (const variable of model.order) {
      const forced = arm.find((setting) => setting.variable === variable);
      world[variable] = forced?.value ?? (quietValue(model, variable, world) + (flips[variable] ? 1 : 0)) % 2;
    }
    return world[model.target] === wanted ? 1 : 0;
  }
}
