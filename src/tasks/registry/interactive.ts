import type { AnyTemplate } from '#contracts';
import { summaryToGoal } from '../templates/summary-to-goal.ts';
import { traceToSummary } from '../templates/trace-to-summary.ts';

/** Tools, language, communication and safety. */
export const interactiveTemplates: readonly AnyTemplate[] = [summaryToGoal, traceToSummary];
