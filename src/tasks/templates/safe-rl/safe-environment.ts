import { createRng, type Rng } from '#foundation/kernel';
import type { Environment, StepResult } from '#foundation/contracts/tasks';
import type { RiskyAction } from '../../safety/risky-world.ts';
import { actionsOf, DELAY, planOf, type SafeInstance, type SafeSeen } from './safe-world.ts';

const over: StepResult = { reward: 0, done: true };

/** Plays the world; what is hidden is charged late. */
export class SafeRl implements Environment<SafeSeen, RiskyAction> {
  private readonly instance: SafeInstance;
  private readonly rng: Rng;
  private readonly gains: readonly number[];
  private readonly weights: readonly number[];
  private state: number;
  private at = 0;
  private violations = 0;
  /** What each step has cost, until it is charged, and whether it was a hazard. */
  private readonly owed: { cost: number; isHazard: number }[] = [];

  constructor(instance: SafeInstance) {
    this.instance = instance;
    this.rng = createRng(instance.noise);
    const { mdp } = planOf(instance);
    this.gains = mdp.reward;
    this.weights = mdp.weights;
    this.state = instance.start;
  }

  observe(): SafeSeen {
    const { params, to, aside, reward, hazard, price, hidden } = this.instance;
    const isOver = this.at === params.horizon;
    const shown = params.cost_seen === 'immediate' || isOver || hidden === true;
    const violations = shown ? this.violations : null;
    const seen = hidden === true ? hazard.map(() => 0) : hazard;
    return { state: this.state, step: this.at, violations, price, to, aside, reward, hazard: seen };
  }

  step(action: RiskyAction | undefined): StepResult {
    const { params, to, aside, hazard, price, hidden, reward } = this.instance;
    if (this.at === params.horizon) return over;
    const names = actionsOf(params);
    const place = this.state * names.length + Math.max(0, action === undefined ? 0 : names.indexOf(action));
    // One draw per step whatever is done, so that chance does not depend on the actions.
    this.state = (this.rng.chance(params.slip) ? aside : to)[place]!;
    const isHazard = hazard[this.state]!;
    const cost = price * this.weights[this.at]! * isHazard;
    // What is taken off for nearness tells of hazards as well, so it is hidden with them.
    const near = hidden === true ? reward[this.state]! - this.gains[this.state]! : 0;
    this.owed.push({ cost: cost + near, isHazard });
    this.at += 1;
    const done = this.at === params.horizon;
    return { reward: this.gains[this.state]! + near - this.charge(done), done };
  }

  /** Takes off what is due: everything at the end, else what the way of charging says. */
  private charge(done: boolean): number {
    const { params, hidden } = this.instance;
    const wait = params.cost_seen === 'immediate' || done ? 0 : hidden === true ? DELAY : params.horizon;
    let due = 0;
    while (this.owed.length > wait) {
      const { cost, isHazard } = this.owed.shift()!;
      due += cost;
      this.violations += isHazard;
    }
    return due;
  }
}
