import type { Profile } from './profile.ts';

/**
 * A unit of work: what the machine proposes to do next. A unit that is over leaves the pipeline; `practise` comes back until the specialists have spent
 * what they may, or nothing is open.
 *
 * @source spec/pipeline §3
 */
export type Unit =
  | { readonly phase: 1; readonly kind: 'practise'; readonly batch: number }
  | { readonly phase: 2; readonly kind: 'distil' }
  /** All fragments are looked at for patches. */
  | { readonly phase: 3 | 4; readonly kind: 'look'; readonly name: string }
  | { readonly phase: 3 | 4; readonly kind: 'mix'; readonly name: string; readonly step: number; readonly of: number }
  /** The end of a phase: the patches that still wait are verified, or leave the queue. */
  | { readonly phase: 3 | 4; readonly kind: 'settle'; readonly name: string }
  /** A round of maintenance begins, with what a person ordered. */
  | { readonly phase: 4; readonly kind: 'round'; readonly round: number }
  /** Lessons where B_main failed, then where something is open. */
  | { readonly phase: 4; readonly kind: 'relearn'; readonly round: number };

/** Steps of mixed training in a round of maintenance. */
const MIXED_STEPS = 4;

/** Everything that a run will do, unless it leaves a unit out on the way. */
export function pipelineOf(profile: Profile): readonly Unit[] {
  const rounds = Array.from({ length: profile.maintain }, (_, i): Unit[] => [
    { phase: 4, kind: 'round', round: i + 1 },
    { phase: 4, kind: 'relearn', round: i + 1 },
    ...mixedUnits(4, MIXED_STEPS, `maintain-${i + 1}`),
  ]);
  return [
    { phase: 1, kind: 'practise', batch: 1 },
    { phase: 2, kind: 'distil' },
    ...mixedUnits(3, profile.mixed, 'mixed'),
    ...rounds.flat(),
  ];
}

function mixedUnits(phase: 3 | 4, steps: number, name: string): Unit[] {
  if (steps === 0) return [];
  return [
    { phase, kind: 'look', name },
    ...Array.from({ length: steps }, (_, i): Unit => ({ phase, kind: 'mix', name, step: i + 1, of: steps })),
    { phase, kind: 'settle', name },
  ];
}

/** What is ahead after a unit. With a unit that stopped goes what would have followed it: its steps, or all further rounds. */
export function unitsAfter([unit, ...rest]: readonly Unit[], isStopped: boolean): readonly Unit[] {
  if (unit?.kind === 'practise') return isStopped ? rest : [{ ...unit, batch: unit.batch + 1 }, ...rest];
  if (!isStopped || unit === undefined) return rest;
  if (unit.kind === 'mix') return rest.filter((each) => !('name' in each) || each.name !== unit.name);
  return unit.kind === 'round' ? [] : rest;
}
