import { hashOf } from '#kernel';
import { SIGN_FLIP_TEST, SIGN_TEST } from '#gate';
import type { StatisticalCertificate } from '#contracts';
import { signFlipTail } from './check-sign-flip.ts';

/** How far a stored p-value may be from the recomputed one: the last digits of a double. */
const TOLERANCE = 1e-9;

/**
 * Recomputes a statistical certificate from its paired outcomes alone. Returns what is wrong, or nothing.
 *
 *     p = Σ_{k ≥ wins} C(n, k) / 2ⁿ       n = wins + losses
 *
 * In whole numbers, so it shares neither code nor rounding with the gate that wrote the certificate.
 */
export function checkStatistical(certificate: StatisticalCertificate): string | undefined {
  const ids = certificate.outcomes.map((outcome) => outcome.task);
  if (new Set(ids).size !== ids.length) return 'a task is counted twice';
  if (hashOf(ids) !== certificate.taskSet)
    return 'the outcomes are not those of the task set that the certificate names';
  if (certificate.incumbent === certificate.candidate) return 'candidate and incumbent are the same';

  const p = recomputed(certificate);
  if (p === undefined) return `unknown test ${certificate.test}`;
  if (Math.abs(p - certificate.pValue) > TOLERANCE) return `p is ${p}, the certificate says ${certificate.pValue}`;
  if (p > certificate.alpha) return `p = ${p} is above alpha = ${certificate.alpha}`;
  return undefined;
}

/** The p of the test that the certificate names; undefined for a test that is none. */
function recomputed({ test, outcomes }: StatisticalCertificate): number | undefined {
  if (test === SIGN_TEST) {
    const wins = outcomes.filter((outcome) => outcome.candidate > outcome.incumbent).length;
    const losses = outcomes.filter((outcome) => outcome.candidate < outcome.incumbent).length;
    return coinTail(wins, wins + losses);
  }
  const [name, grid] = test.split('/');
  const units = Number(grid);
  if (name !== SIGN_FLIP_TEST || !(Number.isInteger(units) && units >= 1 && units <= 60)) return undefined;
  return signFlipTail(outcomes, units);
}

function coinTail(wins: number, n: number): number {
  let choose = 1n;
  let sum = 0n;
  for (let k = 0; k <= n; k += 1) {
    if (k >= wins) sum += choose;
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  // 2⁶⁴ · sum / 2ⁿ as a whole number keeps 64 bits of p before the one rounding to a double.
  return Number((sum << 64n) >> BigInt(n)) / 2 ** 64;
}
