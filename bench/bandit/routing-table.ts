import { mean } from '#foundation/statistics';
import type { Table } from '../suite.ts';
import { type BanditCell, nameOf } from './compare-learners.ts';
import type { RoutingRecord } from './routed-values.ts';

/** What the mid path of each contender that has one did, the mean over the worlds. */
export function routingTable(cell: BanditCell): Table {
  const { runs } = cell;
  const routed = [...runs].flatMap(([name, all]) => {
    const records = all.flatMap(({ routing }) => (routing === undefined ? [] : [routing]));
    return records.length === 0 ? [] : [{ name, records }];
  });
  return {
    title: `Mid path, ${nameOf(cell)}`,
    columns: [
      'learner',
      'updates',
      'episodes used',
      'share masked as off-policy',
      'KL(old ‖ new) per update',
      'share of each adviser',
      'Σ foreseen best − paid',
    ],
    rows: routed.map(({ name, records }) => {
      const average = (of: (record: RoutingRecord) => number): number => mean(records.map(of));
      return [
        name,
        average(({ updates }) => updates),
        average(({ used }) => used),
        average(({ used, masked }) => masked / Math.max(1, used + masked)),
        average(({ moved, updates }) => moved / Math.max(1, updates)),
        sharesOf(records),
        average(({ ownRegret }) => ownRegret),
      ];
    }),
  };
}

function sharesOf(records: readonly RoutingRecord[]): string {
  const counts = records[0]!.picks.map((_, i) => records.reduce((sum, { picks }) => sum + picks[i]!, 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (count / Math.max(1, total)).toFixed(3)).join(' / ');
}
