import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
import type { LoopProgram } from '../../safety/loop-program.ts';

export const params = {
  T_large: int(1000, 100_000_000, 'steps of the loop'),
  periods: int(1, 16, 'stretches of the run between which patches may be proposed'),
  P_max: int(1, 8, 'most proposals per stretch'),
  M: int(3, 64, 'the index must stay in [0, M)'),
  property: choice(
    ['index', 'flag'],
    'what must hold: i in [0, M) after each expert, or a BAD flag never set, that is after each instruction',
  ),
  n_experts: int(1, 6, 'programs the loop runs in each step'),
  n_candidates: int(1, 6, 'candidate patches per expert'),
  verify_cost: number(0, 100_000_000, 'cycles it takes to verify a proposal'),
  pox_threshold: number(0, 0.9, 'share of its cycles a patch must save to be accepted'),
};
export type LoopParams = ParamsOf<typeof params>;

export interface Expert {
  readonly program: LoopProgram;
  readonly candidates: readonly LoopProgram[];
}

export const answers = ['none', 'accepted', 'rejected'] as const;

/** What the player sees. */
export interface LoopSeen {
  readonly experts: readonly Expert[];
  /** Which candidate each expert runs; −1 is its own program. */
  readonly running: readonly number[];
  readonly period: number;
  readonly proposals_left: number;
  readonly last: (typeof answers)[number];
}

export type LoopAction =
  | { readonly kind: 'RUN' }
  | { readonly kind: 'PROPOSE'; readonly expert: number; readonly candidate: number };
