import { describe, expect, it } from 'vitest';
import type { StatisticalCertificate } from '#contracts';
import { createGate, type TrialEvidence } from '#gate';
import { createRng, hashOf } from '#kernel';
import { checkStatistical } from './check-statistical.ts';

/** The evidence of a trial of a clearly better candidate, with scores of so many steps. */
function evidenceOf(seed: number, steps: number, repeats: number): TrialEvidence {
  const rng = createRng(`audit/${seed}/${steps}`);
  const tasks = Array.from({ length: 40 }, (_, i) => `t${i}`);
  const trial = createGate({ tasks, repeats, alpha: 0.2 }, rng.fork('gate')).open({ id: 'x' });
  const score = (p: number): number =>
    Array.from({ length: steps }, () => Number(rng.chance(p))).reduce((a, b) => a + b) / steps;
  for (let block = trial.next(); block.length > 0; block = trial.next()) {
    trial.report(
      block.map((rollout) => ({ ...rollout, incumbent: score(0.5), candidate: score(0.5 + 0.45 / steps ** 0.5) })),
    );
  }
  return trial.evidence();
}

function certificateOf({ outcomes, test, alpha, pValue }: TrialEvidence): StatisticalCertificate {
  const taskSet = hashOf(outcomes.map((outcome) => outcome.task));
  const hashes = { incumbent: hashOf('a'), candidate: hashOf('b'), taskSet };
  return { v: 1, kind: 'statistical', claim: 'better', ...hashes, test, alpha, outcomes: [...outcomes], pValue };
}

describe('the audit of a sequential gate', () => {
  it('finds the p of every trial again, whatever the scores are', () => {
    const grids = new Set<string>();
    for (const steps of [1, 2, 3, 7, 97]) {
      for (let seed = 0; seed < 12; seed += 1) {
        const evidence = evidenceOf(seed, steps, 4);
        grids.add(evidence.test);
        const why = checkStatistical(certificateOf(evidence));
        expect(why === undefined || why.includes('above alpha')).toBe(true);
        expect(why === undefined).toBe(evidence.pValue <= evidence.alpha);
      }
    }
    expect(grids.size).toBeGreaterThanOrEqual(4);
  });

  it('refuses a changed outcome, a smaller p, a grid chosen for its p, and a test it does not know', () => {
    const certificate = certificateOf(evidenceOf(1, 7, 1));
    expect(checkStatistical(certificate)).toBeUndefined();
    const worse = certificate.outcomes.with(0, { ...certificate.outcomes[0]!, candidate: 0, incumbent: 1 });
    expect(checkStatistical({ ...certificate, outcomes: worse })).toMatch(/p is/u);
    expect(checkStatistical({ ...certificate, pValue: certificate.pValue / 2 })).toMatch(/p is/u);
    expect(checkStatistical({ ...certificate, test: 'sign-flip-exact-one-sided/1' })).toMatch(/coarse/u);
    expect(checkStatistical({ ...certificate, test: 'sign-flip-exact-one-sided/x' })).toMatch(/unknown/u);
  });
});
