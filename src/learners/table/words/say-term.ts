import { eachRows, productions, type Term } from '#learners/machine/terms';
import type { TableColumn } from '../table.ts';

/** How cells are said. */
export interface Units {
  /** A cell of this column is a whole number of 1 / scale. */
  scale(column: string): number;
  /** The columns of words, whose cells are codes of `symbols`. */
  isWord(column: string): boolean;
  /** How many words a column of words has. */
  words(column: string): number;
  readonly symbols: readonly string[];
}

export function unitsOf(columns: readonly TableColumn[], symbols: readonly string[]): Units {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return {
    scale: (name) => byName.get(name)?.scale ?? 1,
    isWord: (name) => byName.get(name)?.kind === 'word',
    words: (name) => byName.get(name)?.words?.length ?? 0,
    symbols,
  };
}

/** The scale that a term has by itself; a constant has that of what it is compared with. */
function scaleOf(term: Term, units: Units): number | undefined {
  if (term.is === 'column') return units.scale(term.name);
  if (term.is === 'word') return undefined;
  if (term.is !== 'call') return 1;
  const [a, b] = term.args.map((arg) => scaleOf(arg, units));
  switch (term.name) {
    case 'add':
    case 'subtract':
    case 'smaller':
    case 'larger':
      return Math.max(a ?? 0, b ?? 0) || undefined;
    case 'multiply':
      return (a ?? 1) * (b ?? 1);
    case 'divide':
      return (a ?? 1) / (b ?? 1);
    case 'modulo':
      return a ?? b;
    default:
      return 1;
  }
}

/** A term in words, in units of 1 / `scale`: 65 where it stands for 6.5 is said as 6.5. */
export function sayTerm(term: Term, units: Units, scale = scaleOf(term, units) ?? 1): string {
  switch (term.is) {
    case 'column':
      return units.scale(term.name) === scale ? term.name : times(term.name, units.scale(term.name) / scale);
    case 'word':
      return decimal(term.value / scale);
    case 'call':
      return sayCall(term, units, scale);
    case 'item':
      return 'item';
    case 'place':
      return 'place';
    case 'before':
      return 'the one before';
    case 'symbol':
      return term.name;
    case 'record':
    case 'list':
      return `[${(term.is === 'record' ? term.columns : term.value).join(', ')}]`;
    case 'bits':
      return `#x${term.value}`;
    case 'each':
      return sayEach(term, units);
    case 'table':
      return sayTable(term, units, scale);
    case 'choice': {
      const cases = term.cases.map(({ when, gives }) => `${sayTerm(gives, units, scale)} if ${sayTerm(when, units)}`);
      return `(${cases.join(', ')}, else ${sayTerm(term.otherwise, units, scale)})`;
    }
  }
}

/** `(−10 if express is no, else 0)`, or `(zone east → 9, west → 15)`: nothing else is said where every word has its entry. */
function sayTable({ of, entries, otherwise }: Term & { is: 'table' }, units: Units, scale: number): string {
  const own = scaleOf(of, units) ?? 1;
  const isWord = of.is === 'column' && units.isWord(of.name);
  const key = (code: number): string => (isWord ? (units.symbols[code] ?? '') : decimal(code / own));
  const rest = decimal(otherwise / scale);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const test = isTest(of)
      ? `${only[0] === 1 ? '' : 'not '}${sayTerm(of, units)}`
      : `${sayTerm(of, units)} is ${key(only[0])}`;
    return `(${decimal(only[1] / scale)} if ${test}, else ${rest})`;
  }
  const isWhole = isWord && of.is === 'column' && entries.length >= units.words(of.name);
  const rows = entries.map(([code, value]) => `${key(code)} → ${decimal(value / scale)}`);
  return `(${sayTerm(of, units)} ${rows.join(', ')}${isWhole ? '' : `, else ${rest}`})`;
}

function isTest(term: Term): boolean {
  return term.is === 'call' && productionOf(term.name)?.result === 'flag';
}

const productionOf = (name: string) => productions.find((one) => one.name === name);

const signs: Readonly<Record<string, string>> = { add: '+', subtract: '−', smaller: '', larger: '' };

function sayCall(term: Term & { is: 'call' }, units: Units, scale: number): string {
  const [a, b] = term.args;
  if (signs[term.name] !== undefined) {
    const said = [sayTerm(a!, units, scale), sayTerm(b!, units, scale)];
    return productionOf(term.name)!.say(said);
  }
  const factor = factorOf(term);
  if (factor !== undefined) {
    const own = scaleOf(factor.of, units) ?? 1;
    const said = times(sayTerm(factor.of, units, own), (factor.top * own) / (factor.bottom * scale));
    return factor.bottom === 1 ? said : `${said}, rounded down${scale === 1 ? '' : ` to ${1 / scale}`}`;
  }
  if (term.name === 'not') return sayNot(a!, units);
  if (term.name === 'less' || term.name === 'equal') return compare(term, units, term.name === 'less' ? '<' : '=');
  if (term.name === 'same' && a!.is === 'symbol') return `${sayTerm(b!, units)} is ${a.name}`;
  const said = productionOf(term.name)?.say(term.args.map((arg) => sayTerm(arg, units)));
  const own = scaleOf(term, units) ?? 1;
  return times(said ?? `${term.name}(${term.args.map((arg) => sayTerm(arg, units)).join(', ')})`, own / scale);
}

/** x × top / bottom with constants: a share. */
function factorOf(term: Term): { readonly of: Term; readonly top: number; readonly bottom: number } | undefined {
  if (term.is !== 'call') return undefined;
  const [a, b] = term.args;
  if (term.name === 'divide' && b!.is === 'word' && b.value > 0) {
    const inner = factorOf(a!);
    if (inner?.bottom === 1) return { ...inner, bottom: b.value };
    return undefined;
  }
  if (term.name !== 'multiply') return undefined;
  if (b!.is === 'word') return { of: a!, top: b.value, bottom: 1 };
  return a!.is === 'word' ? { of: b!, top: a.value, bottom: 1 } : undefined;
}

function times(said: string, factor: number): string {
  return factor === 1 ? said : `${said} × ${decimal(factor)}`;
}

function decimal(value: number): string {
  return String(Number(value.toPrecision(10)));
}

const turned = { '<': '>', '=': '=', '≥': '≤', '≠': '≠' } as const;

/** Constants stand on the right: `4 < risk` is said as `risk > 4`. */
function compare({ args: [a, b] }: Term & { is: 'call' }, units: Units, sign: keyof typeof turned): string {
  const own = Math.max(scaleOf(a!, units) ?? 0, scaleOf(b!, units) ?? 0) || 1;
  const [left, right] = [sayTerm(a!, units, own), sayTerm(b!, units, own)];
  if (a!.is !== 'word') return `${left} ${sign} ${right}`;
  // Whole numbers: more than 64 is 65 or more.
  if (own === 1 && sign === '<') return `${right} ≥ ${a.value + 1}`;
  return `${right} ${turned[sign]} ${left}`;
}

function sayNot(inner: Term, units: Units): string {
  if (inner.is === 'call' && inner.name === 'less') return compare(inner, units, '≥');
  if (inner.is === 'call' && inner.name === 'equal') return compare(inner, units, '≠');
  if (inner.is === 'call' && inner.name === 'same') return sayTerm(inner, units).replace(' is ', ' is not ');
  return `not ${inner.is === 'column' ? inner.name : `(${sayTerm(inner, units)})`}`;
}

function sayEach(term: Term & { is: 'each' }, units: Units): string {
  const list = sayTerm(term.list, units);
  const body = sayTerm(term.body, units);
  if (term.name !== 'scan') return eachRows[term.name].say(list, body);
  return `${body} along ${list}, from ${term.start === undefined ? 0 : sayTerm(term.start, units)}`;
}
