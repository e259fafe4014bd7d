import type { Column } from './column.ts';
import { type Answers, call, moduloAnswers, shiftedBy, word } from './trial.ts';
import type { Term } from './term.ts';

const MOST_TIMES = 64;

/** What may be right about a number on all rows: itself and a constant; that, modulo the number of answers; a multiple and a constant. */
export function shiftsOf(values: Column, right: Int32Array, answers: Answers): ((term: Term) => Term) | undefined {
  const off = right[0]! - values[0]!;
  if (every(right, (value, i) => off === value - values[i]!)) return (term) => shiftedBy(term, off);
  if (every(right, (value, i) => (value - values[i]! - off) % answers.values === 0)) {
    const least = (((off - answers.low) % answers.values) + answers.values) % answers.values;
    return (term) => moduloAnswers(shiftedBy(term, least), answers);
  }
  const affine = affineOf(values, right);
  return affine && ((term) => shiftedBy(call('multiply', term, word(affine.times)), affine.plus));
}

function every(column: Int32Array, holds: (value: number, i: number) => boolean): boolean {
  for (let i = 0; i < column.length; i += 1) if (!holds(column[i]!, i)) return false;
  return true;
}

/** The whole numbers c and d with right = c · value + d, c neither 0 nor 1. */
function affineOf(values: Column, right: Int32Array): { readonly times: number; readonly plus: number } | undefined {
  let other = 1;
  while (other < values.length && values[other] === values[0]) other += 1;
  if (other === values.length) return undefined;
  const times = (right[other]! - right[0]!) / (values[other]! - values[0]!);
  if (!Number.isInteger(times) || times === 0 || Math.abs(times) > MOST_TIMES) return undefined;
  const plus = right[0]! - times * values[0]!;
  return every(right, (value, i) => value === times * values[i]! + plus) ? { times, plus } : undefined;
}
