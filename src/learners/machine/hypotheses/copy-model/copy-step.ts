import type { BitStep } from '../evidence.ts';

/** One step with a known next state. */
export interface CopyStep {
  readonly step: BitStep & { readonly next: Uint8Array };
  readonly state: number;
  readonly action: number;
  readonly next: number;
}
