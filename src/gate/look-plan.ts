/** One look at the data of a trial: how many tasks have how many repeats by then, and the part of the level it may use. */
export interface Look {
  readonly tasks: number;
  readonly repeats: number;
  readonly share: number;
}

/** No look at fewer tasks than this, unless there are no more. */
const FEWEST = 8;

/**
 * The looks of a trial, fixed before its first rollout: halves of halves of the tasks first, so that the clearly good and the
 * hopeless are found early; then all tasks once; then, for close candidates, all tasks again with twice the repeats.
 *
 *     tasks:    … ⌈n/4⌉, ⌈n/2⌉, n, n, n, …        down to 8 tasks
 *     repeats:  …   1,     1,   1, 2, 4, …        up to `repeats`
 *
 * Shares sum to 1 over the looks that could accept: at m tasks no test of signs goes below 2⁻ᵐ, and a share that could
 * never be used is given to the others.
 *
 * @source group-sequential designs: Pocock 1977; Lan & DeMets 1983 for shares fixed in advance
 */
export function planLooks(tasks: number, repeats: number, level: number): Look[] {
  const sizes: number[] = [];
  for (let size = tasks; size >= Math.min(FEWEST, tasks) && sizes.length < 4; size = Math.ceil(size / 2)) {
    sizes.unshift(size);
    if (size <= 1) break;
  }
  const looks = sizes.map((size, at) => ({ tasks: size, repeats: 1, weight: 4 / 2 ** (sizes.length - 1 - at) }));
  for (let repeat = 2; repeat <= repeats; repeat *= 2) looks.push({ tasks, repeats: repeat, weight: 3 });
  return withShares(looks, level);
}

function withShares(looks: readonly { tasks: number; repeats: number; weight: number }[], level: number): Look[] {
  let able = looks;
  let total = 0;
  for (;;) {
    total = able.reduce((sum, look) => sum + look.weight, 0);
    const still = able.filter((look) => 2 ** -look.tasks <= (level * look.weight) / total);
    if (still.length === able.length) break;
    able = still;
  }
  return looks.map(({ tasks, repeats, weight }) => ({
    tasks,
    repeats,
    share: able.some((look) => look.tasks === tasks && look.repeats === repeats) ? weight / total : 0,
  }));
}
