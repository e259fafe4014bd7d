import { type Column, listAt } from './column.ts';
import type { Fitting, Goal, GoalSearch } from './goal.ts';
import { eachRows } from './each.ts';
import { allRows } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';

/** Lists whose items are looked into, cheapest first. */
const MOST_LISTS = 12;
/** Bits to which the space of the items is grown for a goal of its own; less for lists that are made. */
const BODY_BITS = 12;

/** goal = map or filter of a list: the items tell what the body must give, and the same search finds it on them. */
export function deduceItems(fit: Fitting, fitOn: (space: Space, goal: Goal) => GoalSearch): void {
  const lists = fit.space
    .entries('list')
    .filter((entry) => entry.isOpen && entry.column.length > fit.space.n + 1)
    .slice(0, MOST_LISTS);
  for (const list of lists) {
    if (fit.space.meter.isEmpty) return;
    const mapped = mapGoal(list.column, fit.goal.column, fit.space.n);
    if (mapped !== undefined) offer(fit, list, 'map', fitOn(grown(fit, list), { type: 'word', column: mapped }));
    const kept = filterGoal(list.column, fit.goal.column, fit.space.n);
    if (kept !== undefined) offer(fit, list, 'filter', fitOn(grown(fit, list), { type: 'flag', column: kept }));
  }
}

function grown(fit: Fitting, list: Entry): Space {
  const items = fit.space.itemsOf(list);
  items.growTo(BODY_BITS - Math.min(4, list.bits - 1));
  return items;
}

// oxlint-disable-next-line max-params -- the fit of the rows, the list, what is done with its items, and the fit of the items
function offer(fit: Fitting, list: Entry, name: 'map' | 'filter', inner: GoalSearch): void {
  inner.deduce();
  const body = inner.whole()[0];
  if (body === undefined) return;
  fit.candidates.offer({
    bits: list.bits + eachRows[name].bits + body.bits,
    rows: allRows(fit.space.n),
    term: () => ({ is: 'each', name, list: termOf(list), body: body.term() }),
  });
}

/** The words that a map must give, when lists and goals are equally long. */
function mapGoal(list: Column, goal: Column, n: number): Column | undefined {
  for (let i = 0; i <= n; i += 1) if (list[i] !== goal[i]) return undefined;
  return goal.slice(n + 1);
}

/** The flags that a filter must give. Where a value is always kept or always dropped, by value; else the first items that fit are kept. */
function filterGoal(list: Column, goal: Column, n: number): Column | undefined {
  const flags = new Int32Array(list.length - n - 1);
  for (let i = 0; i < n; i += 1) {
    const items = listAt(list, i);
    const kept = listAt(goal, i);
    const wanted = new Set(kept);
    const byValue = items.filter((item) => wanted.has(item));
    if (byValue.length === kept.length && byValue.every((item, j) => item === kept[j])) {
      items.forEach((item, j) => (flags[list[i]! - n - 1 + j] = wanted.has(item) ? 1 : 0));
      continue;
    }
    let next = 0;
    items.forEach((item, j) => {
      if (next < kept.length && item === kept[next]) {
        flags[list[i]! - n - 1 + j] = 1;
        next += 1;
      }
    });
    if (next < kept.length) return undefined;
  }
  return flags;
}
