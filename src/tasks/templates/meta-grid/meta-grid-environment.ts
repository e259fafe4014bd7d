import type { Environment, StepResult } from '#foundation/contracts/tasks';
import { GOAL, type Move, moves, moveTable, STAY, WALL } from '../../grid/grid.ts';
import { viewOf } from '../../grid/grid-view.ts';
import { layoutFamily } from '../../grid/layout-family.ts';
import type { MetaGridInstance, MetaGridObservation, MetaGridParams } from './meta-grid-instance.ts';

/** Exploitation ends after so many steps. */
export function limitOf(size: number): number {
  return 2 * size * size;
}

/** Probing, then walking from the start again. */
export class MetaGrid implements Environment<MetaGridObservation, Move> {
  private readonly params: MetaGridParams;
  private readonly cells: Uint8Array;
  private readonly layouts: MetaGridObservation['layouts'];
  private readonly start: number;
  private readonly table: Int16Array;
  private cell: number;
  private left: number;
  private steps: number;

  constructor({ params, layout, start }: MetaGridInstance) {
    const { layouts } = layoutFamily(params);
    this.params = params;
    this.cells = layouts[layout]!;
    this.layouts = params.known === 1 ? layouts : null;
    this.start = start;
    this.table = moveTable(params.size);
    this.cell = start;
    this.left = params.probe_budget;
    this.steps = limitOf(params.size);
  }

  observe(): MetaGridObservation {
    const { size, window } = this.params;
    return {
      phase: this.left > 0 ? 'probe' : 'exploit',
      left: this.left,
      view: viewOf({ size, partial_obs: 1, window }, this.cells, this.cell),
      layouts: this.layouts,
    };
  }

  step(action: Move | undefined): StepResult {
    if (this.steps === 0) return { reward: 0, done: true };
    const move = action === undefined ? STAY : moves.indexOf(action);
    const to = this.table[this.cell * 5 + move]!;
    if (this.cells[to] !== WALL) this.cell = to;
    if (this.left > 0) {
      this.left -= 1;
      if (this.left === 0) this.cell = this.start;
      return { reward: action === 'STAY' ? 0 : -this.params.probe_cost, done: false };
    }
    this.steps -= 1;
    if (this.cells[this.cell] === GOAL) {
      this.steps = 0;
      return { reward: this.params.r_goal - 1, done: true };
    }
    return { reward: -1, done: this.steps === 0 };
  }
}
