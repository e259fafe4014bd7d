import type { Environment, Params, StepResult, Trace } from '#foundation/contracts/tasks';
import { type Sample, sampleAt } from './sample.ts';

/** A task being played: look with `observe` or `text`, act with `step` or `reply`, until `done`. */
export class Game {
  readonly drawn: Sample;
  private readonly environment: Environment<unknown, unknown>;
  private readonly actions: unknown[] = [];
  private readonly rewards: number[] = [];
  private over = false;
  private unread = 0;

  constructor(drawn: Sample) {
    this.drawn = drawn;
    this.environment = drawn.template.start(drawn.instance);
  }

  /** What is said once. */
  get rules(): string {
    return this.drawn.template.text.rules(this.drawn.params);
  }

  /** What is seen now, as text. */
  get text(): string {
    return this.drawn.template.text.observation(this.environment.observe(), this.drawn.params);
  }

  /** Which agent is to act, counted from 0: what one observes and does is not shown to another. */
  get seat(): number {
    return this.drawn.template.seat?.(this.environment.observe()) ?? 0;
  }

  get done(): boolean {
    return this.over;
  }

  /** Replies so far that could not be read. */
  get illegal(): number {
    return this.unread;
  }

  /** What is seen now, as data. */
  observe(): unknown {
    return this.environment.observe();
  }

  /** Acts; `undefined` is an illegal action. A step limit ends what an environment would not. */
  step(action: unknown): StepResult {
    if (this.over) return { reward: 0, done: true };
    const { reward, done } = this.environment.step(action);
    this.actions.push(action);
    this.rewards.push(reward);
    if (action === undefined) this.unread += 1;
    this.over = done || this.actions.length >= this.drawn.template.maxSteps(this.params);
    return { reward, done: this.over };
  }

  /** Acts by text; what cannot be read is an illegal action. */
  reply(text: string): StepResult {
    return this.step(this.drawn.template.text.parse(text, this.params, this.environment.observe()));
  }

  get trace(): Trace<unknown> {
    const total = this.rewards.reduce((sum, reward) => sum + reward, 0);
    return { actions: this.actions, rewards: this.rewards, total };
  }

  private get params(): Params {
    return this.drawn.params;
  }
}

/** Starts a drawn task, or the one a seed path names. */
export function start(drawn: Sample | string): Game {
  return new Game(typeof drawn === 'string' ? sampleAt(drawn) : drawn);
}
