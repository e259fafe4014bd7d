import { Mark } from '../../../src/logic/sat/wasm/mark.ts';
import { type Memory, Word } from '../../../src/logic/sat/memory.ts';

/** Marks a variable, and remembers it so that the mark is taken back at the end of the analysis. */
export function mark(m: Memory, variable: number, as: number): void {
  m.seen[variable] = as;
  m.marked[m.words[Word.markedSize]!] = variable;
  m.words[Word.markedSize]! += 1;
}

/** Notes that the unit clause of a level-0 variable is used. */
export function markUnit(m: Memory, variable: number): void {
  mark(m, variable, Mark.source);
  pushHint(m, -(variable + 1));
}

/** Appends an antecedent. */
export function pushHint(m: Memory, id: number): void {
  m.hints[m.words[Word.hintSize]!] = id;
  m.words[Word.hintSize]! += 1;
}
