import { atLeast, type Target } from '../target.ts';
import { exactEngine } from './contender.ts';
import type { RouteFigures, RouteRow } from './route-row.ts';
import type { RouteWorkload } from './workload.ts';

interface Wanted {
  readonly workload: RouteWorkload;
  readonly bits: number;
  readonly nodes?: number;
  readonly candidates: number;
}

/** A row that was measured. */
type Measured = RouteRow & { readonly measured: RouteFigures };

/**
 * The goals at N = 10⁵ beside usearch. A ratio is that of our fastest engine whose answers are as good as asked; like is
 * compared with like, so both answer the same number of candidates.
 */
export function routeTargets(rows: readonly RouteRow[]): Target[] {
  return [64, 128].flatMap((bits) => nearAndClustered(rows, bits)).concat(exactTargets(rows));
}

function nearAndClustered(rows: readonly RouteRow[], bits: number): Target[] {
  const where = `N = 10^5, ${bits} bits`;
  const near = [1, 16].flatMap((candidates) => {
    const cell = { workload: 'near-duplicate', bits, nodes: 1e5, candidates } as const;
    const best = fastest(rows, cell, ({ recallAt1 }) => recallAt1 === 1);
    const exact = measured(rows, cell).find(({ engine }) => engine === exactEngine);
    const what = `ROUTE near-duplicates, ${where}, K_cand = ${candidates}`;
    return [
      atLeast(`${what}: queries/s against usearch at recall@1 = 1`, best?.measured.ratios['usearch']?.speed, 50),
      atLeast(`${what}: recall@1 of the exact engine`, exact?.measured.recallAt1, 1),
    ];
  });
  const clustered = { workload: 'clustered', bits, nodes: 1e5, candidates: 16 } as const;
  const theirs = measured(rows, clustered).find(({ engine }) => engine === 'usearch');
  const asGood = fastest(
    rows,
    clustered,
    ({ setRecallAt16 }) => (setRecallAt16 ?? 0) >= (theirs?.measured.setRecallAt16 ?? 1),
  );
  const build = (workload: RouteWorkload): number | undefined =>
    fastest(rows, { workload, bits, nodes: 1e5, candidates: 16 }, () => true)?.measured.ratios['usearch']?.build;
  return [
    ...near,
    atLeast(
      `ROUTE clustered, ${where}, K_cand = 16: queries/s against usearch at its set recall@16 or more`,
      asGood?.measured.ratios['usearch']?.speed,
      5,
    ),
    atLeast(`ROUTE build, uniform codes, ${where}: times faster than usearch`, build('near-duplicate'), 50),
    atLeast(`ROUTE build, clustered codes, ${where}: times faster than usearch`, build('clustered'), 50),
  ];
}

function exactTargets(rows: readonly RouteRow[]): Target[] {
  return [128, 256].map((bits) => {
    const cells = measured(rows, { workload: 'uniform', bits, candidates: 16 });
    const exact = cells
      .filter(({ engine }) => engine === exactEngine)
      .map(({ measured }) => measured.setRecallAt16 ?? 0);
    const least = exact.length === 0 ? undefined : Math.min(...exact);
    return atLeast(`ROUTE uniform codes, ${bits} bits: least set recall@16 of the exact engine over N`, least, 1);
  });
}

function measured(rows: readonly RouteRow[], cell: Wanted): Measured[] {
  return rows.filter(
    (row): row is Measured =>
      row.workload === cell.workload &&
      row.bits === cell.bits &&
      row.candidates === cell.candidates &&
      (cell.nodes === undefined || row.nodes === cell.nodes) &&
      !('notMeasured' in row.measured),
  );
}

/** Our fastest engine whose figures are good enough. */
function fastest(
  rows: readonly RouteRow[],
  cell: Wanted,
  isGoodEnough: (figures: RouteFigures) => boolean,
): Measured | undefined {
  return measured(rows, cell)
    .filter((row) => row.isOurs && isGoodEnough(row.measured))
    .toSorted((a, b) => b.measured.queriesPerSecond - a.measured.queriesPerSecond)[0];
}
