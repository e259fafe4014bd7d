import { Fault } from '#foundation/kernel';
import type { SequentialState } from './sequential-state.ts';

/**
 * Reads what a gate's `snapshot` gave, after a way through a store.
 *
 * @source own
 */
export function readSequentialState(snapshot: unknown): SequentialState {
  const whole = fields(snapshot);
  const budget = fields(whole['budget']);
  return {
    budget: {
      remaining: number(budget['remaining']),
      clock: number(budget['clock']),
      discoveries: number(budget['discoveries']),
    },
    trials: number(whole['trials']),
    nextRepeat: number(whole['nextRepeat']),
  };
}

export function readOnePassState(snapshot: unknown): { best: number | null } {
  const { best } = fields(snapshot);
  return { best: best === null ? null : number(best) };
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw bad(value);
  return { ...value };
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw bad(value);
  return value;
}

function bad(value: unknown): Fault {
  return new Fault('gate/bad-snapshot', `a snapshot of a gate cannot hold ${JSON.stringify(value)} here`);
}
