import type { Usage } from '#foundation/contracts/ports';

/** Who spends: in training the agent that works with the skill and the model that writes edits, in self-play its roles. */
export type Role = 'target' | 'optimizer' | 'generator' | 'solver' | 'weak' | 'judge';

/** What one call may use at most. */
export interface Ceiling {
  readonly role: Role;
  readonly usage: Usage;
  readonly rollouts: number;
  /** What such a call usually uses, before any was measured. Without it room is counted in ceilings. */
  readonly usual?: Usage;
  /** Calls that are measured together; those of a role, unless told. */
  readonly kind?: string;
}
