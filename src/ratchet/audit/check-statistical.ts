import { hashOf } from '#foundation/kernel';
import { MARGIN_TEST, SIGN_FLIP_TEST, SIGN_TEST } from '#ratchet/gate/trials';
import type { PairedOutcome, StatisticalCertificate } from '#foundation/contracts/certificates';
import { checkTrialTasks } from './check-trial-tasks.ts';
import type { Deadline } from './deadline.ts';
import { hiddenLoss } from './hidden-loss.ts';
import { readOutcomes } from './read-outcomes.ts';
import type { RecordedSteps } from './recorded-steps.ts';
import type { RolloutTerms } from './run-terms.ts';

/** How far a stored p-value may be from the recomputed one, in parts of it: the last digits of a double. */
const TOLERANCE = 1e-9;

/** Parts of a trial's level that a look may have: the early one, the last one, or the only one. */
const LOOKS = [0.1, 0.9, 1];

/** Outcomes whose signs a whole number can count: powers of two of so many digits are still quick. */
const MOST_SIGNS = 50_000;

/** Additions of long numbers that one exact test may take: some ten seconds, and a tenth of a gigabyte. */
const MOST_ADDITIONS = 1e8;

/** Scores may be rounded to steps of 1/60, not more coarsely: a grid could otherwise be chosen for its p. */
const FINE_GRID = 60;

/**
 * Reads the paired outcomes of a statistical certificate from the recorded steps, and computes test and guard again. Returns what is wrong,
 * or nothing.
 *
 *     sign test:   p = Σ_{k ≥ wins} C(n, k) / 2ⁿ                          n = wins + losses
 *     sign flips:  p = #{subsets of the |mᵢ| with sum ≥ Σ max(mᵢ, 0)} / 2ⁿ     mᵢ = differences in units of 1/grid
 *
 *     margin:      p = 16 / Σⱼ Πᵢ (1 + fⱼ (dᵢ + δ) / (1 − δ))                 fⱼ = (2j − 1) / 32, j = 1 … 16
 *
 * The first two in whole numbers, so it shares neither code nor rounding with the gate that wrote the certificate.
 */
export function checkStatistical(
  certificate: StatisticalCertificate,
  steps: RecordedSteps,
  deadline: Deadline,
  rollouts?: RolloutTerms,
): string | undefined {
  const { outcomes, alpha, spent, pValue, test } = certificate;
  if (outcomes.length > MOST_SIGNS)
    return `${outcomes.length} outcomes are more than the ${MOST_SIGNS} that an audit counts`;
  const ids = outcomes.map((outcome) => outcome.task);
  if (new Set(ids).size !== ids.length) return 'a task is counted twice';
  if (hashOf(ids) !== certificate.taskSet)
    return 'the outcomes are not those of the task set that the certificate names';
  if (certificate.incumbent === certificate.candidate) return 'candidate and incumbent are the same';
  const recorded = readOutcomes(certificate, steps, deadline);
  if (typeof recorded === 'string') return recorded;
  const at = differsAt(outcomes, recorded);
  if (at !== undefined) return `the outcomes are not those that were recorded, at ${at}`;
  const left = rollouts === undefined ? undefined : checkTrialTasks(certificate, rollouts, steps, deadline);
  if (left !== undefined) return left;

  const p = recompute(test, outcomes, deadline);
  if (typeof p === 'string') return p;
  if (!(Math.abs(p - pValue) <= TOLERANCE * p + Number.MIN_VALUE)) return `p is ${p}, the certificate says ${pValue}`;
  if (p > alpha) return `p = ${p} is above alpha = ${alpha}`;
  if (alpha > spent) return `the look used ${alpha}, more than the ${spent} that its trial was given`;
  if (!test.startsWith(SIGN_FLIP_TEST)) return undefined;
  if (!LOOKS.some((share) => Math.abs(alpha - share * spent) <= TOLERANCE * spent)) {
    return `the look used ${alpha} of the ${spent} of its trial, and no plan has such a look`;
  }
  const hidden = hiddenLoss(outcomes);
  return hidden <= alpha * (1 + 1e-6)
    ? undefined
    : `a rare loss could hide behind these outcomes: ${hidden} > ${alpha}`;
}

/** The first task that two lists do not agree on. */
function differsAt(a: readonly PairedOutcome[], b: readonly PairedOutcome[]): string | undefined {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a[i], b[i]];
    const isSame = x?.task === y?.task && x?.incumbent === y?.incumbent && x?.candidate === y?.candidate;
    if (!isSame) return x?.task ?? y?.task;
  }
  return undefined;
}

function recompute(test: string, outcomes: readonly PairedOutcome[], deadline: Deadline): number | string {
  if (test === SIGN_TEST) {
    const wins = outcomes.filter((outcome) => outcome.candidate > outcome.incumbent).length;
    const losses = outcomes.filter((outcome) => outcome.candidate < outcome.incumbent).length;
    return coinTail(wins, wins + losses);
  }
  const [name, grid] = test.split('/');
  const wide = outcomes.find(({ incumbent, candidate }) => !(Math.abs(candidate - incumbent) <= 1));
  if (wide !== undefined) return `the scores of ${wide.task} are more than 1 apart`;
  if (name === MARGIN_TEST) return marginTail(Number(grid), outcomes);
  if (name !== SIGN_FLIP_TEST || !/^[1-9][0-9]{0,3}$/u.test(grid ?? '')) return `unknown test ${test}`;
  const differences = outcomes.map(({ candidate, incumbent }) => candidate - incumbent);
  const steps = differences.map((difference) => wholeSteps(difference, Number(grid)));
  const isCoarse = differences.some((d, at) => Math.abs(d - steps[at]! / Number(grid)) > 0.5 / FINE_GRID + TOLERANCE);
  return isCoarse ? `a grid of ${grid} is too coarse for these scores` : flipTail(steps, deadline);
}

/** What betting on a mean above −margin has won, as a p-value. */
function marginTail(margin: number, outcomes: readonly PairedOutcome[]): number | string {
  if (!(margin > 0 && margin < 1)) return `a margin of ${margin} is none`;
  let sum = 0;
  for (let bet = 1; bet < 32; bet += 2) {
    let capital = 1;
    for (const { candidate, incumbent } of outcomes) {
      capital *= 1 + ((bet / 32) * (candidate - incumbent + margin)) / (1 - margin);
    }
    sum += capital;
  }
  return Math.min(1, 16 / sum);
}

/** The difference in steps of 1/grid, halves away from zero. */
function wholeSteps(difference: number, grid: number): number {
  const steps = Math.floor(Math.abs(difference) * grid + 0.5);
  return difference < 0 ? -steps : steps;
}

/** Counts subsets by their sum, one difference at a time, only for sums that occur: at most as many additions as differences times sums. */
function flipTail(steps: readonly number[], deadline: Deadline): number | string {
  const additions = steps.length * steps.reduce((sum, step) => sum + Math.abs(step), 0);
  if (additions > MOST_ADDITIONS) {
    return `the exact test takes up to ${additions} additions, and an audit makes ${MOST_ADDITIONS}`;
  }
  let counts = new Map<number, bigint>([[0, 1n]]);
  let n = 0;
  let observed = 0;
  for (const step of steps) {
    if (step === 0) continue;
    deadline.ask();
    n += 1;
    observed += Math.max(step, 0);
    const next = new Map(counts);
    for (const [sum, count] of counts) {
      const joined = sum + Math.abs(step);
      next.set(joined, (next.get(joined) ?? 0n) + count);
    }
    counts = next;
  }
  let hits = 0n;
  for (const [sum, count] of counts) if (sum >= observed) hits += count;
  return shareOf(hits, n);
}

function coinTail(wins: number, n: number): number {
  let choose = 1n;
  let sum = 0n;
  for (let k = 0; k <= n; k += 1) {
    if (k >= wins) sum += choose;
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  return shareOf(sum, n);
}

/** hits / 2ⁿ, with the 64 highest bits of hits before the one rounding to a double. */
function shareOf(hits: bigint, n: number): number {
  const dropped = Math.max(0, 4 * hits.toString(16).length - 64);
  return Number(hits >> BigInt(dropped)) * 2 ** (dropped - n);
}
