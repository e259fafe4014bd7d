import { eachRows } from './each.ts';
import { constantBits, leafBits, productionNamed } from './grammar.ts';
import type { Term } from './term.ts';

/** Bits of what has none of its own: a production that only some grammars have. */
const OTHER_BITS = 4;
const ENTRY_BITS = 4;

/** The description length of a term by the costs that productions have where nothing was learnt. */
export function bitsOfTerm(term: Term): number {
  switch (term.is) {
    case 'column':
      return 2;
    case 'item':
    case 'place':
    case 'before':
      return leafBits[term.is];
    case 'word':
      return constantBits(term.value);
    case 'symbol':
      return 3;
    case 'record':
      return leafBits.record;
    case 'list':
      return term.value.reduce((sum, item) => sum + constantBits(item) + 1, 4);
    case 'bits':
      return 64;
    case 'call':
      return term.args.reduce((sum, arg) => sum + bitsOfTerm(arg), finite(productionNamed(term.name)?.bits));
    case 'each':
      return (
        bitsOfTerm(term.list) +
        bitsOfTerm(term.body) +
        (term.name === 'scan' ? 8 : finite(eachRows[term.name].bits)) +
        (term.start === undefined ? 0 : bitsOfTerm(term.start))
      );
    case 'table':
      return term.entries.length * ENTRY_BITS + bitsOfTerm(term.of);
    case 'choice':
      return term.cases.reduce(
        (sum, { when, gives }) => sum + leafBits.choice + bitsOfTerm(when) + bitsOfTerm(gives),
        bitsOfTerm(term.otherwise),
      );
  }
}

function finite(bits = OTHER_BITS): number {
  return Number.isFinite(bits) ? bits : OTHER_BITS;
}
