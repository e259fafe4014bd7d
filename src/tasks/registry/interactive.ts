import type { AnyTemplate } from '#foundation/contracts/tasks';
import { commReferential } from '../templates/comm-referential.ts';
import { nl2planGrid } from '../templates/nl2plan-grid.ts';
import { safeLoop } from '../templates/safe-loop/safe-loop.ts';
import { safeRl } from '../templates/safe-rl/safe-rl.ts';
import { summaryToGoal } from '../templates/summary-to-goal/summary-to-goal.ts';
import { toolCalcArith } from '../templates/tool-calc/tool-calc-arith.ts';
import { toolDbLookup } from '../templates/tool-db-lookup.ts';
import { toolLlmSuggest } from '../templates/tool-llm/tool-llm-suggest.ts';
import { toolProverVerify } from '../templates/tool-prover/tool-prover-verify.ts';
import { traceToSummary } from '../templates/trace-to-summary.ts';

/** Tools, language, communication and safety. */
export const interactiveTemplates: readonly AnyTemplate[] = [
  toolCalcArith,
  toolDbLookup,
  toolLlmSuggest,
  toolProverVerify,
  nl2planGrid,
  traceToSummary,
  summaryToGoal,
  commReferential,
  safeRl,
  safeLoop,
];
