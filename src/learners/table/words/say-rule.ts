import type { Rule, Term } from '#learners/machine/terms';
import type { TableColumn } from '../table.ts';
import { sayTerm, type Scales, scalesOf } from './say-term.ts';
import { simplifyTerm } from './simplify-term.ts';

/** One line of a rule: all of `when` hold, and no line before it did. */
export interface RuleCase {
  readonly when: readonly Term[];
  readonly then: Term;
}

/** A rule as a list of cases, of which the first that holds counts; the last has no test. */
export function casesOf(term: Term): readonly RuleCase[] {
  return withoutIdle(flat(simplifyTerm(term)));
}

/** A rule in words, one line a case. */
export function sayRule(rule: Rule, columns: readonly TableColumn[], answer: TableColumn): readonly string[] {
  const scales = scalesOf(columns);
  const said = (term: Term): string =>
    answer.kind === 'flag' && term.is === 'word'
      ? String(term.value === 1)
      : sayTerm(term, scales, answer.kind === 'number' ? answer.scale : undefined);
  const cases = casesOf(rule.term);
  const key = sharedKey(cases);
  if (key !== undefined && cases.length > 2) return sayTable(cases, key, { scales, said });
  return cases.map(({ when, then }) => {
    if (when.length > 0) return `if ${when.map((test) => sayTest(test, scales)).join(' and ')}: ${said(then)}`;
    return cases.length === 1 ? said(then) : `otherwise: ${said(then)}`;
  });
}

function sayTest(test: Term, scales: Scales): string {
  const said = sayTerm(test, scales);
  return test.is === 'call' && test.name === 'or' && !said.startsWith('(') ? `(${said})` : said;
}

function flat(term: Term): RuleCase[] {
  if (term.is !== 'choice') return [{ when: [], then: term }];
  const cases = term.cases.flatMap(({ when, then }) =>
    flat(then).map((inner) => ({ when: [...conjuncts(when), ...inner.when], then: inner.then })),
  );
  return [...cases, ...flat(term.otherwise)];
}

function conjuncts(test: Term): Term[] {
  return test.is === 'call' && test.name === 'and' ? test.args.flatMap(conjuncts) : [test];
}

const text = (term: Term): string => JSON.stringify(term);

/** Leaves out each case that the next one with the same answer covers. */
function withoutIdle(cases: readonly RuleCase[]): readonly RuleCase[] {
  const kept = cases.filter(({ when, then }, i) => {
    const next = cases[i + 1];
    if (next === undefined || text(next.then) !== text(then)) return true;
    const own = when.map(text);
    return !next.when.every((test) => own.includes(text(test)));
  });
  return kept.length === cases.length ? kept : withoutIdle(kept);
}

/** The column that every case but the last compares with a constant. */
function sharedKey(cases: readonly RuleCase[]): string | undefined {
  const keys = cases.slice(0, -1).map(({ when }) => (when.length === 1 ? keyOf(when[0]!)?.column : undefined));
  return keys.every((key) => key !== undefined && key === keys[0]) ? keys[0] : undefined;
}

function keyOf(test: Term): { readonly column: string; readonly value: Term } | undefined {
  if (test.is !== 'call' || (test.name !== 'equal' && test.name !== 'same')) return undefined;
  const column = test.args.find((arg) => arg.is === 'column');
  const value = test.args.find((arg) => arg.is === 'word' || arg.is === 'symbol');
  return column === undefined || value === undefined ? undefined : { column: column.name, value };
}

interface Saying {
  readonly scales: Scales;
  readonly said: (term: Term) => string;
}

function sayTable(cases: readonly RuleCase[], key: string, { scales, said }: Saying): string[] {
  return cases.map(({ when, then }) => {
    const value = when[0] === undefined ? undefined : keyOf(when[0])?.value;
    return `${key} ${value === undefined ? 'anything else' : sayTerm(value, scales, scales(key))} → ${said(then)}`;
  });
}
