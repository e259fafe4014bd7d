/** How an edit ended. The first thirteen are the original's words; the rest are refusals that it did not know. */
export const editStatuses = [
  'applied_append',
  'applied_append_before_protected_region',
  'applied_insert_after',
  'applied_insert_after_fallback_append',
  'applied_insert_after_fallback_before_protected_region',
  'applied_replace',
  'applied_delete',
  'skipped_protected_region',
  'skipped_replace_missing_target',
  'skipped_replace_target_not_found',
  'skipped_delete_missing_target',
  'skipped_delete_target_not_found',
  'skipped_unknown_op',
  'skipped_insert_after_target_not_found',
  'skipped_ambiguous_target',
  'skipped_empty_content',
  'skipped_no_change',
  'skipped_bad_file',
  'skipped_leak',
  'skipped_duplicate',
] as const;
export type EditStatus = (typeof editStatuses)[number];

/** One row per edit (`edit_apply_report.json`). */
export interface EditReport {
  /** Index of the edit in the list that was given. */
  readonly index: number;
  readonly op: string;
  readonly file: string;
  /** At most 200 characters. */
  readonly target: string;
  readonly content_preview: string;
  readonly status: EditStatus;
  /** How the target was found, and how surely: 1 for verbatim. */
  readonly anchor?: { readonly kind: 'exact' | 'fuzzy'; readonly confidence: number };
  /** Whether the optimizer had to correct the edit first. */
  readonly repaired?: boolean;
  /** Why it was refused or failed, in words. */
  readonly error?: string;
}

/** Counts by the first word of the status. */
export interface EditSummary {
  readonly total: number;
  readonly applied: number;
  readonly skipped: number;
}

export function summariseEdits(reports: readonly EditReport[]): EditSummary {
  const count = (prefix: string): number => reports.filter(({ status }) => status.startsWith(prefix)).length;
  return { total: reports.length, applied: count('applied'), skipped: count('skipped') };
}
