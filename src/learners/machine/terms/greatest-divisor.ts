/** The greatest number that divides both, 0 for two zeros. @source Euclid, Elements VII.2 */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
