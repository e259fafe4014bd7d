import type { AnyTemplate } from '#contracts';

/** Arithmetic, logic, programs, bandits and meta-learning. */
export const formalTemplates: readonly AnyTemplate[] = [];
