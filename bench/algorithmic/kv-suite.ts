import { memoryBits, type MemoryPlan } from '#learners/machine/plans';
import type { Json } from '#foundation/contracts';
import { hardwareRecord } from '../hardware-record.ts';
import type { Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost } from '../target.ts';
import { cellSequences, evaluate, type KvCell, lanes, learnOne, type Learnt, trained } from './kv-cells.ts';
import { type KeyRule, type PairsOrder, queryPlaces } from './kv-sequences.ts';
import { learnerConfiguration, learningRow, learningTable } from './learning-table.ts';
import { cpuSecondsSince } from '../cpu-time.ts';
import { tokenCycleColumns, tokenCycles } from './token-cycles.ts';
import { groundsOf } from './grounds-of.ts';

const testedPairs = [trained.pairs, 2 * trained.pairs, 8 * trained.pairs] as const;

interface KvRow {
  readonly learnt: Learnt;
  readonly pairs: number;
  readonly cells: readonly KvCell[];
}

/** `distinct` keys need a symbol for each, and one to be absent. */
function canDraw(rule: KeyRule, pairs: number, vocabulary: number): boolean {
  return rule !== 'distinct' || pairs < vocabulary;
}

/** One row for each rule, vocabulary and number of pairs: all seeds together. */
function accuracyTable(rows: readonly KvRow[], ghz: number): Table {
  const groups = new Map<string, KvRow[]>();
  for (const row of rows) {
    const key = `${row.learnt.rule} ${row.learnt.vocabulary} ${row.pairs}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return {
    title: 'Accuracy by place of the query',
    columns: [
      'keys',
      'vocabulary',
      'K',
      'L',
      'seeds',
      ...queryPlaces,
      'sequences',
      ...tokenCycleColumns,
      'cycles/query, amortised per lane',
    ],
    rows: [...groups.values()].map((group) => {
      const { learnt, pairs, cells } = group[0]!;
      const sum = (of: (cell: KvCell) => number, at: readonly KvCell[] = group.flatMap((row) => row.cells)): number =>
        at.reduce((total, cell) => total + of(cell), 0);
      const sequences = sum((cell) => cell.sequences);
      const placed = queryPlaces.map((_, p) => group.map((row) => row.cells[p]!));
      return [
        learnt.rule,
        learnt.vocabulary,
        pairs,
        cells[0]!.tokens,
        group.length,
        ...placed.map((at) => sum((cell) => cell.right, at) / sum((cell) => cell.sequences, at)),
        sequences,
        ...tokenCycles(
          { nanoseconds: sum((cell) => cell.nanoseconds), ghz },
          { tokens: cells[0]!.tokens, sequences, lanes },
        ),
        (sum((cell) => cell.lastNanoseconds) * ghz) / sequences,
      ];
    }),
  };
}

const SCARCE_BITS = 576;

/** Both memories in 576 bits of SHARED against a vocabulary of 256: what the law says, and what is measured. */
function capacityTable(seed: number, quick: boolean): { readonly table: Table; readonly distance: number } {
  const vocabulary = 256;
  const plans: readonly MemoryPlan[] = [
    { kind: 'addressed', words: 64 },
    { kind: 'associative', entries: 32 },
  ];
  let distance = 0;
  const rows = plans.flatMap((plan) => {
    const learnt = learnOne(seed, 'distinct', vocabulary, { memory: plan });
    const bits = memoryBits(plan, 8);
    return (quick ? [8, 64] : [8, 16, 32, 48, 64, 128]).map((pairs) => {
      const places = queryPlaces.map((place) => evaluate(learnt, pairs, place));
      const present = places.slice(0, 3);
      const sequences = present.reduce((sum, cell) => sum + cell.sequences, 0);
      const measured = present.reduce((sum, cell) => sum + cell.right, 0) / sequences;
      const law = plan.kind === 'addressed' ? plan.words / vocabulary : Math.min(1, plan.entries / pairs);
      // The thirds of the pairs are of equal weight only up to rounding, which moves the law by less than 1 / K.
      distance = Math.max(distance, Math.abs(measured - law) - 1 / pairs);
      return [plan.kind, bits, pairs, measured, law, ...places.map((cell) => cell.right / cell.sequences)];
    });
  });
  return {
    table: {
      title: `Capacity: ${SCARCE_BITS} bits of SHARED, vocabulary ${vocabulary}, distinct keys`,
      columns: [
        'memory',
        'bits',
        'K',
        'accuracy, key present',
        'law',
        ...queryPlaces.map((place) => `${place}, scarce`),
      ],
      rows,
    },
    distance: Math.max(0, distance),
  };
}

const otherOrders: readonly PairsOrder[] = [
  { query: 'first', pair: 'key-value' },
  { query: 'last', pair: 'value-key' },
  { query: 'first', pair: 'value-key' },
];
const ORDERS_VOCABULARY = 16;

/** The same pairs in other orders, every rule, so many seeds of each. */
function learnOrders(seed: number, quick: boolean): { readonly table: Table; readonly share: number } {
  const rows = otherOrders.flatMap((order) =>
    rules.flatMap((rule) =>
      Array.from({ length: quick ? 1 : 3 }, (_, i) => {
        const one = learnOne(seed + i, rule, ORDERS_VOCABULARY, { order });
        const cells = [8, 12].flatMap((pairs) => queryPlaces.map((place) => evaluate(one, pairs, place)));
        const wrong = cells.reduce((sum, cell) => sum + cell.sequences - cell.right, 0);
        const sequences = cells.reduce((sum, cell) => sum + cell.sequences, 0);
        const { learnt } = one.machine;
        return [
          order.query,
          order.pair,
          rule,
          one.seed,
          groundsOf(learnt),
          learnt.template,
          wrong,
          sequences,
          one.seconds,
        ];
      }),
    ),
  );
  return {
    table: {
      title: `Other orders of query, keys and values: vocabulary ${ORDERS_VOCABULARY}, 8 and 12 pairs`,
      columns: ['query', 'pair', 'keys', 'seed', 'grounds', 'template', 'wrong', 'sequences', 'CPU s, proofs included'],
      rows,
    },
    share: rows.filter(([, , , , , , wrong]) => wrong === 0).length / rows.length,
  };
}

const rules: readonly KeyRule[] = ['distinct', 'last', 'first'];
const vocabularies = [16, 64, 256] as const;

/** Every vocabulary with every rule. */
function gridOf(quick: boolean): { readonly vocabulary: number; readonly rule: KeyRule }[] {
  if (quick) {
    return [
      { vocabulary: 16, rule: 'last' },
      { vocabulary: 16, rule: 'first' },
      { vocabulary: 256, rule: 'distinct' },
    ];
  }
  return rules.flatMap((rule) => vocabularies.map((vocabulary) => ({ vocabulary, rule })));
}

/** One machine on K, 2K and 8K pairs. */
function testPairs(learnt: Learnt, quick: boolean): KvRow[] {
  return testedPairs
    .filter((pairs) => canDraw(learnt.rule, pairs, learnt.vocabulary) && !(quick && pairs === 2 * trained.pairs))
    .map((pairs) => ({ learnt, pairs, cells: queryPlaces.map((place) => evaluate(learnt, pairs, place)) }));
}

function runKv({ quick, seed, ...options }: SuiteOptions): SuiteResult {
  const cpuSeconds = cpuSecondsSince();
  const seeds = Array.from({ length: quick ? 1 : 10 }, (_, i) => seed + i);
  const hardware = hardwareRecord();
  const learnt: Learnt[] = [];
  const rows = seeds.flatMap((each) =>
    gridOf(quick).flatMap(({ vocabulary, rule }) => {
      options.note(`kv: seed ${each}, vocabulary ${vocabulary}, ${rule}`);
      const one = learnOne(each, rule, vocabulary);
      learnt.push(one);
      return testPairs(one, quick);
    }),
  );
  const wrong = rows.reduce(
    (sum, { cells }) => sum + cells.reduce((total, cell) => total + cell.sequences - cell.right, 0),
    0,
  );
  const capacity = capacityTable(seed, quick);
  options.note('kv: other orders');
  const orders = learnOrders(seed, quick);
  const configuration = {
    hardware: hardware.record,
    training: { ...trained },
    test: { pairs: [...testedPairs], vocabularies: [...vocabularies], sequencesPerCell: cellSequences },
    seeds,
    ...learnerConfiguration(learnt.at(-1)!.machine),
  } satisfies Json;
  return {
    suite: 'kv',
    quick,
    seed,
    configuration,
    tables: [
      accuracyTable(rows, hardware.estimatedGHz),
      orders.table,
      capacity.table,
      learningTable(
        learnt.map((one) => learningRow(one.seed, `${one.rule}, ${one.vocabulary}`, one.machine, one.seconds)),
      ),
    ],
    plots: [],
    targets: [
      atMost(`wrong answers while the vocabulary fits SHARED, ${seeds.length} seeds`, wrong, 0),
      atLeast('share of other orders of query, keys and values that are learnt without an error', orders.share, 0.9),
      atMost('distance from the law of capacity, beyond rounding', capacity.distance, 0.02),
      atMost('training sequences', trained.sequences, 2000),
      atMost(
        'machines changed by evaluation',
        learnt.filter(({ machine }) => machine.installed.behaviour() !== machine.behaviour).length,
        0,
      ),
    ],
    notes: notesOf(quick),
    cpuSeconds: cpuSeconds(),
  };
}

function notesOf(quick: boolean): string[] {
  return [
    quick
      ? 'Quick: one seed, vocabularies 16 and 256, K and 8K pairs.'
      : 'Every seed takes every vocabulary with every rule.',
    'SHARED holds a word for each symbol: the value and a mark that there is one, V · (⌈log₂ V⌉ + 1) bits. No expert is made for the task: the control is learnt over a register and a memory macro. In other orders it is found among all moves of values between two registers, a memory and the answer.',
    'Beyond SHARED: with M addressed words a present key is answered with probability M / V; with E entries by key, the oldest forgotten first, with probability min(1, E / K). Absent keys are always answered.',
  ];
}

export const kvSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  run: async (options) => runKv(options),
};
