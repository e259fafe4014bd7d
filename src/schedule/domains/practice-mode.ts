/** What compute is spent on: real tasks, synthetic tasks, or verification of patches. @source spec/pipeline §1.3 */
export type PracticeMode = 'act' | 'synth' | 'verify';

export const practiceModes: readonly PracticeMode[] = ['act', 'synth', 'verify'];

/** p_d_m: per mode, one probability per domain in the board's order, summing to 1. */
export type Allocation = Readonly<Record<PracticeMode, readonly number[]>>;

/** The allocation with `allot(mode)` for each mode. */
export function allotModes(allot: (mode: PracticeMode) => readonly number[]): Allocation {
  return { act: allot('act'), synth: allot('synth'), verify: allot('verify') };
}
