import { memoryBits, type MemoryPlan } from '#bem';
import type { Json } from '#contracts';
import { describeHardware } from '../hardware.ts';
import type { Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atMost } from '../target.ts';
import { cellSequences, evaluate, type KvCell, learnOne, type Learnt, trained } from './kv-cells.ts';
import { type KeyRule, queryPlaces } from './kv-sequences.ts';
import { learningRow, learningTable, machineConfiguration } from './learning-table.ts';

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

function accuracyTable(rows: readonly KvRow[], ghz: number): Table {
  return {
    title: 'Accuracy by place of the query',
    columns: ['keys', 'vocabulary', 'K', 'L', 'seed', ...queryPlaces, 'sequences', 'cycles/token', 'cycles/query'],
    rows: rows.map(({ learnt, pairs, cells }) => {
      const sequences = cells.reduce((sum, cell) => sum + cell.sequences, 0);
      const nanoseconds = cells.reduce((sum, cell) => sum + cell.nanoseconds, 0);
      const last = cells.reduce((sum, cell) => sum + cell.lastNanoseconds, 0);
      return [
        learnt.rule,
        learnt.vocabulary,
        pairs,
        cells[0]!.tokens,
        learnt.seed,
        ...cells.map((cell) => cell.right / cell.sequences),
        sequences,
        (nanoseconds * ghz) / (sequences * cells[0]!.tokens),
        (last * ghz) / sequences,
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
    const learnt = learnOne(seed, 'distinct', vocabulary, plan);
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
      columns: ['memory', 'bits', 'K', 'accuracy, key present', 'law', ...queryPlaces],
      rows,
    },
    distance: Math.max(0, distance),
  };
}

const rules: readonly KeyRule[] = ['distinct', 'last', 'first'];
const vocabularies = [16, 64, 256] as const;

/** The first seed takes the whole grid; each other seed one cell of it, in turn. */
function gridOf(turn: number, quick: boolean): { readonly vocabulary: number; readonly rule: KeyRule }[] {
  if (quick) {
    return [
      { vocabulary: 16, rule: 'last' },
      { vocabulary: 16, rule: 'first' },
      { vocabulary: 256, rule: 'distinct' },
    ];
  }
  const grid = rules.flatMap((rule) => vocabularies.map((vocabulary) => ({ vocabulary, rule })));
  return turn === 0 ? grid : [grid[(turn - 1) % grid.length]!];
}

function runKv({ quick, seed, ...options }: SuiteOptions): SuiteResult {
  const start = process.cpuUsage();
  const seeds = Array.from({ length: quick ? 1 : 10 }, (_, i) => seed + i);
  const hardware = describeHardware();
  const learnt = seeds.flatMap((each, i) =>
    gridOf(i, quick).map(({ vocabulary, rule }) => learnOne(each, rule, vocabulary)),
  );
  const rows = learnt.flatMap((one) => {
    options.note(`kv: seed ${one.seed}, vocabulary ${one.vocabulary}, ${one.rule}`);
    return testedPairs
      .filter((pairs) => canDraw(one.rule, pairs, one.vocabulary) && !(quick && pairs === 2 * trained.pairs))
      .map((pairs): KvRow => ({ learnt: one, pairs, cells: queryPlaces.map((place) => evaluate(one, pairs, place)) }));
  });
  const wrong = rows.reduce(
    (sum, { cells }) => sum + cells.reduce((total, cell) => total + cell.sequences - cell.right, 0),
    0,
  );
  const capacity = capacityTable(seed, quick);
  const configuration = {
    hardware: { ...hardware },
    training: { ...trained },
    test: { pairs: [...testedPairs], vocabularies: [...vocabularies], sequencesPerCell: cellSequences },
    seeds,
    machine: machineConfiguration(learnt.at(-1)!.machine),
  } satisfies Json;
  const { user, system } = process.cpuUsage(start);
  return {
    suite: 'kv',
    quick,
    seed,
    configuration,
    tables: [
      accuracyTable(rows, hardware.estimatedGHz),
      capacity.table,
      learningTable(
        learnt.map((one) => learningRow(one.seed, `${one.rule}, ${one.vocabulary}`, one.machine, one.seconds)),
      ),
    ],
    plots: [],
    targets: [
      atMost(`wrong answers while the vocabulary fits SHARED, ${seeds.length} seeds`, wrong, 0),
      atMost('distance from the law of capacity, beyond rounding', capacity.distance, 0.02),
      atMost('training sequences', trained.sequences, 2000),
      atMost(
        'machines changed by evaluation',
        learnt.filter(({ machine }) => machine.installed.behaviour() !== machine.behaviour).length,
        0,
      ),
    ],
    notes: [
      quick
        ? 'Quick: one seed, vocabularies 16 and 256, K and 8K pairs.'
        : 'The first seed takes every vocabulary with every rule; each other seed one vocabulary with one rule, in turn.',
      'SHARED holds a word for each symbol: the value and a mark that there is one, V · (⌈log₂ V⌉ + 1) bits. No expert is made for the task: the control is learnt over a register and a memory macro.',
      'Beyond SHARED: with M addressed words a present key is answered with probability M / V; with E entries by key, the oldest forgotten first, with probability min(1, E / K). Absent keys are always answered.',
    ],
    cpuSeconds: (user + system) / 1e6,
  };
}

export const kvSuite: Suite = {
  name: 'kv',
  summary: 'learn key-value retrieval from 8 pairs and test it up to 64 pairs and 256 symbols',
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  run: async (options) => runKv(options),
};
