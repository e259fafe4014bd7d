import { Fault, type Rng } from '#kernel';
import { createErrorBudget } from './error-budget.ts';
import type { Gate, GateSettings, PowerReport } from './gate.ts';
import { fewestTasks, measurePower } from './measure-power.ts';
import { createOnePassGate } from './one-pass-gate.ts';
import { readOnePassState, readSequentialState } from './read-snapshot.ts';
import { createSequentialGate, type SequentialSettings } from './sequential-gate.ts';

/**
 * What a gate is unless told: five in a hundred accepted candidates may be without gain, one try is expected, close
 * candidates get eight rollouts per task and side, and a trial with less than one chance in a hundred is given up.
 */
export const gateDefaults = {
  kind: 'sequential',
  alpha: 0.05,
  tries: 1,
  repeats: 8,
  incumbent: 'fresh',
  hopeless: 0.01,
} as const;

/** Tasks that the power of a gate is played with: more change no digit that is shown, and take a minute. */
const MOST_PLAYED = 1000;

/**
 * Makes the gate of a run, or restores it from its own snapshot.
 *
 * @source own
 */
export function createGate(settings: GateSettings, rng: Rng, snapshot?: unknown): Gate {
  const full = { ...gateDefaults, ...settings };
  requireSettings(full);
  const before = (score?: number): PowerReport =>
    measurePower(
      {
        tasks: full.tasks,
        alpha: full.kind === 'sequential' ? createErrorBudget(full.alpha, full.tries).open(1).level : 1,
      },
      (stream) => makeGate({ ...full, tasks: full.tasks.slice(0, MOST_PLAYED) }, stream, before),
      rng.fork('power'),
      score,
    );
  return makeGate(full, rng, before, snapshot);
}

/**
 * Validation tasks with which a gate of these defaults finds a gain 80 % of the time from 0.5, as `tasksToFind` played them.
 *
 * @source `gate.long.ts` plays them again
 */
export const usualNeeds: readonly { readonly gain: number; readonly tasks: number }[] = [
  { gain: 0.05, tasks: 200 },
  { gain: 0.1, tasks: 60 },
  { gain: 0.2, tasks: 25 },
];

/** The fewest validation tasks with which a run of these settings finds a gain 80 % of the time, of sizes up to 320; null where more are needed. */
export function tasksToFind(
  gain: number,
  settings: Omit<GateSettings, 'tasks'>,
  rng: Rng,
  score?: number,
): number | null {
  return fewestTasks(gain, (tasks, stream) => createGate({ ...settings, tasks }, stream), rng.fork('fewest'), score);
}

function makeGate(
  settings: SequentialSettings & { readonly kind: Gate['kind'] },
  rng: Rng,
  before: (score?: number) => PowerReport,
  snapshot?: unknown,
): Gate {
  if (settings.kind !== 'sequential') {
    const state = snapshot === undefined ? undefined : readOnePassState(snapshot);
    return createOnePassGate(settings.kind, settings.tasks, before, state);
  }
  const state = snapshot === undefined ? undefined : readSequentialState(snapshot);
  return createSequentialGate(settings, rng, before, state);
}

function requireSettings({ tasks, alpha, tries, repeats, hopeless }: SequentialSettings): void {
  const isFine =
    new Set(tasks).size === tasks.length &&
    alpha > 0 &&
    alpha < 1 &&
    [tries, repeats].every((count) => Number.isSafeInteger(count) && count >= 1) &&
    hopeless >= 0 &&
    hopeless < 1;
  if (!isFine) {
    const details = { tasks: tasks.length, alpha, tries, repeats, hopeless };
    throw new Fault('gate/bad-settings', 'a gate cannot work with these settings', { details });
  }
}
