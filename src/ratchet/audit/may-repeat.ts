import type { Facts } from './facts.ts';

/** Reports that carry no number of their own: two of them may be equal, word for word. Every other event tells of something once. */
const reports = new Set([
  'adversary-searched',
  'agent-failed',
  'budget-spent',
  'bundle-credited',
  'draft-pruned',
  'draft-tried',
  'lesson-measured',
  'lines-reviewed',
  'main-acted',
  'order-taken',
  'patch-postponed',
  'machine-skill-distilled',
]);

/** Whether a run may tell the same twice. A trial that had no room to look at anything spends nothing, and may be told again. */
export function mayRepeat(type: string, { spent }: Facts): boolean {
  return reports.has(type) || (type.startsWith('candidate-') && spent === 0);
}
