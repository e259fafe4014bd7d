import type { ComparisonPair, PairCategory } from './comparison-pairs.ts';
import { fitRecords } from '../optimizer/fit-records.ts';
import type { Optimizer } from '../optimizer/optimizer.ts';
import { recordsSection } from '../optimizer/prompt-layout.ts';
import { CONTEXT_TOKENS } from '../optimizer/reflect.ts';
import { rolloutRecord } from '../optimizer/rollout-record.ts';

const order: readonly PairCategory[] = ['regressed', 'persistent_fail', 'improved', 'stable_success'];

/** Pairs as data: regressions first, then lasting failures, gains, and lasting successes without transcripts. */
export function comparisonSection(pairs: readonly ComparisonPair[], optimizer: Optimizer): string {
  const sorted = order.flatMap((category) => pairs.filter((pair) => pair.category === category));
  const records = sorted.flatMap(({ category, previous, current }) =>
    [previous, current].map((rollout) => {
      const record = rolloutRecord(rollout);
      const { transcript: _left, ...short } = record;
      return category === 'stable_success' ? short : record;
    }),
  );
  const fitted = fitRecords(records, optimizer.contextTokens ?? CONTEXT_TOKENS);
  return recordsSection(
    'Comparison',
    `${pairs.length} tasks, one JSON object per line: the rollout with the previous skill and with the current one.`,
    sorted.map(({ category, taskId }, i) => ({
      task: taskId,
      category,
      previous: fitted[2 * i],
      current: fitted[2 * i + 1],
    })),
  );
}
