import { describe, expect, it } from 'vitest';
import type { StatisticalCertificate } from '#foundation/contracts/certificates';
import { createGate, type TrialEvidence } from '#ratchet/gate';
import { canonicalText, createRng, hashOf, sha256 } from '#foundation/kernel';
import { checkStatistical } from './check-statistical.ts';
import { Deadline } from './deadline.ts';
import { RecordedSteps, type StoredEffect } from './recorded-steps.ts';

/** The evidence of a trial of a clearly better candidate, with scores of so many steps. */
function evidenceOf(seed: number, steps: number, repeats: number): { evidence: TrialEvidence; isAccepted: boolean } {
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
  return { evidence: trial.evidence(), isAccepted: trial.verdict === 'accept' };
}

const blobs = new Map<string, Uint8Array>();
const effects: StoredEffect[] = [];

/** The certificate of a trial whose outcomes were recorded by one step. */
function recorded({ outcomes, test, alpha, spent, pValue }: TrialEvidence): StatisticalCertificate {
  const inputs = { incumbent: hashOf('a'), candidate: hashOf('b'), outcomes: hashOf(outcomes) };
  const bytes = new TextEncoder().encode(canonicalText({ outcomes }));
  blobs.set(sha256(bytes), bytes);
  effects.push({ key: hashOf({ name: 'compare', inputs }), name: 'compare', result: sha256(bytes) });
  const taskSet = hashOf(outcomes.map((outcome) => outcome.task));
  return {
    v: 2,
    kind: 'statistical',
    claim: 'better',
    incumbent: inputs.incumbent,
    candidate: inputs.candidate,
    taskSet,
    test,
    alpha,
    spent,
    outcomes: [...outcomes],
    pValue,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs }] },
  };
}

function check(certificate: StatisticalCertificate): string | undefined {
  const steps = new RecordedSteps(effects, { getBlob: (hash) => blobs.get(hash) });
  return checkStatistical(certificate, steps, new Deadline());
}

describe('the audit of a sequential gate', () => {
  it('finds the p of every trial again, whatever the scores are', () => {
    const grids = new Set<string>();
    for (const steps of [1, 2, 3, 7, 97]) {
      for (let seed = 0; seed < 12; seed += 1) {
        const { evidence, isAccepted } = evidenceOf(seed, steps, 4);
        grids.add(evidence.test);
        const why = check(recorded(evidence));
        expect(why === undefined || /above alpha|rare loss/u.test(why)).toBe(true);
        expect(why?.includes('above alpha') ?? false).toBe(evidence.pValue > evidence.alpha);
        expect(why === undefined).toBe(isAccepted);
      }
    }
    expect(grids.size).toBeGreaterThanOrEqual(4);
  });

  it('refuses a changed outcome, a smaller p, a grid chosen for its p, and a test it does not know', () => {
    const certificate = recorded(evidenceOf(1, 7, 1).evidence);
    expect(check(certificate)).toBeUndefined();
    const worse = certificate.outcomes.with(0, { ...certificate.outcomes[0]!, candidate: 0, incumbent: 1 });
    expect(check({ ...certificate, outcomes: worse })).toMatch(/not those that were recorded/u);
    expect(check({ ...certificate, pValue: certificate.pValue / 2 })).toMatch(/p is/u);
    expect(check({ ...certificate, test: 'sign-flip-exact-one-sided/1' })).toMatch(/coarse/u);
    expect(check({ ...certificate, test: 'sign-flip-exact-one-sided/x' })).toMatch(/unknown/u);
  });

  it('computes guard, looks and error budget again: no rare loss may hide, no look be made up, no level be passed', () => {
    const { evidence } = evidenceOf(1, 7, 1);
    const certificate = recorded(evidence);
    expect(check({ ...certificate, spent: 2 * certificate.spent })).toMatch(/no plan has such a look/u);
    expect(check({ ...certificate, spent: certificate.alpha / 2 })).toMatch(
      /more than the .* that its trial was given/u,
    );
    const smallGains = (tasks: number): StatisticalCertificate => {
      const outcomes = Array.from({ length: tasks }, (_, i) => ({ task: `t${i}`, incumbent: 0.5, candidate: 0.625 }));
      const test = 'sign-flip-exact-one-sided/8';
      return recorded({ ...evidence, outcomes, test, alpha: 0.01, spent: 0.01, pValue: 2 ** -tasks });
    };
    expect(check(smallGains(12))).toMatch(/a rare loss could hide/u);
    expect(check(smallGains(60))).toBeUndefined();
  });
});
