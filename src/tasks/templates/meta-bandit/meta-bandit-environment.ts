import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, StepResult } from '#foundation/contracts/tasks';
import { banditFamily, CHANCE_GRAIN, isBlind } from './bandit-family.ts';
import type { MetaBanditInstance, MetaBanditObservation } from './meta-bandit-instance.ts';

/** Pulls of the hidden task; an arm that is none pays nothing and takes its round. */
export class MetaBandit implements Environment<MetaBanditObservation, number> {
  private readonly instance: MetaBanditInstance;
  private readonly chances: readonly number[];
  private readonly tasks: MetaBanditObservation['tasks'];
  private readonly luck: Rng;
  private round = 0;
  private last: MetaBanditObservation['last'] = null;

  constructor(instance: MetaBanditInstance) {
    const family = banditFamily(instance.params);
    this.instance = instance;
    this.chances = family[instance.task]!;
    this.tasks = instance.params.known === 1 ? family : null;
    this.luck = createRng(instance.noise);
  }

  observe(): MetaBanditObservation {
    const phase = this.round < this.instance.params.probe_budget ? 'probe' : 'exploit';
    return { phase, round: this.round, last: this.last, tasks: this.tasks };
  }

  step(action: number | undefined): StepResult {
    const { probe_budget, exploit_steps, probe_weight } = this.instance.params;
    const end = probe_budget + exploit_steps;
    if (this.round >= end) return { reward: 0, done: true };
    const drawn = this.luck.below(CHANCE_GRAIN);
    const weight = this.round < probe_budget ? probe_weight : 1;
    const isShown = this.round < probe_budget || !isBlind(this.instance.params);
    this.round += 1;
    this.last = null;
    const chance = action === undefined ? undefined : this.chances[action - 1];
    if (action === undefined || chance === undefined) return { reward: 0, done: this.round === end };
    const paid = drawn < chance ? 1 : 0;
    if (isShown) this.last = { arm: action, reward: paid };
    return { reward: paid * weight, done: this.round === end };
  }
}
