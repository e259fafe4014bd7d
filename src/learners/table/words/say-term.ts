import { productionNamed, type Term } from '#learners/machine/terms';
import type { TableColumn } from '../table.ts';

/** How columns are counted: a cell is a whole number of 1 / scale. */
export type Scales = (column: string) => number;

export function scalesOf(columns: readonly Pick<TableColumn, 'name' | 'scale'>[]): Scales {
  const scales = new Map(columns.map(({ name, scale }) => [name, scale]));
  return (name) => scales.get(name) ?? 1;
}

/** The scale that a term has by itself; a constant has that of what it is compared with. */
function scaleOf(term: Term, scales: Scales): number | undefined {
  if (term.is === 'column') return scales(term.name);
  if (term.is === 'word') return undefined;
  if (term.is !== 'call') return 1;
  const [a, b] = term.args.map((arg) => scaleOf(arg, scales));
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
export function sayTerm(term: Term, scales: Scales, scale = scaleOf(term, scales) ?? 1): string {
  switch (term.is) {
    case 'column':
      return scales(term.name) === scale ? term.name : times(term.name, scales(term.name) / scale);
    case 'word':
      return decimal(term.value / scale);
    case 'call':
      return sayCall(term, scales, scale);
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
      return sayEach(term, scales);
    case 'table':
      return sayTable(term, scales, scale);
    case 'choice': {
      const cases = term.cases.map(({ when, gives }) => `${sayTerm(gives, scales, scale)} if ${sayTerm(when, scales)}`);
      return `(${cases.join(', ')}, else ${sayTerm(term.otherwise, scales, scale)})`;
    }
  }
}

function sayTable({ of, entries, otherwise }: Term & { is: 'table' }, scales: Scales, scale: number): string {
  const own = scaleOf(of, scales) ?? 1;
  const rows = entries.map(([key, value]) => `${decimal(key / own)} → ${decimal(value / scale)}`);
  return `by ${sayTerm(of, scales)}: ${rows.join(', ')}, else ${decimal(otherwise / scale)}`;
}

const signs: Readonly<Record<string, string>> = { add: '+', subtract: '−', smaller: '', larger: '' };

function sayCall(term: Term & { is: 'call' }, scales: Scales, scale: number): string {
  const [a, b] = term.args;
  if (signs[term.name] !== undefined) {
    const said = [sayTerm(a!, scales, scale), sayTerm(b!, scales, scale)];
    return productionNamed(term.name)!.say(said);
  }
  const factor = factorOf(term);
  if (factor !== undefined) {
    const own = scaleOf(factor.of, scales) ?? 1;
    const said = times(sayTerm(factor.of, scales, own), (factor.top * own) / (factor.bottom * scale));
    return factor.bottom === 1 ? said : `${said}, rounded down${scale === 1 ? '' : ` to ${1 / scale}`}`;
  }
  if (term.name === 'not') return sayNot(a!, scales);
  if (term.name === 'less' || term.name === 'equal') return compare(term, scales, term.name === 'less' ? '<' : '=');
  if (term.name === 'same' && a!.is === 'symbol') return `${sayTerm(b!, scales)} is ${a.name}`;
  const said = productionNamed(term.name)?.say(term.args.map((arg) => sayTerm(arg, scales)));
  const own = scaleOf(term, scales) ?? 1;
  return times(said ?? `${term.name}(${term.args.map((arg) => sayTerm(arg, scales)).join(', ')})`, own / scale);
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
function compare({ args: [a, b] }: Term & { is: 'call' }, scales: Scales, sign: keyof typeof turned): string {
  const own = Math.max(scaleOf(a!, scales) ?? 0, scaleOf(b!, scales) ?? 0) || 1;
  const [left, right] = [sayTerm(a!, scales, own), sayTerm(b!, scales, own)];
  if (a!.is !== 'word') return `${left} ${sign} ${right}`;
  // Whole numbers: more than 64 is 65 or more.
  if (own === 1 && sign === '<') return `${right} ≥ ${a.value + 1}`;
  return `${right} ${turned[sign]} ${left}`;
}

function sayNot(inner: Term, scales: Scales): string {
  if (inner.is === 'call' && inner.name === 'less') return compare(inner, scales, '≥');
  if (inner.is === 'call' && inner.name === 'equal') return compare(inner, scales, '≠');
  if (inner.is === 'call' && inner.name === 'same') return sayTerm(inner, scales).replace(' is ', ' is not ');
  return `not ${inner.is === 'column' ? inner.name : `(${sayTerm(inner, scales)})`}`;
}

function sayEach(term: Term & { is: 'each' }, scales: Scales): string {
  const list = sayTerm(term.list, scales);
  const body = sayTerm(term.body, scales);
  switch (term.name) {
    case 'map':
      return `${body} for each item of ${list}`;
    case 'filter':
      return `the items of ${list} with ${body}`;
    case 'flatMap':
      return `${body}, joined, for each item of ${list}`;
    case 'sortBy':
      return `${list} sorted by ${body}`;
    case 'scan':
      return `${body} along ${list}, from ${term.start === undefined ? 0 : sayTerm(term.start, scales)}`;
  }
}
