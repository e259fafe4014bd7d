import type { Clause } from './clause-set.ts';

const LOW = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000] as const;

/**
 * One bit per assignment, 32 assignments a word: set where every clause holds. Assignment j gives variable v the bit v − 1
 * of j, so the first five variables vary within a word and the others between words: a clause holds in all of a word, or
 * where its first five variables make it hold.
 */
export function truthTable(variables: number, clauses: readonly Clause[]): Uint32Array {
  const table = new Uint32Array(Math.max(1, 2 ** (variables - 5)));
  table.fill(variables >= 5 ? 0xffffffff : 2 ** (2 ** variables) - 1);
  for (const clause of clauses) {
    let within = 0;
    let ifSet = 0;
    let ifClear = 0;
    for (const literal of clause) {
      const variable = Math.abs(literal) - 1;
      if (variable < 5) within |= literal > 0 ? LOW[variable]! : ~LOW[variable]!;
      else if (literal > 0) ifSet |= 1 << (variable - 5);
      else ifClear |= 1 << (variable - 5);
    }
    for (let word = 0; word < table.length; word += 1) {
      if ((word & ifSet) === 0 && (~word & ifClear) === 0) table[word]! &= within;
    }
  }
  return table;
}
