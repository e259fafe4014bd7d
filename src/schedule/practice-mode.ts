/** What compute is spent on: real tasks, synthetic tasks, or verification of patches. @source seed 000 §1.3 */
export type PracticeMode = 'act' | 'synth' | 'verify';

export const practiceModes: readonly PracticeMode[] = ['act', 'synth', 'verify'];
