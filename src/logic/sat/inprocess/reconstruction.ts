import { literalOf } from '../literal.ts';

/**
 * Gives eliminated variables values that fit a model of what is left. Pairs of a literal and a clause lie in the order of
 * elimination; read backwards, a clause that is not true has its literal made true.
 *
 * @source Järvisalo & Biere 2010, Reconstructing solutions after blocked clause elimination
 */
export class Reconstruction {
  /** DIMACS literals, the witness first, each clause closed by a zero. */
  private readonly words: number[] = [];
  private readonly starts: number[] = [];

  /** Notes that `literal` may be made true where the clause, which has it, is not. */
  push(literal: number, clause: readonly number[]): void {
    this.starts.push(this.words.length);
    this.words.push(literalOf(literal));
    for (const other of clause) if (other !== literal) this.words.push(literalOf(other));
    this.words.push(0);
  }

  clear(): void {
    this.words.length = 0;
    this.starts.length = 0;
  }

  /** Changes `model[v]` of eliminated variables so that the removed clauses hold too. */
  extend(model: Uint8Array): void {
    const { words } = this;
    for (let i = this.starts.length - 1; i >= 0; i -= 1) {
      const start = this.starts[i]!;
      let at = start;
      while (words[at] !== 0 && model[Math.abs(words[at]!)] !== (words[at]! > 0 ? 1 : 0)) at += 1;
      if (words[at] === 0) model[Math.abs(words[start]!)] = words[start]! > 0 ? 1 : 0;
    }
  }
}
