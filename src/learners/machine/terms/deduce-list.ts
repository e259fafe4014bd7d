import { listAt, packLists } from './column.ts';
import { constantBits, productions } from './grammar.ts';
import type { Fitting } from './goal.ts';
import type { Production } from './production.ts';
import { addRow, allRows, isEmpty, noRows, type RowSet } from './row-set.ts';
import { listBits } from './solve-holes.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';

/** Lists whose words are deduced, cheapest first, and words that may fill a deduced place. */
const MOST_LISTS = 120;
const MOST_WORDS = 150;

const withWitness = productions.filter((row) => row.witness !== undefined);

/** What the goal says about the arguments of a production: inverse semantics. */
export function deduceList(fit: Fitting): void {
  const goal = fit.goalLists();
  const lists = fit.space
    .entries('list')
    .filter(({ isOpen }) => isOpen)
    .slice(0, MOST_LISTS);
  const words = fit.space.entries('word').slice(0, MOST_WORDS);
  for (const entry of lists) {
    if (fit.space.meter.isEmpty) return;
    const rows = goal.map((_, i) => listAt(entry.column, i));
    framed(fit, entry, rows, goal);
    for (const production of withWitness) {
      fit.space.meter.spend(entry.column.length + fit.goal.column.length);
      const tuples = rows.map((list, i) => production.witness!(list, goal[i]!));
      if (tuples.every((row) => row.length === 0)) continue;
      fillWords(fit, { production, entry, tuples }, words);
    }
  }
  joined(fit, lists);
}

interface Deduced {
  readonly production: Production;
  readonly entry: Entry;
  /** On each row, the words that would do. */
  readonly tuples: readonly (readonly (readonly number[])[])[];
}

function fillWords(fit: Fitting, deduced: Deduced, words: readonly Entry[]): void {
  const { production, entry, tuples } = deduced;
  const base = entry.bits + (production.bits ?? 0);
  constantTuples(fit, deduced, base);
  const n = fit.space.n;
  const make = (args: readonly Term[]): Term => ({ is: 'call', name: production.name, args: [termOf(entry), ...args] });
  for (const first of words) {
    const left = tuples.map((row, i) => row.filter((tuple) => tuple[0] === first.column[i]));
    fit.space.meter.spend(n);
    if (left.every((row) => row.length === 0)) continue;
    if (production.args.length === 2) {
      if (!first.isOpen) continue;
      const rows = noRows(n);
      left.forEach((row, i) => row.length > 0 && addRow(rows, i));
      fit.candidates.offer({ bits: base + first.bits, rows, term: () => make([termOf(first)]) });
      continue;
    }
    for (const second of words) {
      if (!first.isOpen && !second.isOpen) continue;
      const rows = noRows(n);
      left.forEach((row, i) => row.some((tuple) => tuple[1] === second.column[i]) && addRow(rows, i));
      fit.space.meter.spend(n);
      if (isEmpty(rows)) continue;
      fit.candidates.offer({
        bits: base + first.bits + second.bits,
        rows,
        term: () => make([termOf(first), termOf(second)]),
      });
    }
  }
}

/** Words that are the same on several rows. */
function constantTuples(fit: Fitting, { production, entry, tuples }: Deduced, base: number): void {
  const groups = new Map<string, { tuple: readonly number[]; rows: RowSet }>();
  tuples.forEach((row, i) => {
    for (const tuple of row) {
      const key = tuple.join();
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { tuple, rows: noRows(fit.space.n) }));
      addRow(group.rows, i);
    }
  });
  for (const { tuple, rows } of groups.values()) {
    fit.candidates.offer({
      bits: tuple.reduce((sum, word) => sum + constantBits(word), base),
      rows,
      term: () => ({
        is: 'call',
        name: production.name,
        args: [termOf(entry), ...tuple.map((value): Term => ({ is: 'word', value }))],
      }),
    });
  }
}

/** goal = constant · list · constant, on the rows that share the constants. */
// oxlint-disable-next-line max-params -- a list with its rows, and the goal with its rows
function framed(fit: Fitting, entry: Entry, lists: readonly number[][], goal: readonly number[][]): void {
  const groups = new Map<string, { before: number[]; after: number[]; rows: RowSet }>();
  lists.forEach((list, i) => {
    const target = goal[i]!;
    for (let at = 0; at + list.length <= target.length; at += 1) {
      if (!list.every((item, j) => item === target[at + j])) continue;
      const before = target.slice(0, at);
      const after = target.slice(at + list.length);
      const key = `${before.join()};${after.join()}`;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { before, after, rows: noRows(fit.space.n) }));
      addRow(group.rows, i);
    }
  });
  for (const { before, after, rows } of groups.values()) {
    const parts = [before, after].filter((part) => part.length > 0);
    if (parts.length === 0) continue;
    const bits = parts.reduce(
      (sum, part) => sum + (part.length === 1 ? 5 + constantBits(part[0]!) : 5 + listBits(part)),
      entry.bits,
    );
    fit.candidates.offer({ bits, rows, term: () => frame(termOf(entry), before, after) });
  }
}

function frame(term: Term, before: readonly number[], after: readonly number[]): Term {
  const ahead = put(term, before, 'cons');
  return put(ahead, after, 'append');
}

function put(term: Term, part: readonly number[], single: 'cons' | 'append'): Term {
  if (part.length === 0) return term;
  if (part.length === 1) return { is: 'call', name: single, args: [term, { is: 'word', value: part[0]! }] };
  const list: Term = { is: 'list', value: part };
  return { is: 'call', name: 'concat', args: single === 'cons' ? [list, term] : [term, list] };
}

/** goal = one list · another, where the one is a part of it on every row and the space holds the rest. */
function joined(fit: Fitting, lists: readonly Entry[]): void {
  const goal = fit.goalLists();
  for (const entry of lists) {
    for (const side of ['before', 'after'] as const) {
      const rests = goal.map((target, i) => restOf(target, listAt(entry.column, i), side));
      if (rests.some((rest) => rest === undefined)) continue;
      const rest = fit.space.find('list', packLists(rests.map((list) => list ?? [])));
      if (rest === undefined) continue;
      const args = side === 'before' ? [entry, rest] : [rest, entry];
      fit.candidates.offer({
        bits: 5 + entry.bits + rest.bits,
        rows: allRows(fit.space.n),
        term: () => ({ is: 'call', name: 'concat', args: args.map(termOf) }),
      });
    }
  }
}

function restOf(target: readonly number[], part: readonly number[], side: 'before' | 'after'): number[] | undefined {
  if (part.length > target.length) return undefined;
  const at = side === 'before' ? 0 : target.length - part.length;
  if (!part.every((item, j) => item === target[at + j])) return undefined;
  return side === 'before' ? target.slice(part.length) : target.slice(0, at);
}
