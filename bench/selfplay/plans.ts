import { arms, mainArms } from './arms.ts';
import { type Cell, cells } from './cells.ts';

/** One run to be played: an arm in a world, from a start. */
export interface Plan {
  readonly arm: string;
  readonly cell: Cell;
  readonly seed: number;
  readonly startNumber: number;
  readonly judgeCalls: number;
  readonly perFamily: number;
}

export interface Size {
  readonly seeds: number;
  readonly starts: number;
  /** Part of the judge calls and examinations of a cell. */
  readonly part: number;
  /** Steps of schooling. */
  readonly steps: number;
}

/**
 * Every run, the ones that targets speak of first. Main arms of scarce worlds meet every start with every seed; the rest takes the starts in
 * turn. Where judge calls are plenty only the default and its gate are played.
 */
export function plansOf(block: number, { seeds, starts, part }: Size): Plan[] {
  const draws = Array.from({ length: seeds }, (_, i) => 100 * block + 1 + i);
  const all = cells.flatMap((cell, c) =>
    Object.keys(arms).flatMap((arm) =>
      draws.flatMap((seed, i) =>
        Array.from({ length: starts }, (_, s) => {
          const { judgeCalls, perFamily } = cell;
          const plan = { arm, cell, seed, startNumber: s + 1 };
          const sized = { judgeCalls: Math.round(judgeCalls * part), perFamily: Math.ceil(perFamily * part) };
          return { plan: { ...plan, ...sized }, turn: turnOf(cell, c, arm, s === i % starts) };
        }),
      ),
    ),
  );
  return all
    .filter(({ turn }) => turn > 0)
    .toSorted((a, b) => a.turn - b.turn || a.plan.seed - b.plan.seed)
    .map(({ plan }) => plan);
}

/** When a run is played; 0 is never. */
function turnOf({ isScarce }: Cell, place: number, arm: string, isOwnStart: boolean): number {
  const isMain = mainArms.includes(arm);
  const isReport = isScarce && place > 0;
  if (!isScarce) {
    const isPlayed = isOwnStart && ['default', 'uniform + gate'].includes(arm);
    return isPlayed ? (place === cells.length - 1 ? 3 : 6) : 0;
  }
  if (isOwnStart) return isReport ? (isMain ? 1 : 4) : 5;
  return isReport && isMain ? 2 : 0;
}
