import type { AnyTemplate } from '#foundation/contracts/tasks';
import { causalBandit1 } from '../templates/causal-bandit/causal-bandit.ts';
import { commReferential1 } from '../templates/comm-referential.ts';
import { dyck1First } from '../templates/sequences/dyck1.ts';
import { execTinyVm1 } from '../templates/exec-tiny-vm/exec-tiny-vm.ts';
import { gridNav1 } from '../templates/grid-nav.ts';
import { logicImplication1 } from '../templates/logic/logic-implication.ts';
import { logicSatDecide1 } from '../templates/logic/logic-sat-decide.ts';
import { toolLlmOdds } from '../templates/tool-llm/suggest-by-odds.ts';
import { metaBandit1 } from '../templates/meta-bandit/meta-bandit.ts';
import { metaGrid1 } from '../templates/meta-grid/meta-grid.ts';
import { parity1 } from '../templates/sequences/parity.ts';
import { proverByOdds } from '../templates/tool-prover/prover-by-odds.ts';
import { safeRl1 } from '../templates/safe-rl/safe-rl.ts';
import { keywordSummary } from '../templates/summary-to-goal/keyword-summary.ts';
import { traceToSummary1 } from '../templates/trace-to-summary.ts';

/** Versions that were replaced: no list shows them, but their seed paths and names (`NAME.v1`) still give the same tasks. */
export const earlierVersions: readonly AnyTemplate[] = [
  causalBandit1,
  commReferential1,
  dyck1First,
  execTinyVm1,
  gridNav1,
  keywordSummary,
  logicImplication1,
  logicSatDecide1,
  metaBandit1,
  metaGrid1,
  parity1,
  proverByOdds,
  safeRl1,
  toolLlmOdds,
  traceToSummary1,
];
