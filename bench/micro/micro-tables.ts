import type { RouteRow } from '../route/route-row.ts';
import type { CheckCosts, SatCheckSection } from '../sat-check/sat-check.ts';
import type { Table } from '../suite.ts';
import type { MicroReport } from './micro.ts';

/** The figures of a report, one table per section. */
export function microTables({ alu, experts, steps, route, satCheck }: MicroReport): Table[] {
  return [
    {
      title: 'BIT-ALU',
      columns: ['op', 'W', 'operations', 'cycles/op', 'ops/s', 'bits/s', 'of 128-bit C', 'of AVX2 C'],
      rows: alu.cells.map(({ op, lanes, operations, cyclesPerOp, opsPerSecond, bitsPerSecond, native }) => [
        op,
        lanes,
        operations,
        cyclesPerOp,
        opsPerSecond,
        bitsPerSecond,
        ...ratios(native),
      ]),
    },
    {
      title: 'Expert evaluation (BEM_EXPERT_BATCH)',
      columns: [
        'G',
        'W',
        'batches',
        'cycles/batch',
        'cycles/lane',
        'batches/s',
        'gate-lanes/s',
        'of 128-bit C',
        'of AVX2 C',
      ],
      rows: experts.cells.map((cell) => [
        cell.gates,
        cell.lanes,
        cell.batches,
        cell.cyclesPerBatch,
        cell.cyclesPerLane,
        cell.batchesPerSecond,
        cell.gateLanesPerSecond,
        ...ratios(cell.native),
      ]),
    },
    {
      title: 'Machine step (K_cand = 16, S = 4, G = 256, W = 512)',
      columns: ['keys', 'experts', 'experts run per step', 'steps', 'cycles/step', 'lane-steps/s'],
      rows: steps.cells.map((cell) => [
        cell.keys,
        cell.experts,
        cell.expertsPerStep,
        cell.steps,
        cell.cyclesPerStep,
        cell.laneStepsPerSecond,
      ]),
    },
    routeTable(route.rows),
    occupancyTable(route.rows),
    satTable(satCheck),
  ];
}

function ratios(native: Readonly<Record<string, { readonly ratio: number }>>): (number | null)[] {
  return [native['c128']?.ratio ?? null, native['avx2']?.ratio ?? null];
}

function routeTable(rows: readonly RouteRow[]): Table {
  return {
    title: 'ROUTE',
    columns: [
      'workload',
      'p_in',
      'bits',
      'N_nodes',
      'K_cand',
      'engine',
      'queries',
      'cycles/query',
      'slowest round',
      'queries/s',
      'recall@1',
      'set recall@16',
      'build CPU s',
      'of usearch queries/s',
      'of hnswlib-node queries/s',
    ],
    rows: rows.map(({ workload, pIn, bits, nodes, candidates, engine, measured }) => {
      const where = [workload, pIn, bits, nodes, candidates, engine];
      if ('notMeasured' in measured) return [...where, ...Array.from({ length: 9 }, () => null)];
      return [
        ...where,
        measured.queries,
        measured.cyclesPerQuery,
        measured.mostCyclesPerQuery,
        measured.queriesPerSecond,
        measured.recallAt1,
        candidates === 16 ? measured.setRecallAt16 : '',
        measured.buildSeconds,
        measured.ratios['usearch']?.speed ?? '',
        measured.ratios['hnswlib-node']?.speed ?? '',
      ];
    }),
  };
}

/** One row per index. */
function occupancyTable(rows: readonly RouteRow[]): Table {
  const seen = new Set<string>();
  const cells = rows.flatMap(({ workload, bits, nodes, parameters, measured }) => {
    if ('notMeasured' in measured || measured.occupancy === null) return [];
    const codes = workload === 'clustered' ? 'clustered' : 'uniform';
    const name = `${codes}/${bits}/${nodes}`;
    if (seen.has(name)) return [];
    seen.add(name);
    const { tables, min, max, mean, emptyShare } = measured.occupancy;
    return [[codes, bits, nodes, tables, min, max, mean, emptyShare, measured.bytes, parameters]];
  });
  return {
    title: 'ROUTE: codes per bucket',
    columns: [
      'codes',
      'bits',
      'N_nodes',
      'tables',
      'min',
      'max',
      'mean',
      'share of empty buckets',
      'bytes',
      'routing parameters',
    ],
    rows: cells,
  };
}

function satTable({ rows }: SatCheckSection): Table {
  const costs = (of: CheckCosts): (number | null)[] => [
    of.instances,
    of.cyclesPerSatCheck,
    of.satChecksPerSecond,
    of.timeOfMiniSat,
  ];
  const proofs = ({ meanProofSteps, cyclesPerProofCheck, proofChecksPerSecond }: CheckCosts): (number | string)[] =>
    cyclesPerProofCheck === null || meanProofSteps === null || proofChecksPerSecond === null
      ? ['', '', '']
      : [meanProofSteps, cyclesPerProofCheck, proofChecksPerSecond];
  return {
    title: 'SAT_CHECK and PROOF_CHECK',
    columns: [
      'n',
      'm',
      'label',
      'fraction SAT',
      'instances',
      'cycles/SAT_CHECK',
      'SAT_CHECK/s',
      'time of MiniSat over ours',
      'proof steps',
      'cycles/PROOF_CHECK',
      'PROOF_CHECK/s',
    ],
    rows: rows.flatMap((row) => [
      [row.variables, row.clauses, 'all', row.fractionSat, ...costs(row), ...proofs(row)],
      ...row.byLabel.map((part) => {
        const label = part.label === 'sat' ? 'sat' : part.isPlanted ? 'unsat, planted core' : 'unsat';
        return [row.variables, row.clauses, label, '', ...costs(part), ...proofs(part)];
      }),
    ]),
  };
}
