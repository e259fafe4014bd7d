import type { Knobs } from '#schedule';
import type { QueuedPatch } from '#schedule/patches';
import type { Hash } from '#foundation/kernel';
import type { EvolveState } from './evolve-state.ts';
import type { MainState } from './main-state.ts';

/** All that phases 3 and 4 know between two decisions. Plain data; the journal's records rebuild it. */
export interface MixedState {
  readonly state: EvolveState;
  readonly main: MainState;
  /** PoX weights and all else that tunes the schedulers, as it is now. */
  readonly knobs: Knobs;
  readonly queue: readonly QueuedPatch[];
  readonly patches: {
    readonly proposed: number;
    readonly proved: number;
    readonly refused: number;
    readonly unknown: number;
    readonly stale: number;
  };
  /** Fragments that a patch changed since they were last looked at. */
  readonly changed: ReadonlySet<string>;
  /** By fragment: planes of lanes in which a patch of it did something else. */
  readonly counterexamples: Readonly<Record<string, readonly Readonly<Record<string, boolean>>[]>>;
  /** Fragments whose patches failed: places to practise next. */
  readonly toPractise: readonly string[];
  /** Compositions that are practised, `EXPRESSION@level`. */
  readonly compositions: readonly string[];
  /** Their scores when they were last practised; those that never were are not in it. */
  readonly composed: Readonly<Record<string, number>>;
  readonly episodes: { readonly used: number; readonly masked: number };
  /** Certificates that events have named. */
  readonly named: ReadonlySet<Hash>;
  /** Orders of a person that were taken. */
  readonly orders: number;
  /** Tasks that B_main failed though the oracle solves them, by slot. */
  readonly failures: Readonly<Record<string, number>>;
}
