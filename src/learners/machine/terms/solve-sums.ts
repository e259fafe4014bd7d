import type { Fitting } from './goal.ts';
import { allRows } from './row-set.ts';
import { likelyModulus, solveColumnsModulo } from './likely-modulus.ts';
import {
  constant,
  isProduct,
  MOST_VALUES,
  MOST_WEIGHTS,
  offerSum,
  remainder,
  ROWS_EACH,
  type Summand,
  sumOf,
  tableSummands,
  valuesOf,
  weighed,
} from './summands.ts';

/** Keys that are tried, cheapest first. */
const MOST_KEYS = 12;

/** goal = Σ coefficient · word + Σ table[key] + Σ table[key] · word, with coefficients and tables solved from the rows; and sums modulo a number. */
export function solveSums(fit: Fitting): void {
  if (fit.goal.type !== 'word') return;
  const { space } = fit;
  const words = space.entries('word').filter((entry) => entry.isOpen);
  const given = words.filter(({ make }) => 'leaf' in make).slice(0, MOST_WEIGHTS);
  const products = words.filter(isProduct).slice(0, MOST_WEIGHTS);
  const keys = [...space.entries('symbol'), ...space.entries('flag'), ...given]
    .filter(({ isOpen, make, column }) => isOpen && 'leaf' in make && valuesOf(column).length <= MOST_VALUES)
    .slice(0, MOST_KEYS);
  const one = [constant(space.n)];
  const plain = given.map(weighed);
  const tables = keys.flatMap((key) => tableSummands(key));
  offerSum(fit, [...one, ...plain]);
  offerSum(fit, [...one, ...plain, ...products.map(weighed)]);
  offerModulo(fit, [...one, ...plain]);
  offerSum(fit, [...one, ...plain, ...tables]);
  offerSum(fit, [...one, ...plain, ...products.map(weighed), ...tables]);
  for (const key of keys) {
    for (const weight of [...given, ...products].slice(0, MOST_WEIGHTS)) {
      if (weight === key) continue;
      offerSum(fit, [...one, ...tableSummands(key, weight)]);
      offerSum(fit, [...tableSummands(key, weight), ...tableSummands(key)]);
    }
  }
}

/** A check digit over columns: Σ coefficient · word modulo the number of answers. */
function offerModulo(fit: Fitting, summands: readonly Summand[]): void {
  const { n, meter } = fit.space;
  const modulus = likelyModulus(fit.goal.column);
  if (modulus === undefined || n < ROWS_EACH * summands.length || meter.isEmpty) return;
  meter.spend(n * summands.length * summands.length);
  const columns = summands.map(({ column }) => column);
  const solved = solveColumnsModulo(columns, fit.goal.column, modulus);
  const sum = solved && sumOf(summands, solved);
  if (sum !== undefined) fit.candidates.offer({ ...remainder(sum, modulus), rows: allRows(n) });
}
