import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import type { KnobTable } from '#foundation/kernel/knobs';

/** A table of knobs as settings that `--set` takes and `--help` lists. */
export function knobSettings(knobs: KnobTable): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(knobs).map(([name, { default: preset, low, high, says }]) => [
        name,
        z.number().min(low).max(high).default(preset).describe(says),
      ]),
    ),
  );
}

/** Those of some typed settings that are knobs of a table; undefined where there are none. */
export function knobsAmong(
  set: Readonly<Record<string, unknown>>,
  knobs: KnobTable,
): Record<string, number> | undefined {
  const own = Object.entries(set).filter(([name]) => name in knobs);
  return own.length === 0 ? undefined : Object.fromEntries(own.map(([name, value]) => [name, Number(value)]));
}

/** Turns knobs; what they cannot be together is bad usage. */
export function asKnobs<T>(turn: () => T): T {
  try {
    return turn();
  } catch (error) {
    throw error instanceof Fault ? new Fault('cli/usage', error.message) : error;
  }
}
