import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { scheduleKnobs, turnKnobs } from '#schedule';
import { readSet } from '../set-flag.ts';

/** The knobs of the schedulers as a table of settings. */
export const ScheduleSettings = z.strictObject(
  Object.fromEntries(
    Object.entries(scheduleKnobs).map(([name, { default: preset, low, high, says }]) => [
      name,
      z.number().min(low).max(high).default(preset).describe(says),
    ]),
  ),
);

/** The knobs that were typed as `name=value`: each in its range, and bands the right way round. */
export function readKnobs(typed: readonly string[]): Record<string, number> {
  const knobs: Record<string, number> = {};
  for (const [name, value] of Object.entries(readSet(typed, ScheduleSettings))) knobs[name] = Number(value);
  try {
    turnKnobs(knobs);
  } catch (error) {
    throw error instanceof Fault ? new Fault('cli/usage', error.message) : error;
  }
  return knobs;
}
