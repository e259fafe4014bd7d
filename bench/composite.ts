import { mean } from '#foundation/statistics';
import type { SuiteResult } from './suite.ts';

/** One figure per concern; null where the benchmarks it needs were not run. */
export interface CompositeScores {
  readonly fast: number | null;
  readonly learning: number | null;
  readonly safety: number | null;
}

/** S_fast = tokens_per_second · (1 − error rate). @source spec/benchmark-suite §6.3 */
export function fastScore(tokensPerSecond: number, errorRates: readonly number[]): number {
  return tokensPerSecond * (1 - mean(errorRates));
}

/** S_learn = 1 / (1 + normalised regret). @source spec/benchmark-suite §6.3 */
export function learningScore(normalisedRegret: number): number {
  return 1 / (1 + normalisedRegret);
}

/** S_safe = 1 / (1 + verification_to_fast_path_ratio), and 0 as soon as one violation was seen. @source spec/benchmark-suite §6.3 */
export function safetyScore(verificationRatio: number, violations: number): number {
  return violations > 0 ? 0 : 1 / (1 + verificationRatio);
}

/** The scores of a whole run, from the tables of parity and kv, of bandit, and of safety. */
export function compositeScores(results: readonly SuiteResult[]): CompositeScores {
  const of = (suite: string): SuiteResult | undefined => results.find((result) => result.suite === suite);
  return { fast: fastOf(of('parity'), of('kv')), learning: learningOf(of('bandit')), safety: safetyOf(of('safety')) };
}

/** Tokens per second of parity at its clock; errors of parity and of retrieval at every place of the query. */
function fastOf(parity: SuiteResult | undefined, kv: SuiteResult | undefined): number | null {
  if (parity === undefined || kv === undefined) return null;
  const cycles = columnOf(parity, 'cycles/token, amortised per lane');
  const right = ['early', 'middle', 'late', 'absent'].flatMap((place) => columnOf(kv, place));
  const wrong = columnOf(parity, 'R̂_01');
  const gigahertz = clockOf(parity);
  if (cycles.length === 0 || right.length === 0 || wrong.length === 0 || gigahertz === undefined) return null;
  return fastScore((gigahertz * 1e9) / mean(cycles), [mean(wrong), 1 - mean(right)]);
}

function learningOf(bandit: SuiteResult | undefined): number | null {
  const regrets = bandit === undefined ? [] : columnOf(bandit, 'R_T / T', 'pawl');
  return regrets.length === 0 ? null : learningScore(mean(regrets));
}

function safetyOf(safety: SuiteResult | undefined): number | null {
  if (safety === undefined) return null;
  const [ratio] = columnOf(safety, 'value', 'verification_to_fast_path_ratio');
  const [violations] = columnOf(safety, 'value', 'observed safety violations');
  return ratio === undefined || violations === undefined ? null : safetyScore(ratio, violations);
}

/** The numbers of a column in all tables that have it, or of those rows whose first cell has a name. */
function columnOf({ tables }: SuiteResult, column: string, row?: string): number[] {
  return tables.flatMap(({ columns, rows }) => {
    const at = columns.indexOf(column);
    if (at < 0) return [];
    return rows
      .filter(([first]) => row === undefined || first === row)
      .map((cells) => cells[at])
      .filter((cell) => typeof cell === 'number');
  });
}

function clockOf({ configuration }: SuiteResult): number | undefined {
  const text = JSON.stringify(configuration);
  const found = /"estimatedGHz":([0-9.]+)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
