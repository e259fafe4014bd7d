import type { AnyTemplate } from '#contracts';
import { charLm } from '../templates/char-lm.ts';
import { codeLm } from '../templates/code-lm.ts';
import { dyck1 } from '../templates/dyck1.ts';
import { gridCollect } from '../templates/grid-collect.ts';
import { gridNav } from '../templates/grid-nav.ts';
import { kvRetrieval } from '../templates/kv-retrieval.ts';
import { majority } from '../templates/majority.ts';
import { parity } from '../templates/parity.ts';

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
