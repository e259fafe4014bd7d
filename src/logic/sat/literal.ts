/** The code of a DIMACS literal, 2·variable + sign with variables from 0. @source Eén & Sörensson 2003 */
export function codeOf(literal: number): number {
  return literal > 0 ? 2 * (literal - 1) : -2 * literal - 1;
}

/** The DIMACS literal of a code. */
export function literalOf(code: number): number {
  return (code & 1) === 0 ? (code >> 1) + 1 : -(code >> 1) - 1;
}
