/** What is told while calls are tried again: no decision depends on it, and a replay is silent. */
export interface Notice {
  /** Which part of the run asks. */
  readonly stage: string;
  readonly outage: string;
  readonly message: string;
  /** How long the next try waits. */
  readonly waitMs: number;
  /** The number of that try, and of the last one that will be made. */
  readonly tries: number;
  readonly of: number;
}

export type Tell = (notice: Notice) => void;
