import { eachRows } from './each.ts';
import { productionNamed } from './grammar.ts';
import { PAIR_BASE } from './productions/pairs.ts';
import type { Rule } from './rule.ts';
import type { Term } from './term.ts';

/** A rule in words. */
export function describeRule(rule: Rule): string {
  const symbols = [...rule.columns, rule.answer].find((spec) => spec.symbols !== undefined)?.symbols ?? [];
  return new Words(symbols, rule.answer.type === 'symbol').whole(rule.term);
}

/** A term in words; symbols are said by their codes. */
export function describeTerm(term: Term): string {
  return new Words([], false).whole(term);
}

/** Says terms; codes of symbols are said by their names. */
class Words {
  private readonly symbols: readonly string[];
  private readonly isSymbol: boolean;

  constructor(symbols: readonly string[], isSymbol: boolean) {
    this.symbols = symbols;
    this.isSymbol = isSymbol;
  }

  /** The term that gives the answer: the values of its table are answers. */
  whole(term: Term): string {
    if (term.is === 'table') return this.table(term, this.isSymbol);
    return this.say(term);
  }

  private say(term: Term): string {
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
        const [list, at] = term.args;
        if (term.name === 'nth' && list?.is === 'column' && at?.is === 'item') return `its ${list.name}`;
        const args = term.args.map((arg) => this.say(arg));
        return productionNamed(term.name)?.say(args) ?? `${term.name}(${args.join(', ')})`;
      }
      case 'each':
        return this.each(term);
      case 'table':
        return `{${this.table(term, false)}}`;
      case 'choice': {
        const cases = term.cases.map(({ when, gives }) => `if ${this.say(when)}: ${this.say(gives)}`);
        return `${cases.join('; ')}; otherwise: ${this.say(term.otherwise)}`;
      }
    }
  }

  private table(term: Term & { is: 'table' }, isAnswer: boolean): string {
    const groups = new Map<number, string[]>();
    for (const [key, value] of term.entries) groups.set(value, [...(groups.get(value) ?? []), this.key(term.of, key)]);
    const lines = Array.from(groups, ([value, keys]) => {
      const name = isAnswer ? (this.symbols[value] ?? value) : value;
      return `${keys.join(', ')} → ${name}`;
    });
    return `by ${this.say(term.of)}: ${lines.join('; ')}`;
  }

  private key(of: Term, key: number): string {
    if (of.is !== 'call' || !of.name.startsWith('pair of ')) return String(key);
    const [first, second] = of.name.slice('pair of '.length).split(' and ');
    const part = (type: string | undefined, code: number): string =>
      type === 'symbol' ? (this.symbols[code] ?? String(code)) : String(code);
    return `(${part(first, Math.floor(key / PAIR_BASE))}, ${part(second, key % PAIR_BASE)})`;
  }

  private each(term: Term & { is: 'each' }): string {
    const list = this.say(term.list);
    const body = this.say(term.body);
    if (term.name !== 'scan') return eachRows[term.name].say(list, body);
    return `${body} along ${list}, from ${term.start === undefined ? 0 : this.say(term.start)}`;
  }
}
