import type { AnyTemplate } from '#contracts';
import { gridNav } from '../templates/grid-nav.ts';
import { majority } from '../templates/majority.ts';
import { parity } from '../templates/parity.ts';

/** Sequences, grids and language models. */
export const coreTemplates: readonly AnyTemplate[] = [parity, majority, gridNav];
