import type { Optimum } from '#foundation/contracts/tasks';

/** What one task's replies are worth. */
export interface Score {
  readonly id: string;
  readonly template: string;
  readonly level: number;
  readonly ok: boolean;
  readonly why?: string;
  readonly reward: number;
  readonly optimal: number;
  readonly optimalKind: Optimum['kind'];
  readonly random: number;
  /** (R − R_random) / (R_optimal − R_random); null where the two are the same. */
  readonly normalised: number | null;
  readonly steps: number;
  /** How much there was to read or run: tokens, instructions, or steps. */
  readonly work: { readonly unit: 'token' | 'instruction' | 'step'; readonly count: number };
  readonly illegal: number;
  readonly metrics: Readonly<Record<string, number>>;
}
