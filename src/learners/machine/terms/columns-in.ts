import type { Term } from './term.ts';

/** The columns that a term reads. */
export function columnsIn(term: Term): readonly string[] {
  switch (term.is) {
    case 'column':
      return [term.name];
    case 'record':
      return term.columns;
    case 'call':
      return term.args.flatMap(columnsIn);
    case 'each':
      return [term.list, term.body, ...(term.start === undefined ? [] : [term.start])].flatMap(columnsIn);
    case 'table':
      return columnsIn(term.of);
    case 'choice':
      return [...term.cases.flatMap(({ when, gives }) => [when, gives]), term.otherwise].flatMap(columnsIn);
    case 'item':
    case 'place':
    case 'before':
    case 'word':
    case 'symbol':
    case 'list':
    case 'bits':
      return [];
  }
}
