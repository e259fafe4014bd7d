/** One look at the data of a trial: how many tasks have how many repeats by then, and the part of the level it may use. */
export interface Look {
  readonly tasks: number;
  readonly repeats: number;
  readonly share: number;
}

/** What the looks of a trial are planned within. */
export interface PlanBounds {
  readonly tasks: number;
  /** Rollouts per task and side. */
  readonly repeats: number;
  /** Pairs of rollouts over all. */
  readonly room: number;
}

interface Weighed {
  readonly tasks: number;
  readonly repeats: number;
  readonly weight: number;
}

/** No look at fewer tasks than this, unless there are no more. */
const FEWEST = 8;
/** Weights of the looks at a quarter, half and all of the tasks, and at all of them with the last repeat. */
const QUARTER = 0.02;
const HALF = 0.05;
const ALL = 0.13;
const REPEATED = 0.8;

/**
 * The looks of a trial, fixed before its first rollout: a quarter and half of the tasks, so that the clearly good and the hopeless
 * are found early; then all tasks once; then, for close candidates, all tasks with as many repeats as there is room for.
 *
 *     tasks:    ⌈n/4⌉, ⌈n/2⌉, n, n        n = all tasks, or as many as there is room for
 *     repeats:     1,     1,  1, r        r = `repeats`, or as many as there is room for
 *     weights:   0.02, 0.05, 0.13, 0.8    a great gain needs little of the level, so early looks get little (O'Brien & Fleming)
 *
 * Shares sum to 1 over the looks that could accept: at m tasks no test of signs goes below 2⁻ᵐ, and the share of a look that could
 * never use it is given to the others.
 *
 * @source group-sequential designs: O'Brien & Fleming 1979; Lan & DeMets 1983 for shares fixed in advance
 */
export function planLooks({ tasks, repeats, room }: PlanBounds, level: number): Look[] {
  const n = Math.min(tasks, Math.floor(room));
  if (n === 0) return [];
  const early = [
    { tasks: Math.ceil(n / 4), weight: QUARTER },
    { tasks: Math.ceil(n / 2), weight: HALF },
  ].filter((look) => look.tasks >= FEWEST);
  const looks: Weighed[] = [...early, { tasks: n, weight: ALL }].map((look) => ({ ...look, repeats: 1 }));
  const most = Math.min(repeats, Math.floor(room / n));
  if (most > 1) looks.push({ tasks: n, repeats: most, weight: REPEATED });
  return withShares(looks, level);
}

function withShares(looks: readonly Weighed[], level: number): Look[] {
  const able = [...looks];
  const total = (): number => able.reduce((sum, look) => sum + look.weight, 0);
  // The least able look goes first: what it frees may make the others able.
  for (let at = 0; at < able.length;) {
    const look = able[at]!;
    if (2 ** -look.tasks <= (level * look.weight) / total()) at += 1;
    else {
      able.splice(at, 1);
      at = 0;
    }
  }
  const whole = total();
  return looks.map((look) => ({
    tasks: look.tasks,
    repeats: look.repeats,
    share: able.includes(look) ? look.weight / whole : 0,
  }));
}
