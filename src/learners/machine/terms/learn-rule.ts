import { Fault, type Rng } from '#foundation/kernel';
import type { Candidate } from './candidate.ts';
import type { Type } from './column.ts';
import { describeRule } from './describe-term.ts';
import { evaluateTerm } from './evaluate-term.ts';
import { Fit } from './fit.ts';
import { constantBits, type Grammar, leafBits, plainGrammar, productions } from './grammar.ts';
import { type RuleKnobs, turnRuleKnobs } from '../search-knobs.ts';
import { Meter } from './meter.ts';
import { countRows } from './row-set.ts';
import { applyRule, type Cell, type ColumnSpec, packCells, type Rule, ruleEnvironment, specOf } from './rule.ts';
import type { Entry } from './entry.ts';
import { Space } from './space.ts';
import type { Term } from './term.ts';

/** What is learnt from: a table, the answers, a prior and a budget. */
export interface LearnRequest {
  /** The names of the columns; a column may say what it is to be taken for. */
  readonly columns: readonly (string | ColumnSpec)[];
  readonly rows: readonly (readonly Cell[])[];
  readonly answer: readonly Cell[];
  readonly answerSpec?: Omit<ColumnSpec, 'name'>;
  readonly grammar?: Grammar;
  /** Counted effort: entries of columns computed. About 20 million a second. */
  readonly effort: number;
  /** Bits that a contradicting row costs: many where rows are known to be right. */
  readonly errorBits?: number;
  /** A search that has a rule for all rows goes on for so many times the effort that this took. */
  readonly patience?: number;
  readonly knobs?: RuleKnobs;
  /** Draws the sample of rows. */
  readonly rng: Rng;
}

/** A rule that was learnt, and what else would fit as well. */
export interface Learnt {
  readonly rule: Rule;
  /** The rule in words. */
  readonly describe: string;
  predict(row: readonly Cell[]): Cell;
  /** Rows that contradict the rule, by their place in the table. */
  readonly errors: readonly number[];
  /** Description length: the rule, its tables and its errors. */
  readonly bits: number;
  /** The bits that a wrong row costs. */
  readonly errorBits: number;
  readonly effort: number;
  /** Other rules that contradict no more rows, by description length. */
  readonly alternatives: readonly { readonly rule: Rule; readonly describe: string; readonly bits: number }[];
}

const SYMBOL_BITS = 2;
const MOST_ALTERNATIVES = 8;

/** Learns the shortest rule that it finds for a table within its effort. */
export function learnRule(request: LearnRequest): Learnt {
  const { rows, answer, rng, effort, grammar = plainGrammar, knobs = turnRuleKnobs() } = request;
  if (rows.length === 0 || rows.length !== answer.length) {
    throw new Fault('contracts/invalid', `${rows.length} rows with ${answer.length} answers`);
  }
  const { columns, target } = specsOf(request);
  const meter = new Meter(effort);
  const ruleOf = (term: Term): Rule => ({ columns, answer: withoutName(target), term });
  const problem: Problem = {
    columns,
    grammar,
    target,
    knobs,
    patience: request.patience ?? knobs.rulePatience,
    errorBits: request.errorBits ?? errorBitsOf(target, answer, knobs),
    rows,
    answer,
  };
  const sampled = new Set(rng.distinct(Math.min(rows.length, sampleSize(target, answer)), rows.length));
  for (;;) {
    const part = [...sampled].sort((a, b) => a - b);
    const found = searchRows(problem, part, meter);
    const learnt = report(found, ruleOf, { ...problem, effort: meter.spent });
    const missed = learnt.errors.filter((row) => !sampled.has(row));
    const isDone = missed.length <= learnt.errors.length - missed.length || meter.isNearlyEmpty;
    if (sampled.size === rows.length || isDone) return learnt;
    for (const row of missed.slice(0, knobs.moreRows)) sampled.add(row);
  }
}

/** What each column is taken for. Symbols of all columns share their codes, so that columns can be compared. */
function specsOf(request: LearnRequest): { columns: ColumnSpec[]; target: Omit<ColumnSpec, 'name'> } {
  const { rows, answer } = request;
  const specs = request.columns.map((column, k) =>
    typeof column === 'string'
      ? specOf(
          column,
          rows.map((row) => row[k]!),
        )
      : column,
  );
  const target = request.answerSpec ?? specOf('answer', answer);
  const symbols = [...new Set([...specs, target].flatMap((spec) => spec.symbols ?? []))].sort();
  const shared = <T extends Omit<ColumnSpec, 'name'>>(spec: T): T =>
    spec.type === 'symbol' ? { ...spec, symbols } : spec;
  return { columns: specs.map(shared), target: shared(target) };
}

interface Problem {
  readonly columns: readonly ColumnSpec[];
  readonly grammar: Grammar;
  readonly target: Omit<ColumnSpec, 'name'>;
  readonly knobs: RuleKnobs;
  readonly patience: number;
  readonly errorBits: number;
  readonly rows: readonly (readonly Cell[])[];
  readonly answer: readonly Cell[];
}

/** The bits of a wrong row. Where answers are classes they name the row and its class: log₂ n + log₂ (classes − 1). A list or a vector has a fixed cost. */
function errorBitsOf({ type }: Omit<ColumnSpec, 'name'>, answer: readonly Cell[], { wrongRowBits }: RuleKnobs): number {
  const classes = new Set(answer.map(String)).size;
  const isClass = type === 'flag' || type === 'symbol' || (type === 'word' && areClasses(answer));
  return isClass ? Math.log2(answer.length) + Math.log2(Math.max(2, classes - 1)) : wrongRowBits;
}

/** The number of rows that a search begins with: all where they are few, else a sample, which grows by rows that contradict what was found on it. */
function sampleSize({ type }: Omit<ColumnSpec, 'name'>, answer: readonly Cell[]): number {
  return type === 'bits' || type === 'list' || (type === 'word' && !areClasses(answer)) ? 64 : 4096;
}

/** Whether so many answers are alike that they name classes. */
function areClasses(answer: readonly Cell[]): boolean {
  return new Set(answer.map(String)).size * 8 < answer.length;
}

function searchRows(problem: Problem, part: readonly number[], meter: Meter): readonly Candidate[] {
  const rows = part.map((row) => problem.rows[row]!);
  const answer = part.map((row) => problem.answer[row]!);
  const space = new Space(rows.length, leavesOf(problem, rows), {
    grammar: grammarFor(problem),
    meter,
    largest: largestOf(rows, answer),
    room: { left: problem.knobs.ruleRoom },
  });
  const goal = { type: problem.target.type, column: packCells(problem.target, answer) };
  return search(new Fit(space, goal, 1, problem), problem);
}

function withoutName({ type, symbols }: Omit<ColumnSpec, 'name'>): Omit<ColumnSpec, 'name'> {
  return { type, ...(symbols && { symbols }) };
}

/** Grows the space level by level, and deduces each time effort has grown by a half, and by twice what deducing took. */
function search(fit: Fit, { patience, knobs }: Problem): readonly Candidate[] {
  const { space } = fit;
  let next = 0;
  let until = Infinity;
  for (let level = 1; level <= knobs.mostRuleBits && !space.isFull && space.meter.spent < until; level += 1) {
    space.growTo(level);
    fit.look();
    if (level >= 6 && space.meter.spent >= next) {
      const before = space.meter.spent;
      fit.deduce();
      next = Math.max(space.meter.spent * 1.5, space.meter.spent + 2 * (space.meter.spent - before));
    }
    const best = fit.whole()[0];
    if (best === undefined || (patience > 0 && isLearntByHeart(fit, best))) continue;
    if (best.bits <= level + 1) break;
    until = Math.min(until, space.meter.spent * (1 + patience) + knobs.patienceShare * patience * space.meter.limit);
  }
  fit.deduce();
  return [...fit.candidates.all()].sort((a, b) => cost(fit, a) - cost(fit, b));
}

/** A rule that is longer than the answers written out, or than a bit a row, has told nothing about them: the search goes on. */
function isLearntByHeart({ space: { n }, goal }: Fit, { bits }: Candidate): boolean {
  if (n > 64 && bits >= n) return true;
  return goal.type === 'word' && bits >= n * Math.log2(new Set(goal.column).size);
}

function cost(fit: Fit, candidate: Candidate): number {
  return candidate.bits + fit.errorBits * (fit.space.n - countRows(candidate.rows));
}

interface Evidence extends Problem {
  readonly effort: number;
}

function report(found: readonly Candidate[], ruleOf: (term: Term) => Rule, evidence: Evidence): Learnt {
  const best = found[0];
  const rule = ruleOf(best?.term() ?? { is: 'list', value: [] });
  const hits = best === undefined ? 0 : countRows(best.rows);
  const alternatives = found
    .slice(1)
    .filter(({ rows }) => countRows(rows) >= hits)
    .slice(0, MOST_ALTERNATIVES)
    .map((candidate) => {
      const other = ruleOf(candidate.term());
      return { rule: other, describe: describeRule(other), bits: candidate.bits };
    });
  const predict = (row: readonly Cell[]): Cell => applyRule(rule, row);
  const errors = evidence.rows.flatMap((row, i) =>
    JSON.stringify(predict(row)) === JSON.stringify(evidence.answer[i]) ? [] : [i],
  );
  return {
    rule,
    describe: describeRule(rule),
    predict,
    errors,
    bits: (best?.bits ?? 0) + evidence.errorBits * errors.length,
    errorBits: evidence.errorBits,
    effort: evidence.effort,
    alternatives,
  };
}

function largestOf(rows: readonly (readonly Cell[])[], answer: readonly Cell[]): number {
  let largest = 1000;
  const meet = (cell: Cell): void => {
    if (typeof cell === 'number') largest = Math.max(largest, 16 * Math.abs(cell));
    else if (Array.isArray(cell)) cell.forEach(meet);
  };
  for (const row of rows) row.forEach(meet);
  answer.forEach(meet);
  return largest;
}

/** Where neither a column nor the answer is a list, terms may measure the row as a list but make no lists. */
function grammarFor({ grammar, columns, target }: Problem): Grammar {
  if ([...columns, target].some(({ type }) => type === 'list' || type === 'bits')) return grammar;
  const made = productions.filter(({ result }) => result === 'list').map(({ name }) => [name, Infinity] as const);
  const each = (['map', 'filter', 'flatMap', 'sortBy'] as const).map((name) => [name, Infinity] as const);
  return { ...grammar, bits: { ...Object.fromEntries([...made, ...each]), ...grammar.bits } };
}

/** Columns, the row as a list, and constants. */
function leavesOf({ columns, grammar, target }: Problem, rows: readonly (readonly Cell[])[]): Entry[] {
  const env = ruleEnvironment({ columns, answer: target }, rows);
  const leaf = (term: Term, type: Type, bits: number): Entry => ({
    type,
    column: evaluateTerm(term, env),
    bits,
    isOpen: term.is === 'column' || term.is === 'record',
    make: { leaf: term },
  });
  const own = Math.max(leafBits.column, Math.round(Math.log2(columns.length)));
  const open = columns.map(({ name, type }) => leaf({ is: 'column', name }, type, own));
  const words = columns.filter(({ type }) => type === 'word').map(({ name }) => name);
  if (words.length > 2) open.push(leaf({ is: 'record', columns: words }, 'list', leafBits.record));
  const symbols = [...columns, target].find(({ type }) => type === 'symbol')?.symbols ?? [];
  const named = symbols.map((name, code) => leaf({ is: 'symbol', code, name }, 'symbol', SYMBOL_BITS));
  const closed = (grammar.constants ?? smallConstants).map(({ term, type, bits }) => leaf(term, type, bits));
  return [...open, ...named, ...closed];
}

/** Numbers up to 10 and the empty list. */
const smallConstants: NonNullable<Grammar['constants']> = [
  ...Array.from({ length: 11 }, (_, value) => ({
    term: { is: 'word', value } as const,
    type: 'word' as const,
    bits: constantBits(value),
  })),
  { term: { is: 'list', value: [] }, type: 'list', bits: 4 },
];
