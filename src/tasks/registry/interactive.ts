import type { AnyTemplate } from '#contracts';
import { commReferential } from '../templates/comm-referential.ts';
import { summaryToGoal } from '../templates/summary-to-goal.ts';
import { toolLlmSuggest } from '../templates/tool-llm-suggest.ts';
import { traceToSummary } from '../templates/trace-to-summary.ts';

/** Tools, language, communication and safety. */
export const interactiveTemplates: readonly AnyTemplate[] = [
  summaryToGoal,
  traceToSummary,
  commReferential,
  toolLlmSuggest,
];
