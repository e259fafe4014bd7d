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
/** Repeats at the first look that may accept, and its part of the level. */
const EARLY = 2;
const EARLY_WEIGHT = 0.1;

/**
 * The looks of a trial, fixed before its first rollout: half of the tasks once, only to give up what is clearly worse; all tasks twice,
 * where a great gain is found and a candidate that is not ahead is given up; all tasks with as many repeats as there is room for.
 *
 *     tasks:   ⌈n/2⌉, n, n        n = all tasks, or as many as there is room for
 *     repeats:     1, 2, r        r = `repeats`, or as many as there is room for; below 4 there is one look at all tasks
 *     weights:     0, 0.1, 0.9    a great gain needs little of the level, so the early look gets little (O'Brien & Fleming)
 *
 * Shares sum to 1 over the looks that could accept: at m tasks no test of signs goes below 2⁻ᵐ, and the share of a look that could
 * never use it is given to the others.
 *
 * @source group-sequential designs: O'Brien & Fleming 1979; Lan & DeMets 1983 for shares fixed in advance
 */
export function planLooks({ tasks, repeats, room }: PlanBounds, level: number): Look[] {
  const n = Math.min(tasks, Math.floor(room));
  if (n === 0) return [];
  const most = Math.max(1, Math.min(repeats, Math.floor(room / n)));
  const half = { tasks: Math.ceil(n / 2), repeats: 1, weight: 0 };
  const looks: Weighed[] = half.tasks >= FEWEST ? [half] : [];
  if (most >= 2 * EARLY) looks.push({ tasks: n, repeats: EARLY, weight: EARLY_WEIGHT });
  looks.push({ tasks: n, repeats: most, weight: most >= 2 * EARLY ? 1 - EARLY_WEIGHT : 1 });
  return withShares(looks, level);
}

function withShares(looks: readonly Weighed[], level: number): Look[] {
  const able = [...looks];
  const total = (): number => able.reduce((sum, look) => sum + look.weight, 0);
  // The least able look goes first: what it frees may make the others able.
  for (let at = 0; at < able.length;) {
    const look = able[at]!;
    if (look.weight > 0 && 2 ** -look.tasks <= (level * look.weight) / total()) at += 1;
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
