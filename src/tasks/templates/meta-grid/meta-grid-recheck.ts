import type { Judged } from '#foundation/contracts/tasks';
import { GOAL, type Move, WALL } from '../../grid/grid.ts';
import { layoutFamily } from '../../grid/layout-family.ts';
import type { MetaGridInstance } from './meta-grid-instance.ts';

/** Replays the moves with coordinates on rows of the layout. */
export function recheckGrid(
  { params, layout, start }: MetaGridInstance,
  actions: readonly (Move | undefined)[],
): Judged {
  const { size, probe_budget, probe_cost, r_goal } = params;
  const { layouts } = layoutFamily(params);
  const rows = Array.from({ length: size }, (_, row) => [...layouts[layout]!.subarray(row * size, (row + 1) * size)]);
  const origin = [start % size, Math.floor(start / size)] as const;
  const steps = { UP: [0, -1], DOWN: [0, 1], LEFT: [-1, 0], RIGHT: [1, 0], STAY: [0, 0] } as const;
  let [x, y]: readonly [number, number] = origin;
  let reward = 0;
  for (const [round, action] of actions.slice(0, probe_budget + 2 * size * size).entries()) {
    if (round === probe_budget) [x, y] = origin;
    const [dx, dy] = steps[action ?? 'STAY'];
    const there = rows[y + dy]?.[x + dx];
    if (there !== undefined && there !== WALL) [x, y] = [x + dx, y + dy];
    if (round < probe_budget) reward -= action === 'STAY' ? 0 : probe_cost;
    else reward -= 1;
    if (round >= probe_budget && rows[y]![x] === GOAL) return { ok: true, reward: reward + r_goal };
  }
  return { ok: false, reward, why: 'the goal was not reached' };
}
