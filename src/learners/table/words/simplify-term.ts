import { evaluateTerm, environmentOf, partsOf, type Term, typeOfTerm, withParts } from '#learners/machine/terms';
import { gatherSum } from './gather-sum.ts';

const nowhere = environmentOf(1, new Map());

/** The same rule in fewer words: what reads no column is one constant, and thresholds on quotients are thresholds. */
export function simplifyTerm(term: Term): Term {
  const made = withParts(term, partsOf(term).map(simplifyTerm));
  return made.is === 'call' ? simplifyCall(made) : made;
}

type Call = Term & { is: 'call' };

function simplifyCall(term: Call): Term {
  if (term.args.every(isClosed) && typeOfTerm(term, nowhere) === 'word') {
    return { is: 'word', value: evaluateTerm(term, nowhere)[0]! };
  }
  const gathered = term.name === 'add' || term.name === 'subtract' ? gatherSum(term) : undefined;
  if (gathered !== undefined) return gathered;
  const [a, b] = term.args;
  if (term.name === 'less' && a?.is === 'word' && b !== undefined) return moreThan(a.value, b);
  if (term.name === 'less' && b?.is === 'word' && a !== undefined) return lessThan(a, b.value);
  if (term.name === 'not' && a?.is === 'call' && a.name === 'not') return a.args[0]!;
  return term;
}

function isClosed(term: Term): boolean {
  return term.is === 'word' || term.is === 'list';
}

const word = (value: number): Term => ({ is: 'word', value });
const less = (a: Term, b: Term): Term => ({ is: 'call', name: 'less', args: [a, b] });

/** ⌊x / d⌋ and x ± k, where d and k are constants: what a threshold on them says of x. */
function byConstant(term: Term): { readonly name: string; readonly x: Term; readonly k: number } | undefined {
  if (term.is !== 'call' || term.args.length !== 2) return undefined;
  const [x, by] = term.args;
  return by!.is === 'word' ? { name: term.name, x: x!, k: by.value } : undefined;
}

/** c < ⌊x / d⌋ ⇔ (c + 1) d − 1 < x;  c < x + k ⇔ c − k < x. */
function moreThan(c: number, of: Term): Term {
  const parts = byConstant(of);
  if (parts?.name === 'divide' && parts.k > 0) return moreThan((c + 1) * parts.k - 1, parts.x);
  if (parts?.name === 'add') return moreThan(c - parts.k, parts.x);
  if (parts?.name === 'subtract') return moreThan(c + parts.k, parts.x);
  return less(word(c), of);
}

/** ⌊x / d⌋ < c ⇔ x < c d;  x + k < c ⇔ x < c − k. */
function lessThan(of: Term, c: number): Term {
  const parts = byConstant(of);
  if (parts?.name === 'divide' && parts.k > 0) return lessThan(parts.x, c * parts.k);
  if (parts?.name === 'add') return lessThan(parts.x, c - parts.k);
  if (parts?.name === 'subtract') return lessThan(parts.x, c + parts.k);
  return less(of, word(c));
}
