import { createRng } from '#foundation/kernel';
import type { BitCodec } from '#foundation/contracts/tasks';
import type { Example, Lesson } from './examples.ts';
import { type Binned, binned, Columns, type Seen } from './feature-table.ts';
import { featuresOf } from './features.ts';
import { fitLinear } from './linear.ts';
import { fitNearest } from './nearest.ts';
import { type Classify, growTree, type Labelled } from './tree.ts';

/** Chooses an action from what is seen now and how many steps were made; it remembers nothing. */
export interface Predictor {
  readonly name: string;
  readonly needsRow: boolean;
  act(seen: Seen, step: number, row: Float32Array): unknown;
}

/** More different actions than this are predicted bit by bit. */
const MOST_CLASSES = 64;
/** Wider actions are left to the nearest neighbour. */
const MOST_BITS = 64;
const TREE_BITS = 16;
/** Trees and linear models look at no more examples. */
const MOST_ROWS = 2000;

/** Everything that learns from one lesson, and the columns it reads. */
export interface Learned {
  readonly columns: Columns;
  readonly predictors: readonly Predictor[];
}

/** Fits the fixed set: by step, copy, single feature, small tree, linear model, nearest neighbours. `codec` writes actions as bits. */
export function learnPredictors(lesson: Lesson, codec: BitCodec<unknown>, path: string): Learned {
  const examples = lesson.examples.slice(0, MOST_ROWS);
  const columns = new Columns(examples);
  const rows = examples.map((example) => columns.row(example));
  const table = binned(rows, columns.names.length);
  const nearest = fitNearest(
    examples.map(({ bits }) => bits),
    lesson.classes,
  );
  const byRow = (name: string, fit: Fit, widest: number): Predictor[] => {
    if (lesson.actions.length > MOST_CLASSES && codec.width > widest) return [];
    const act = classifier(lesson, table, codec, fit);
    return [{ name, needsRow: true, act: (_seen, _step, row) => act(row) }];
  };
  const copy = fitCopy(examples);
  return {
    columns,
    predictors: [
      { name: 'by step', needsRow: false, act: byStep(lesson) },
      ...(copy === undefined ? [] : [copy]),
      ...byRow('single feature', (data) => growTree(data, 1), MOST_BITS),
      ...byRow('small tree', (data) => growTree(data, 5), TREE_BITS),
      ...byRow('linear', (data, bit) => fitLinear(data, createRng(`${path}/linear/${bit}`)), MOST_BITS),
      { name: 'nearest', needsRow: false, act: ({ bits }) => lesson.actions[nearest(bits)] },
    ],
  };
}

/** Learns one class per row; `bit` says which bit of the action, 0 where it is the whole. */
type Fit = (data: Labelled, bit: number) => Classify;

/** A classifier of whole actions where they are few, else one of each bit. */
function classifier(
  { actions, classes, examples }: Lesson,
  table: Binned,
  codec: BitCodec<unknown>,
  fit: Fit,
): (row: Float32Array) => unknown {
  const used = classes.subarray(0, table.rows.length);
  if (actions.length <= MOST_CLASSES) {
    const classify = fit({ table, classes: used, count: actions.length }, 0);
    return (row) => actions[classify(row)];
  }
  const words = examples.slice(0, table.rows.length).map(({ action }) => codec.encode(action));
  const bits = Array.from({ length: codec.width }, (_, bit) =>
    fit({ table, classes: Uint16Array.from(words, (word) => word[bit]!), count: 2 }, bit),
  );
  return (row) => codec.decode(Uint8Array.from(bits, (classify) => classify(row)));
}

/** The commonest action at each step. */
function byStep({ examples, actions, classes }: Lesson): Predictor['act'] {
  const counts = new Map<number, Map<number, number>>();
  for (const [i, { step }] of examples.entries()) {
    const at = counts.get(step) ?? new Map<number, number>();
    at.set(classes[i]!, (at.get(classes[i]!) ?? 0) + 1);
    counts.set(step, at);
  }
  const best = new Map(
    [...counts].map(([step, at]) => [step, [...at].reduce((a, b) => (b[1] > a[1] ? b : a))[0]] as const),
  );
  return (_seen, step) => actions[best.get(step) ?? 0];
}

/** The answer is some number that stands in the observation, always at the same place; only where answers are numbers. */
function fitCopy(examples: readonly Example[]): Predictor | undefined {
  if (!examples.every(({ action }) => typeof action === 'number')) return undefined;
  const hits = new Map<string, number>();
  for (const { observation, action } of examples) {
    featuresOf(observation, (name, value) => {
      if (value === action) hits.set(name, (hits.get(name) ?? 0) + 1);
    });
  }
  let best = ['', 0] as [string, number];
  for (const entry of hits) if (entry[1] > best[1]) best = entry;
  return {
    name: 'copy',
    needsRow: false,
    act({ observation }) {
      let found: number | undefined;
      featuresOf(observation, (name, value) => {
        if (name === best[0]) found = value;
      });
      return found;
    },
  };
}
