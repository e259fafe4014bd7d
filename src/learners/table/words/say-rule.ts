import { columnsIn, environmentOf, evaluateTerm, type Rule, type Term } from '#learners/machine/terms';
import type { TableColumn } from '../table.ts';
import { casesOf, type RuleCase } from './rule-cases.ts';
import { sayAutomaton } from './say-automaton.ts';
import { sayTerm, type Units, unitsOf } from './say-term.ts';

/** A rule in words, one line a case; cases by one column of few values are a table. */
export function sayRule(rule: Rule, columns: readonly TableColumn[], answer: TableColumn): readonly string[] {
  const symbols = [...rule.columns, rule.answer].find((spec) => spec.symbols !== undefined)?.symbols ?? [];
  const units = unitsOf(columns, symbols);
  const said = (term: Term): string => {
    if (answer.kind === 'flag' && term.is === 'word') return String(term.value === 1);
    return withoutOuter(sayTerm(term, units, answer.kind === 'number' ? answer.scale : undefined));
  };
  const automaton = sayAutomaton(rule.term, (value) => sayAnswer(value, answer, symbols));
  if (automaton !== undefined) return automaton;
  const cases = casesOf(answer.kind === 'word' ? namedCases(rule.term, units) : rule.term);
  const key = keyColumn(cases, columns);
  if (key !== undefined) return sayByValue(cases, key, said);
  return cases.map(({ when, gives }) => {
    if (when.length > 0)
      return `if ${inOrder(when, columns)
        .map((test) => sayTest(test, units))
        .join(' and ')}: ${said(gives)}`;
    return cases.length === 1 ? said(gives) : `otherwise: ${said(gives)}`;
  });
}

function sayAnswer(value: number, { kind, scale }: TableColumn, symbols: readonly string[]): string {
  if (kind === 'word') return symbols[value] ?? '';
  return kind === 'flag' ? String(value === 1) : String(value / scale);
}

/** A table from words to words as cases: what is not told apart is said once. */
function namedCases(term: Term, units: Units): Term {
  if (term.is !== 'table' || term.of.is !== 'column' || !units.isWord(term.of.name)) return term;
  const { of, entries, otherwise } = term;
  const word = (code: number): Term => ({ is: 'symbol', code, name: units.symbols[code] ?? '' });
  const cases = entries
    .filter(([, value]) => value !== otherwise)
    .map(([key, value]) => ({
      when: { is: 'call', name: 'same', args: [word(key), of] } as const,
      gives: word(value),
    }));
  return { is: 'choice', cases, otherwise: word(otherwise) };
}

/** A sum that stands alone needs no brackets. */
function withoutOuter(said: string): string {
  if (!said.startsWith('(') || !said.endsWith(')')) return said;
  let depth = 0;
  for (let i = 0; i < said.length - 1; i += 1) {
    depth += said[i] === '(' ? 1 : said[i] === ')' ? -1 : 0;
    if (depth === 0) return said;
  }
  return said.slice(1, -1);
}

/** Tests in the order of the columns that they read. */
function inOrder(tests: readonly Term[], columns: readonly TableColumn[]): readonly Term[] {
  const place = (test: Term): number => columns.findIndex(({ name }) => name === columnsIn(test)[0]);
  return [...tests].sort((a, b) => place(a) - place(b));
}

function sayTest(test: Term, units: Units): string {
  const said = sayTerm(test, units);
  return test.is === 'call' && test.name === 'or' && !said.startsWith('(') ? `(${said})` : said;
}

/** The one column that all tests read, where it has few values. */
function keyColumn(cases: readonly RuleCase[], columns: readonly TableColumn[]): TableColumn | undefined {
  const names = new Set(cases.flatMap(({ when }) => when.flatMap(columnsIn)));
  const [name] = names;
  if (cases.length < 3 || names.size !== 1) return undefined;
  return columns.find((column) => column.name === name && (column.values ?? column.words) !== undefined);
}

interface Entry {
  readonly key: string;
  readonly gives: string;
}

/** `tax 2 → net × 1.2`: what holds for each value that was seen, and beyond them. */
function sayByValue(cases: readonly RuleCase[], column: TableColumn, said: (term: Term) => string): string[] {
  const { name, words, values = [], scale } = column;
  const at = (value: number): string => said(caseAt(cases, column, value).gives);
  const seen: Entry[] =
    words === undefined
      ? values.map((value) => ({ key: String(value / scale), gives: at(value) }))
      : words.map((word, code) => ({ key: word, gives: at(code) }));
  const [below, above] = words === undefined ? [at(values[0]! - 1), at(values.at(-1)! + 1)] : [at(-1), at(-1)];
  const beyond: Entry[] =
    below === above
      ? [{ key: 'anything else', gives: above }]
      : [
          { key: `below ${values[0]! / scale}`, gives: below },
          { key: `above ${values.at(-1)! / scale}`, gives: above },
        ];
  const grouped = new Map<string, string[]>();
  for (const { key, gives } of seen) grouped.set(gives, [...(grouped.get(gives) ?? []), key]);
  const lines = [...grouped].map(([gives, keys]) => `${name} ${keys.join(', ')} → ${gives}`);
  return [...lines, ...beyond.map(({ key, gives }) => `${name} ${key} → ${gives}`)];
}

function caseAt(cases: readonly RuleCase[], { name, kind }: TableColumn, value: number): RuleCase {
  const type = kind === 'word' ? 'symbol' : 'word';
  const env = environmentOf(1, new Map([[name, { type, column: Int32Array.of(value) }]]));
  return cases.find(({ when }) => when.every((test) => evaluateTerm(test, env)[0] === 1))!;
}
