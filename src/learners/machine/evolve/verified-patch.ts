import type { Hash } from '#foundation/kernel';
import type { RankedPatch } from '#schedule/patches';
import type { MainState } from './main-state.ts';

/** What the proof of a patch came to. */
export type PatchProof =
  | { readonly answer: 'proved'; readonly effort: number; readonly certificate: Hash }
  | { readonly answer: 'refuted'; readonly effort: number; readonly planes: Readonly<Record<string, boolean>> }
  | { readonly answer: 'unknown'; readonly effort: number; readonly why: string };

/** A patch that was taken for verification: its proof, or why there is none. */
export interface VerifiedPatch {
  readonly ranked: RankedPatch;
  readonly fragment: string;
  /** `stale`: another patch took its parts away. `gone`: its fragment left. `forced`: nothing is proved in this run. */
  readonly found: PatchProof | { readonly answer: 'stale' | 'gone' | 'forced' };
  /** The parts of the fragment with the patch. */
  readonly parts: MainState['patched'][string];
}
