import type { Knobs } from '#schedule';
import type { QueuedPatch } from '#schedule/patches';
import type { Hash } from '#foundation/kernel';
import { emptyMain, type MainState } from './main-state.ts';
import { pipelineOf, type Unit } from './pipeline.ts';
import type { PracticeState } from './practice-state.ts';
import type { Profile } from './profile.ts';
import type { DistilledReport } from './report-skills.ts';

/** All that a run knows between two decisions. Plain data; `book-change.ts` is the one place that makes the next of it. */
export interface EvolveState {
  /** The units of work that are still ahead, the next one first. */
  readonly ahead: readonly Unit[];
  /** The phase of the last unit. */
  readonly phase: number;
  readonly practice: PracticeState;
  readonly main: MainState;
  /** B_main at the end of phase 2, at the levels reached by then. */
  readonly distilled: readonly DistilledReport[];
  /** PoX weights and all else that tunes the schedulers, as it is now. */
  readonly knobs: Knobs;
  readonly queue: readonly QueuedPatch[];
  readonly patches: {
    readonly proposed: number;
    readonly proved: number;
    readonly refused: number;
    readonly unknown: number;
    readonly stale: number;
    /** What verifying them took, in the solver's units. */
    readonly effort: number;
    /** Not verified: the budget for it was spent. */
    readonly left: number;
  };
  /** Fragments that a patch changed since they were last looked at. */
  readonly changed: ReadonlySet<string>;
  /** By fragment: planes of lanes in which a patch behaved differently. */
  readonly counterexamples: Readonly<Record<string, readonly Readonly<Record<string, boolean>>[]>>;
  /** Fragments whose patches failed: places to practise next. */
  readonly toPractise: readonly string[];
  /** Compositions that are practised, `EXPRESSION@level`. */
  readonly compositions: readonly string[];
  /** Their scores when they were last practised. A composition that was never practised has no entry. */
  readonly composed: Readonly<Record<string, number>>;
  readonly episodes: { readonly used: number; readonly masked: number };
  /** Batches that B_main acted in, and the sum of their mean scores: what it earned while its routing learnt. */
  readonly acted: { readonly batches: number; readonly scores: number };
  /** Certificates that events have named. */
  readonly named: ReadonlySet<Hash>;
  /** Orders of a person that were taken. */
  readonly orders: number;
  /** By fragment, tasks that B_main failed though the oracle solves them, as seed paths: they wait to be practised. */
  readonly failed: Readonly<Record<string, readonly string[]>>;
  /** What Adv_d saw of each place where it looked, by task reference. */
  readonly searched: Readonly<Record<string, Looked>>;
}

/** Tasks that were looked at, and those that B_main failed. */
export interface Looked {
  readonly tasks: number;
  readonly failed: number;
}

/** Before anything is learnt: an empty machine, and the whole pipeline ahead. */
export function beginState(practice: PracticeState, profile: Profile, knobs: Knobs): EvolveState {
  return {
    ahead: pipelineOf(profile),
    phase: 0,
    practice,
    main: emptyMain,
    distilled: [],
    knobs,
    queue: [],
    patches: { proposed: 0, proved: 0, refused: 0, unknown: 0, stale: 0, effort: 0, left: 0 },
    changed: new Set(),
    counterexamples: {},
    toPractise: [],
    compositions: [],
    composed: {},
    episodes: { used: 0, masked: 0 },
    acted: { batches: 0, scores: 0 },
    named: new Set(),
    orders: 0,
    failed: {},
    searched: {},
  };
}
