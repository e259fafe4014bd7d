import type { Rng } from '#foundation/kernel';

/** Probabilities are multiples of 1/64, so that products over eight variables are exact in doubles. */
export const FLIP_GRAIN = 64;

/** One variable: X = table[parents] ⊕ N, N = 1 with probability flip / 64. A root has the table 0, so X = N. */
export interface Mechanism {
  readonly parents: readonly number[];
  /** Bit j is the value where the parents, first one lowest, read j in binary. */
  readonly table: number;
  readonly flip: number;
}

/** A hidden structural model over binary variables, written in the order of causes. */
export interface CausalModel {
  readonly mechanisms: readonly Mechanism[];
  /** Causes come before effects, the target last. */
  readonly order: readonly number[];
  readonly target: number;
}

/** do(X_variable = value). */
export interface Setting {
  readonly variable: number;
  readonly value: number;
}
export type Intervention = readonly Setting[];

/**
 * Variables in layers 0..depth, at least one in each and the target alone in the last; each takes one parent of the
 * layer before and up to two more of any earlier layer, so the longest path to the target has exactly `depth` steps.
 */
export function drawModel(variables: number, depth: number, noise: number, rng: Rng): CausalModel {
  const order = rng.distinct(variables, variables);
  const layers = order.map((_, i) => (i < depth ? i : i === variables - 1 ? depth : rng.below(depth)));
  const mechanisms: Mechanism[] = Array.from({ length: variables }, () => ({ parents: [], table: 0, flip: 0 }));
  for (const [i, variable] of order.entries()) {
    const layer = layers[i]!;
    const before = order.filter((_, k) => layers[k] === layer - 1);
    const earlier = order.filter((_, k) => layers[k]! < layer);
    const parents = new Set(layer === 0 ? [] : [rng.pick(before)]);
    for (let extra = layer === 0 ? 0 : rng.below(3); extra > 0; extra -= 1) parents.add(rng.pick(earlier));
    const size = 2 ** (2 ** parents.size);
    mechanisms[variable] = {
      parents: [...parents],
      table: layer === 0 ? 0 : 1 + rng.below(size - 2),
      flip: layer === 0 ? rng.int(16, 48) : Math.round(noise * FLIP_GRAIN),
    };
  }
  const sorted = order.map((variable, i) => ({ variable, layer: layers[i]! })).sort((a, b) => a.layer - b.layer);
  return { mechanisms, order: sorted.map(({ variable }) => variable), target: order.at(-1)! };
}

/** What the mechanism gives without noise; `world` has bit v set where variable v is 1. */
function respond({ parents, table }: Mechanism, world: number): number {
  let row = 0;
  for (let i = 0; i < parents.length; i += 1) row |= ((world >>> parents[i]!) & 1) << i;
  return (table >>> row) & 1;
}

/** Forced values as two masks: which variables, and which of them are 1. */
export function forcedBy(intervention: Intervention): { mask: number; ones: number } {
  let mask = 0;
  let ones = 0;
  for (const { variable, value } of intervention) {
    mask |= 1 << variable;
    ones |= value << variable;
  }
  return { mask, ones };
}

/** The world that noise leads to under an intervention: an intervention cuts a variable off from its causes. */
export function worldOf({ mechanisms, order }: CausalModel, noise: number, intervention: Intervention): number {
  const { mask, ones } = forcedBy(intervention);
  let world = 0;
  for (const variable of order) {
    const bit =
      (mask >>> variable) & 1
        ? (ones >>> variable) & 1
        : respond(mechanisms[variable]!, world) ^ ((noise >>> variable) & 1);
    world |= bit << variable;
  }
  return world;
}

/** P(Y = 1 | do(intervention)), by branching on the noise of every variable in the order of causes; the target comes last. */
export function effectOf(model: CausalModel, intervention: Intervention): number {
  const { mechanisms, order, target } = model;
  const { mask, ones } = forcedBy(intervention);
  const branch = (i: number, world: number): number => {
    const variable = order[i]!;
    if (variable === target) {
      const { flip } = mechanisms[target]!;
      return (respond(mechanisms[target]!, world) === 1 ? FLIP_GRAIN - flip : flip) / FLIP_GRAIN;
    }
    if ((mask >>> variable) & 1) return branch(i + 1, world | (ones & (1 << variable)));
    const mechanism = mechanisms[variable]!;
    const quiet = respond(mechanism, world);
    const p = mechanism.flip / FLIP_GRAIN;
    const stays = p === 1 ? 0 : branch(i + 1, world | (quiet << variable));
    return (1 - p) * stays + (p === 0 ? 0 : p * branch(i + 1, world | ((quiet ^ 1) << variable)));
  };
  return branch(0, 0);
}

/**
 * P(Y = 1 had `intervention` been made | evidence): every noise is weighed by its probability, kept if without intervention
 * it leads to the evidence, and followed again under the intervention.
 *
 * @source Pearl 2009, Causality §7.1: abduction, action, prediction
 */
export function counterfactualOf(model: CausalModel, evidence: Intervention, intervention: Intervention): number {
  const { mask, ones } = forcedBy(evidence);
  let seen = 0;
  let hit = 0;
  for (let noise = 0; noise < 2 ** model.mechanisms.length; noise += 1) {
    if ((worldOf(model, noise, []) & mask) !== ones) continue;
    let weight = 1;
    for (const [variable, { flip }] of model.mechanisms.entries())
      weight *= ((noise >>> variable) & 1 ? flip : FLIP_GRAIN - flip) / FLIP_GRAIN;
    seen += weight;
    hit += weight * ((worldOf(model, noise, intervention) >>> model.target) & 1);
  }
  return seen === 0 ? 0 : hit / seen;
}

/** The noise of one unit, one draw per variable. */
export function drawNoise({ mechanisms }: CausalModel, rng: Rng): number {
  let noise = 0;
  for (let variable = 0; variable < mechanisms.length; variable += 1)
    if (rng.below(FLIP_GRAIN) < mechanisms[variable]!.flip) noise |= 1 << variable;
  return noise;
}
