import { moveTable, WALL } from './grid.ts';

/**
 * The exact expected return of five equally likely moves: −1 a step, `reward` on reaching the goal, `horizon` steps at most.
 *
 *     Vₜ(c) = −1 + ⅕ Σₘ (reward if m leads to the goal, else Vₜ₊₁(m(c)))
 */
export function randomWalkReturn(
  size: number,
  cells: Uint8Array,
  { start, goal, horizon, reward }: { start: number; goal: number; horizon: number; reward: number },
): number {
  const table = moveTable(size);
  let value = new Float64Array(size * size);
  let before = new Float64Array(size * size);
  for (let step = 0; step < horizon; step += 1) {
    for (let cell = 0; cell < value.length; cell += 1) {
      if (cells[cell] === WALL || cell === goal) continue;
      let sum = 0;
      for (let move = 0; move < 5; move += 1) {
        const to = table[cell * 5 + move]!;
        if (to === goal) sum += reward;
        else sum += value[cells[to] === WALL ? cell : to]!;
      }
      before[cell] = sum / 5 - 1;
    }
    [value, before] = [before, value];
  }
  return value[start]!;
}
