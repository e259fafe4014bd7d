import type { GridView } from '../../grid/grid-view.ts';
import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';

export const metaGridParams = {
  layout_count: int(2, 8, 'number of layouts in the family'),
  probe_budget: int(0, 24, 'steps of the probe phase'),
  size: int(4, 10, 'cells along each side'),
  obstacles: number(0, 0.35, 'share of cells that are walls'),
  similarity: number(0, 0.9, 'share of cells on whose walls all layouts agree'),
  window: int(1, 2, 'how far the agent sees'),
  probe_cost: number(0, 1, 'cost of a move in the probe phase; in the exploitation phase a step costs 1'),
  r_goal: number(1, 10_000, 'reward for reaching the goal in the exploitation phase'),
  known: choice([1, 0], '1 shows every layout of the family; 0 leaves them to be learnt over episodes'),
  family: int(0, 1_000_000, 'which family; another number is another family, for held-out tests'),
};

export type MetaGridParams = ParamsOf<typeof metaGridParams>;

export interface MetaGridInstance {
  readonly params: MetaGridParams;
  /** The hidden layout. */
  readonly layout: number;
  /** Where both phases start. */
  readonly start: number;
}

export interface MetaGridObservation {
  readonly phase: 'probe' | 'exploit';
  /** Steps left in the probe phase. */
  readonly left: number;
  readonly view: GridView;
  readonly layouts: readonly Uint8Array[] | null;
}
