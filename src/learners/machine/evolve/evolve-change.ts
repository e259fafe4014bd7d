import type { Hash } from '#foundation/kernel';
import type { QueuedPatch } from '#schedule/patches';
import type { ActedOnMain } from './act-on-main.ts';
import type { JudgedLesson } from './judged-lesson.ts';
import type { EvolveState } from './evolve-state.ts';
import type { MainState } from './main-state.ts';
import type { Order } from './order.ts';
import type { VerifiedPatch } from './verified-patch.ts';
import type { DistilledReport } from './report-skills.ts';

/** Slots whose tasks B_main played to learn its routing, and episodes that taught it or were masked. */
export interface TaughtRoute {
  readonly slots: readonly string[];
  readonly used: number;
  readonly masked: number;
}

/** What came of work, as data. Nothing but booking it changes the state of a run. */
export type EvolveChange =
  /** Nothing more comes of this unit: it was asked to stop, or has nothing left to do. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lesson-judged'; readonly judged: JudgedLesson }
  | { readonly kind: 'lessons-ended' }
  | {
      readonly kind: 'distilled';
      readonly main: MainState;
      readonly named: ReadonlySet<Hash>;
      readonly taught: TaughtRoute;
    }
  | {
      readonly kind: 'compositions-chosen';
      readonly names: readonly string[];
      readonly slots: MainState['slots'];
      readonly distilled: readonly DistilledReport[];
    }
  | { readonly kind: 'order-taken'; readonly order: Order }
  | { readonly kind: 'verification-weighed' }
  | {
      readonly kind: 'patches-proposed';
      readonly fresh: readonly QueuedPatch[];
      /** Fragments that were looked at. */
      readonly looked: readonly string[];
    }
  | { readonly kind: 'patches-taken'; readonly ids: readonly string[] }
  | { readonly kind: 'patch-verified'; readonly verified: VerifiedPatch }
  /** The budget for verifying is spent: what still waits leaves the queue. */
  | { readonly kind: 'patches-left' }
  | {
      readonly kind: 'main-acted';
      readonly what: string;
      readonly mode: 'act' | 'synth';
      readonly acted: ActedOnMain;
    }
  | {
      readonly kind: 'failures-found';
      readonly domain: string;
      /** By place, what was looked at there. */
      readonly looked: EvolveState['searched'];
      /** By fragment, the tasks that it failed. */
      readonly failed: EvolveState['failed'];
    }
  | { readonly kind: 'place-chosen'; readonly what: string };

/** Work under way: it gives what came of it, piece by piece, and hears the state after each. */
export type Work<Result = void> = AsyncGenerator<EvolveChange, Result, EvolveState>;
