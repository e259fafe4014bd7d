import { type Memory, Word } from '../memory.ts';

/**
 * What the analysis knows of a variable: in the clause and not yet tested (`source`), implied by the rest of the clause
 * (`removable`), not implied (`poison`), in the clause and here to stay (`kept`).
 *
 * @source Eén & Sörensson 2003 and Van Gelder 2009, whose marks these are; `kept` is ours
 */
export const Mark = { none: 0, source: 1, removable: 2, poison: 3, kept: 4 } as const;

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
