import { z } from 'zod';
import type { Json } from '#foundation/contracts';

/** What the last event of a run says, as far as the original's summary has it. */
export const Ended = z.looseObject({
  best: z.object({ hash: z.string(), origin: z.string() }),
  final: z.object({ hash: z.string(), origin: z.string() }),
  bestStep: z.int(),
  steps: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  undecided: z.int(),
  skipped: z.int(),
  selection: z.looseObject({
    baseline: z.number().nullable(),
    best: z.number().nullable(),
    final: z.number().nullable(),
  }),
  stages: z.record(
    z.string(),
    z.looseObject({ calls: z.number(), promptTokens: z.number(), completionTokens: z.number() }),
  ),
  score: z.looseObject({ before: z.unknown(), after: z.unknown(), final: z.unknown() }),
});
const Measured = z
  .looseObject({ hard: z.number(), soft: z.number(), byType: z.record(z.string(), z.unknown()) })
  .nullable();

type Records = readonly Readonly<Record<string, Json>>[];

/** The original's `summary.json`, and the summaries of its three test folders. */
export function summaryOf(
  ended: z.infer<typeof Ended>,
  history: Records,
  wallMs: number | null,
): { readonly summary: Record<string, unknown>; readonly tests: Record<string, unknown> } {
  const [before, after, final] = [ended.score.before, ended.score.after, ended.score.final].map((score) =>
    Measured.parse(score ?? null),
  );
  const tests = Object.entries({ test_eval_baseline: before, test_eval: after, test_eval_final: final }).flatMap(
    ([name, score]) =>
      score === null || score === undefined ? [] : [[name, { ...score.byType, overall: score.hard }]],
  );
  const summary = {
    baseline_selection_hard: ended.selection.baseline,
    best_selection_hard: ended.selection.best,
    final_selection_hard: ended.selection.final,
    best_step: ended.bestStep,
    current_origin: ended.final.origin,
    best_origin: ended.best.origin,
    total_steps: ended.steps,
    total_accepts: ended.accepted,
    total_rejects: ended.rejected,
    total_undecided: ended.undecided,
    total_skips: ended.skipped,
    epoch_stats: epochStats(history),
    baseline_test_hard: before?.hard ?? null,
    baseline_test_soft: before?.soft ?? null,
    test_hard: after?.hard ?? null,
    test_soft: after?.soft ?? null,
    final_test_hard: final?.hard ?? null,
    final_test_soft: final?.soft ?? null,
    test_delta_hard: before && after ? after.hard - before.hard : null,
    final_test_delta_hard: before && final ? final.hard - before.hard : null,
    total_wall_time_s: wallMs === null ? null : Math.round(wallMs / 100) / 10,
    token_summary: tokensOf(ended.stages),
  };
  return { summary, tests: Object.fromEntries(tests) };
}

function tokensOf(stages: z.infer<typeof Ended>['stages']): Record<string, unknown> {
  const rows = Object.entries(stages).map(([stage, { calls, promptTokens, completionTokens }]) => [
    stage,
    { calls, prompt_tokens: promptTokens, completion_tokens: completionTokens },
  ]);
  const total = { calls: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  for (const { calls, promptTokens, completionTokens } of Object.values(stages)) {
    total.calls += calls;
    total.prompt_tokens += promptTokens;
    total.completion_tokens += completionTokens;
    total.total_tokens += promptTokens + completionTokens;
  }
  return { ...Object.fromEntries(rows), _total: total };
}

function epochStats(history: Records): readonly unknown[] {
  const epochs = [...new Set(history.map(({ epoch }) => epoch))];
  return epochs.map((epoch) => {
    const records = history.filter((record) => record['epoch'] === epoch);
    const count = (is: (action: string) => boolean): number =>
      records.filter(({ action }) => typeof action === 'string' && is(action)).length;
    return {
      epoch,
      steps: records.map(({ step }) => step),
      accepts: count((action) => action.includes('accept')),
      rejects: count((action) => action === 'reject'),
      skips: count((action) => action.startsWith('skip')),
      best_score_at_epoch_end: records.at(-1)?.['best_score'] ?? null,
      current_score_at_epoch_end: records.at(-1)?.['current_score'] ?? null,
    };
  });
}
