import type { AnyTemplate } from '#foundation/contracts/tasks';
import { charLm } from '../templates/prediction/char-lm.ts';
import { codeLm } from '../templates/prediction/code-lm.ts';
import { dyck1 } from '../templates/sequences/dyck1.ts';
import { gridCollect } from '../templates/grid-collect.ts';
import { gridNav } from '../templates/grid-nav.ts';
import { kvRetrieval } from '../templates/sequences/kv-retrieval.ts';
import { majority } from '../templates/sequences/majority.ts';
import { parity } from '../templates/sequences/parity.ts';

/** Sequences, grids and language models. */
export const coreTemplates: readonly AnyTemplate[] = [
  parity,
  majority,
  dyck1,
  kvRetrieval,
  gridNav,
  gridCollect,
  charLm,
  codeLm,
];
