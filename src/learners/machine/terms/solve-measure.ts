import type { Column } from './column.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import type { Term } from './term.ts';
import { call, type Trial } from './trial.ts';

/** Lists of chosen records, and bodies on each of them: cheapest first. */
const MOST_LISTS = 700;
const MOST_BODIES = 120;

const measures = ['sum', 'most', 'least', 'head', 'last'] as const;

/** The measures of one list of chosen records, row after row, and the records at which a body is least and most. */
interface Measured {
  readonly values: Readonly<Record<(typeof measures)[number], number>>;
  readonly leastAt: number;
  readonly mostAt: number;
}

/**
 * goal = a measure of a body on chosen records, or a field of the record that a body is least or most of. Row after row is computed until none of them
 * is right, so that a wrong body costs a row or two and no term is made.
 */
export function solveMeasure(space: Space, right: Int32Array, trial: Trial): boolean {
  const lists = space
    .entries('list')
    .filter(({ places, isAlong, column }) => places !== undefined && !isAlong && column.length > space.n + 1)
    .slice(0, MOST_LISTS);
  for (const list of lists) {
    const root = space.rootOf(list);
    const fields = space.fieldsOf(list);
    const bodies = space
      .itemsOf(root)
      .entries('word')
      .filter(({ isOpen }) => isOpen)
      .slice(0, MOST_BODIES);
    trial.meter.spend(24 * bodies.length);
    for (const body of bodies) {
      for (const term of termsThatFit({ list, root, body, fields }, right)) if (trial.accepts(term)) return true;
      if (trial.meter.isEmpty) return false;
    }
  }
  return false;
}

interface Tried {
  readonly list: Entry;
  readonly root: Entry;
  readonly body: Entry;
  readonly fields: readonly Entry[];
}

function* termsThatFit({ list, root, body, fields }: Tried, right: Int32Array): Generator<Term, void, void> {
  let measured = new Set<(typeof measures)[number]>(measures);
  let least = new Set(fields);
  let most = new Set(fields);
  for (let i = 0; i < right.length && measured.size + least.size + most.size > 0; i += 1) {
    const { values, leastAt, mostAt } = measure(list.column, root.column, body.column, i);
    const itemOf = (field: Entry, at: number): number => (at === 0 ? 0 : field.column[field.column[i]! + at - 1]!);
    measured = kept(measured, (name) => values[name] === right[i]);
    least = kept(least, (field) => itemOf(field, leastAt) === right[i]);
    most = kept(most, (field) => itemOf(field, mostAt) === right[i]);
  }
  const [of, by] = [termOf(list), termOf(body)];
  for (const name of measured) yield call(name, { is: 'each', name: 'map', list: of, body: by });
  for (const field of least) yield call('nth', termOf(field), { is: 'each', name: 'leastBy', list: of, body: by });
  for (const field of most) yield call('nth', termOf(field), { is: 'each', name: 'mostBy', list: of, body: by });
}

function kept<T>(set: Set<T>, holds: (one: T) => boolean): Set<T> {
  for (const one of set) if (!holds(one)) set.delete(one);
  return set;
}

// oxlint-disable-next-line max-params -- the chosen records, all records, the body on all, and the row
function measure(list: Column, root: Column, body: Column, row: number): Measured {
  const n = root[0]!;
  const base = root[row]! - n - 1;
  const values = { sum: 0, most: 0, least: 0, head: 0, last: 0 };
  let [leastAt, mostAt] = [0, 0];
  for (let j = list[row]!; j < list[row + 1]!; j += 1) {
    const value = body[base + list[j]!]!;
    if (leastAt === 0) values.head = value;
    if (leastAt === 0 || value < values.least) [values.least, leastAt] = [value, list[j]!];
    if (mostAt === 0 || value > values.most) [values.most, mostAt] = [value, list[j]!];
    values.sum += value;
    values.last = value;
  }
  return { values, leastAt, mostAt };
}
