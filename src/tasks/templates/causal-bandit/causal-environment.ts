import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, StepResult } from '#foundation/contracts/tasks';
import type { CausalAction, CausalInstance, CausalObservation, CausalQuery } from './causal-instance.ts';
import { drawNoise, worldOf } from './causal-model.ts';

const PAY_GRAIN = 1024;

/** What a round pays where it pays the expected value. */
export function payOf(effect: number): number {
  return Math.round(effect * PAY_GRAIN) / PAY_GRAIN;
}

/** Rounds of choosing, then questions; what cannot be read earns nothing and takes its turn. */
export class CausalEnvironment implements Environment<CausalObservation, CausalAction> {
  private readonly instance: CausalInstance;
  private readonly luck: Rng;
  private readonly pulls: number[];
  private readonly ones: number[];
  private round = 0;
  private last: CausalObservation['last'] = null;

  constructor(instance: CausalInstance) {
    this.instance = instance;
    this.luck = createRng(instance.noise);
    this.pulls = instance.arms.map(() => 0);
    this.ones = instance.arms.map(() => 0);
  }

  observe(): CausalObservation {
    const { params, model, arms, queries } = this.instance;
    const query = queries[this.round - params.T];
    const asked = query?.evidence.length === 0 ? 'effect' : 'counterfactual';
    return {
      phase: query === undefined ? 'choose' : asked,
      round: this.round,
      target: model.target,
      arms,
      last: this.last,
      pulls: [...this.pulls],
      ones: [...this.ones],
      evidence: query?.evidence ?? [],
      intervention: query?.intervention ?? [],
    };
  }

  step(action: CausalAction | undefined): StepResult {
    const { params, queries } = this.instance;
    const end = params.T + queries.length;
    if (this.round >= end) return { reward: 0, done: true };
    const reward = this.round < params.T ? this.pull(action) : this.judge(action, queries[this.round - params.T]!);
    this.round += 1;
    return { reward, done: this.round === end };
  }

  private pull(action: CausalAction | undefined): number {
    const { params, model, arms, effects, wanted } = this.instance;
    const noise = drawNoise(model, this.luck);
    this.last = null;
    if (action?.kind !== 'pull') return 0;
    const arm = arms[action.arm - 1];
    if (arm === undefined) return 0;
    const world = worldOf(model, noise, arm);
    const y = (world >>> model.target) & 1;
    const paid = params.reward === 'sample' ? Number(y === wanted) : payOf(effects[action.arm - 1]!);
    this.pulls[action.arm - 1]! += 1;
    this.ones[action.arm - 1]! += y;
    this.last = {
      arm: action.arm,
      values: Uint8Array.from(model.mechanisms, (_, v) => (world >>> v) & 1),
      reward: paid,
    };
    return paid;
  }

  private judge(action: CausalAction | undefined, { truth }: CausalQuery): number {
    return action?.kind === 'estimate' ? 1 - Math.abs(action.value - truth) : 0;
  }
}
