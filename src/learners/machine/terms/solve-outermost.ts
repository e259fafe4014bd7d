import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import { call, type Trial } from './trial.ts';

/** Words of which every two are compared. */
const MOST_COMPARED = 2500;
const MOST_PLACES = 60_000;
const MOST_LISTS = 24;

/** A list and a place, both from the space, where the item at the place is right on every row. */
export function solveNth(space: Space, right: Int32Array, trial: Trial): boolean {
  const lists = space
    .entries('list')
    .filter(({ isOpen, isAlong, places }) => isOpen && !isAlong && places === undefined)
    .slice(0, MOST_LISTS);
  const words = space.entries('word').slice(0, MOST_PLACES);
  for (const list of lists) {
    trial.meter.spend(2 * words.length);
    for (const word of words) {
      if (isItem(list.column, word.column, right) && trial.accepts(call('nth', termOf(list), termOf(word))))
        return true;
    }
  }
  return false;
}

function isItem(list: Int32Array, place: Int32Array, right: Int32Array): boolean {
  for (let i = 0; i < right.length; i += 1) {
    const at = list[i]! + place[i]! - 1;
    const item = place[i]! >= 1 && at < list[i + 1]! ? list[at]! : 0;
    if (item !== right[i]) return false;
  }
  return true;
}

/** Two words whose comparison (less, or equal) gives the right answers, or their opposites. */
export function solveCompare(space: Space, right: Int32Array, trial: Trial): boolean {
  if (right.some((value) => value !== 0 && value !== 1)) return false;
  const words = space.entries('word').slice(0, MOST_COMPARED);
  trial.meter.spend(words.length ** 2 / 2);
  for (const [i, a] of words.entries()) {
    for (let j = 0; j < words.length; j += 1) {
      const b = words[j]!;
      if (a === b || !(a.isOpen || b.isOpen)) continue;
      if (comparesAs(a, b, right, 'less') && trial.accepts(call('less', termOf(a), termOf(b)))) return true;
      if (comparesAs(a, b, right, 'atLeast') && trial.accepts(call('not', call('less', termOf(a), termOf(b)))))
        return true;
      if (j < i && comparesAs(a, b, right, 'equal') && trial.accepts(call('equal', termOf(a), termOf(b)))) return true;
      if (
        j < i &&
        comparesAs(a, b, right, 'differs') &&
        trial.accepts(call('not', call('equal', termOf(a), termOf(b))))
      )
        return true;
    }
  }
  return false;
}

// oxlint-disable-next-line max-params -- two words, what is right and how they are compared
function comparesAs(a: Entry, b: Entry, right: Int32Array, how: 'less' | 'atLeast' | 'equal' | 'differs'): boolean {
  const [x, y] = [a.column, b.column];
  const isNegated = how === 'atLeast' || how === 'differs' ? 1 : 0;
  const isOrder = how === 'less' || how === 'atLeast';
  for (let i = 0; i < right.length; i += 1) {
    const holds = isOrder ? x[i]! < y[i]! : x[i] === y[i];
    if ((holds ? 1 : 0) === (right[i]! ^ isNegated)) continue;
    return false;
  }
  return true;
}
