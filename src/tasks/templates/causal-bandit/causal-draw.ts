import type { Rng } from '#foundation/kernel';
import type { CausalInstance, CausalParams, CausalQuery } from './causal-instance.ts';
import {
  type CausalModel,
  counterfactualOf,
  drawModel,
  drawNoise,
  effectOf,
  forcedBy,
  type Intervention,
  type Setting,
  worldOf,
} from './causal-model.ts';
import type { Arms } from './arms.ts';

const GAP = 0.05;

/**
 * Different interventions on one variable, or one time in three on two, never on the target. One whose effect is closer to
 * the largest so far than 0.05 is left out, so that the best is ahead by as much; `undefined` where too few remain.
 */
function drawArms({ k_arms, n_vars }: CausalParams, model: CausalModel, rng: Rng): Arms | undefined {
  const arms: Intervention[] = [];
  const effects: number[] = [];
  const seen = new Set<number>();
  let top = -1;
  for (let tries = 0; tries < 8 * k_arms; tries += 1) {
    const first = drawSetting(n_vars, model.target, rng);
    const second = rng.below(3) === 0 ? drawSetting(n_vars, model.target, rng) : undefined;
    if (second?.variable === first.variable) continue;
    const arm = second === undefined ? [first] : [first, second];
    const { mask, ones } = forcedBy(arm);
    if (seen.has(mask * 256 + ones)) continue;
    seen.add(mask * 256 + ones);
    const effect = effectOf(model, arm);
    if (Math.abs(effect - top) < GAP) continue;
    top = Math.max(top, effect);
    arms.push(arm);
    effects.push(effect);
    if (arms.length === k_arms) return { arms, effects };
  }
  return undefined;
}

/** The same arms in random order: as drawn, the second was the best of eight in 153 of 600, the last in 23. */
function shuffled({ arms, effects }: Arms, rng: Rng): Arms {
  const order = rng.distinct(arms.length, arms.length);
  return { arms: order.map((i) => arms[i]!), effects: order.map((i) => effects[i]!) };
}

function drawSetting(variables: number, target: number, rng: Rng): Setting {
  const place = rng.below(variables - 1);
  return { variable: place < target ? place : place + 1, value: rng.bit() };
}

function thousandths(p: number): number {
  return Math.round(p * 1000) / 1000;
}

function drawQuery(kind: 'effect' | 'counterfactual', model: CausalModel, rng: Rng): Omit<CausalQuery, 'truth'> {
  const others = model.order.filter((variable) => variable !== model.target);
  const variable = rng.pick(others);
  if (kind === 'effect') return { evidence: [], intervention: [{ variable, value: rng.bit() }] };
  const world = worldOf(model, drawNoise(model, rng), []);
  const shown = [variable, model.target, ...others.filter((each) => each !== variable && rng.chance(0.4))];
  const evidence = shown.sort((a, b) => a - b).map((each) => ({ variable: each, value: (world >>> each) & 1 }));
  return { evidence, intervention: [{ variable, value: 1 - ((world >>> variable) & 1) }] };
}

/** The answer to a question, to the nearest thousandth. */
export function truthOf(model: CausalModel, { evidence, intervention }: Omit<CausalQuery, 'truth'>): number {
  return thousandths(
    evidence.length === 0 ? effectOf(model, intervention) : counterfactualOf(model, evidence, intervention),
  );
}

/** Models are drawn until one has interventions that differ enough. */
export function drawCausal(params: CausalParams, rng: Rng): CausalInstance {
  for (;;) {
    const model = drawModel(params.n_vars, params.dag_depth, params.noise, rng);
    const found = drawArms(params, model, rng);
    if (found === undefined) continue;
    const drawn = shuffled(found, rng);
    const queries = Array.from({ length: params.n_queries }, (_, i) => {
      const both = i % 2 === 0 ? 'effect' : 'counterfactual';
      const query = drawQuery(
        params.queries === 'both' ? both : params.queries === 'effect' ? 'effect' : 'counterfactual',
        model,
        rng,
      );
      return { ...query, truth: truthOf(model, query) };
    });
    return { params, model, ...drawn, wanted: 1, queries, noise: `${rng.path}/noise` };
  }
}
