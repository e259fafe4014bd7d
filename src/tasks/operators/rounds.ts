import type { Environment, Judged, Params, Policy, StepResult } from '#foundation/contracts/tasks';
import type { Slot } from './part-params.ts';
import type { SlotAction, SlotView } from './slot-face.ts';

/** One episode of one base. */
export interface Round {
  readonly slot: number;
  readonly instance: unknown;
}

/** Several episodes, one after another or step by step in turn. */
export interface Rounds {
  readonly params: Params;
  readonly rounds: readonly Round[];
}

/** `sequence` plays each to its end; `alternate` gives each unfinished one a step in turn. */
export type Schedule = 'sequence' | 'alternate';

/** Which round is on: the first unfinished, or the next unfinished after the one that moved last. */
function nextRound(schedule: Schedule, done: readonly boolean[], last: number): number {
  if (schedule === 'sequence') return done.indexOf(false);
  for (let ahead = 1; ahead <= done.length; ahead += 1) {
    const at = (last + ahead) % done.length;
    if (!done[at]) return at;
  }
  return -1;
}

/** Plays rounds by a schedule; an action for another base than the one shown is illegal. */
export class RoundsEnvironment implements Environment<SlotView, SlotAction> {
  private readonly slots: readonly Slot[];
  private readonly schedule: Schedule;
  private readonly rounds: readonly Round[];
  private readonly running: (Environment<unknown, unknown> | undefined)[];
  private readonly done: boolean[];
  /** The round on now; −1 when all are done. */
  current = 0;

  constructor(slots: readonly Slot[], schedule: Schedule, rounds: readonly Round[]) {
    this.slots = slots;
    this.schedule = schedule;
    this.rounds = rounds;
    this.running = rounds.map(() => undefined);
    this.done = rounds.map(() => false);
  }

  private environment(at: number): Environment<unknown, unknown> {
    const { slot, instance } = this.rounds[at]!;
    return (this.running[at] ??= this.slots[slot]!.template.start(instance));
  }

  observe(): SlotView {
    // After the end the last round stays in view.
    const at = this.current < 0 ? this.rounds.length - 1 : this.current;
    return { slot: this.rounds[at]!.slot, round: at, value: this.environment(at).observe() };
  }

  step(action: SlotAction | undefined): StepResult {
    if (this.current < 0) return { reward: 0, done: true };
    const at = this.current;
    const value = action?.slot === this.rounds[at]!.slot ? action.value : undefined;
    const { reward, done } = this.environment(at).step(value);
    this.done[at] = done;
    this.current = nextRound(this.schedule, this.done, at);
    return { reward, done: this.current < 0 };
  }
}

/** Deals a sequence of actions out to the rounds they were for. The environments say only where a round ends. */
function dealActions(
  slots: readonly Slot[],
  schedule: Schedule,
  rounds: readonly Round[],
  actions: readonly (SlotAction | undefined)[],
): unknown[][] {
  const environment = new RoundsEnvironment(slots, schedule, rounds);
  const dealt = rounds.map((): unknown[] => []);
  for (const action of actions) {
    const at = environment.current;
    if (at < 0) break;
    dealt[at]!.push(action?.slot === rounds[at]!.slot ? action.value : undefined);
    environment.step(action);
  }
  return dealt;
}

/** The verdicts of the bases' own verifiers, one per round. */
export function judgeRounds(
  slots: readonly Slot[],
  schedule: Schedule,
  rounds: readonly Round[],
  actions: readonly (SlotAction | undefined)[],
): Judged[] {
  const dealt = dealActions(slots, schedule, rounds, actions);
  return rounds.map(({ slot, instance }, at) => slots[slot]!.template.verify(instance, dealt[at]!));
}

/** The bases' own oracles, each for its round. */
export function roundsOracle(slots: readonly Slot[], rounds: readonly Round[]): Policy<SlotView, SlotAction> {
  const policies: (Policy<unknown, unknown> | undefined)[] = rounds.map(() => undefined);
  return {
    act({ slot, round, value }) {
      const policy = (policies[round] ??= slots[slot]!.template.oracle(rounds[round]!.instance));
      return { slot, value: policy.act(value) };
    },
  };
}
