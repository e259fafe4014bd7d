import { type Abstraction, productionNamed } from './grammar.ts';
import type { Rule } from './rule.ts';
import type { Term } from './term.ts';

/** A rule in words. */
export function describeRule(rule: Rule): string {
  return describeTerm(rule.term, rule.abstractions ?? []);
}

export function describeTerm(term: Term, abstractions: readonly Abstraction[] = []): string {
  const say = (inner: Term): string => describeTerm(inner, abstractions);
  switch (term.is) {
    case 'column':
      return term.name;
    case 'item':
      return 'item';
    case 'place':
      return 'place';
    case 'before':
      return 'the one before';
    case 'word':
      return String(term.value);
    case 'symbol':
      return term.name;
    case 'record':
      return `[${term.columns.join(', ')}]`;
    case 'list':
      return `[${term.value.join(', ')}]`;
    case 'bits':
      return `#x${term.value}`;
    case 'call': {
      const args = term.args.map(say);
      return productionNamed(term.name)?.say(args) ?? `${term.name}(${args.join(', ')})`;
    }
    case 'each':
      return describeEach(term, say);
    case 'table': {
      const entries = term.entries.map(([key, value]) => `${key} → ${value}`).join(', ');
      return `by ${say(term.of)}: ${entries}, else ${term.otherwise}`;
    }
    case 'choice': {
      const cases = term.cases.map(({ when, then }) => `if ${say(when)}: ${say(then)}`);
      return `${cases.join('; ')}; otherwise: ${say(term.otherwise)}`;
    }
  }
}

function describeEach(term: Term & { is: 'each' }, say: (inner: Term) => string): string {
  const list = say(term.list);
  const body = say(term.body);
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
      return `${body} along ${list}, from ${term.start === undefined ? 0 : say(term.start)}`;
  }
}
