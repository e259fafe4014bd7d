import type { AnyTemplate, Optimum } from '#foundation/contracts/tasks';
import { playOracle } from '../play/rollout.ts';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';
import { Findings } from './findings.ts';

/** Sums are of at most a few thousand doubles. */
export const TOLERANCE = 1e-6;

/** How the oracle did at one level. */
export interface OracleReport {
  readonly level: number;
  readonly instances: number;
  readonly kind: Optimum['kind'];
  readonly meanReturn: number;
  readonly meanOptimum: number;
  /** Standard error of the mean difference, where returns are random. */
  readonly standardError: number;
  readonly solved: number;
  readonly breaches: number;
  readonly findings: readonly string[];
}

/** Where one episode of the oracle falls; both ends are the reward where nothing is left to chance. */
function intervalOf(optimum: Optimum): { readonly low: number; readonly high: number } {
  if (optimum.kind === 'exact') return { low: optimum.reward, high: optimum.reward };
  const { low = optimum.reward, high = optimum.reward } = optimum;
  return { low, high };
}

/**
 * The oracle earns the optimum: exactly where it is `exact`; on average, within 4.5 standard errors and 8/n of the stated
 * interval, and nearly always in that interval, where it is `expected`; at most it (on average, where it is a bound of expectations), where it is a `bound`. The verifier agrees with the environment.
 */
export function oracleLaw(template: AnyTemplate, level: number, count: number, seed = 'oracle-law'): OracleReport {
  const setting = settingOf(template, level);
  const findings = new Findings();
  let kind: Optimum['kind'] = 'exact';
  let isRandom = false;
  let outside = 0;
  let solved = 0;
  const sums = { earned: 0, best: 0, gap: 0, square: 0, spread: 0 };
  for (let index = 0; index < count; index += 1) {
    const { instance, seedPath } = drawAt(template, setting, { seed, index });
    const trace = playOracle(template, setting.params, instance);
    const optimum = template.optimum(instance);
    const verdict = template.verify(instance, trace.actions);
    const gap = trace.total - optimum.reward;
    ({ kind } = optimum);
    sums.earned += trace.total;
    sums.best += optimum.reward;
    sums.gap += gap;
    sums.square += gap * gap;
    if (verdict.ok) solved += 1;
    if (Math.abs(verdict.reward - trace.total) > TOLERANCE) {
      findings.add(seedPath, `the verifier says ${verdict.reward}, the environment ${trace.total}`);
    }
    if (optimum.kind === 'exact' && Math.abs(gap) > TOLERANCE) {
      findings.add(seedPath, `the oracle earns ${trace.total}, the optimum is ${optimum.reward}`);
    }
    if (optimum.kind === 'exact' && !verdict.ok) findings.add(seedPath, 'the verifier refuses the oracle');
    const { low, high } = intervalOf(optimum);
    if (optimum.kind === 'bound' && trace.total > high + TOLERANCE && high === optimum.reward) {
      findings.add(seedPath, `the oracle earns ${trace.total}, above the bound ${optimum.reward}`);
    }
    if (high === low) continue;
    isRandom = true;
    sums.spread += high - low;
    if (trace.total < low - TOLERANCE || trace.total > high + TOLERANCE) outside += 1;
  }
  const mean = sums.gap / count;
  const standardError = Math.sqrt(Math.max(0, sums.square / count - mean * mean) / count);
  if (isRandom) {
    // A rare bad end may not have come up at all: then the standard error is too small, by at most about spread / n.
    const unseen = (8 * sums.spread) / count / count;
    if ((kind === 'bound' ? mean : Math.abs(mean)) > 4.5 * standardError + unseen + TOLERANCE) {
      findings.add(`level ${level}`, `mean return is ${mean} from the expectation, standard error ${standardError}`);
    }
    if (outside > 5 + count * 0.003)
      findings.add(`level ${level}`, `${outside} of ${count} returns outside their interval`);
  }
  return {
    level,
    instances: count,
    kind,
    meanReturn: sums.earned / count,
    meanOptimum: sums.best / count,
    standardError,
    solved,
    breaches: findings.total,
    findings: findings.lines,
  };
}
