import { describe, expect, it } from 'vitest';
import type { Blobs, Certificate, PairedOutcome, RunEvent } from '#contracts';
import { signGate } from '#gate';
import { hashOf, sha256 } from '#kernel';
import { auditCertificates, auditRun } from './audit.ts';

const store = new Map<string, Uint8Array>();
const blobs: Blobs = { getBlob: (hash) => store.get(hash) };
function put(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  store.set(sha256(bytes), bytes);
  return sha256(bytes);
}
function faultOf(certificate: Certificate): string | undefined {
  const [finding] = auditCertificates([{ hash: hashOf(certificate), certificate }], blobs);
  expect(finding!.ok).toBe(finding!.why === undefined);
  return finding!.why;
}

const outcomes: PairedOutcome[] = Array.from({ length: 12 }, (_, i) => ({
  task: `t${i}`,
  incumbent: 0,
  candidate: i < 10 ? 1 : -1,
}));
const statistical = {
  v: 1,
  kind: 'statistical',
  claim: 'better',
  incumbent: hashOf('a'),
  candidate: hashOf('b'),
  taskSet: hashOf(outcomes.map(({ task }) => task)),
  test: 'sign-exact-one-sided',
  alpha: 0.05,
  outcomes,
  pValue: signGate(outcomes, 0.05).pValue,
} as const satisfies Certificate;

describe('audit of statistical certificates', () => {
  it('agrees with the gate on all records up to 20 against 20', () => {
    for (let wins = 0; wins <= 20; wins += 1) {
      for (let losses = 0; losses <= 20; losses += 1) {
        const rows = Array.from({ length: wins + losses }, (_, i) => ({
          task: `t${i}`,
          incumbent: 0,
          candidate: i < wins ? 1 : -1,
        }));
        const { pValue, verdict } = signGate(rows, 0.05);
        const certificate = { ...statistical, outcomes: rows, taskSet: hashOf(rows.map(({ task }) => task)), pValue };
        expect(faultOf(certificate) === undefined).toBe(verdict === 'accept');
      }
    }
  });

  it('recomputes records too long for doubles', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({
      task: `t${i}`,
      incumbent: 0,
      candidate: i < 1700 ? 1 : -1,
    }));
    const certificate = {
      ...statistical,
      outcomes: rows,
      taskSet: hashOf(rows.map(({ task }) => task)),
      pValue: signGate(rows, 0.05).pValue,
    };
    expect(faultOf(certificate)).toBeUndefined();
  });

  it.each([
    ['a changed outcome', { outcomes: outcomes.with(0, { task: 't0', incumbent: 1, candidate: 0 }) }],
    ['a smaller p', { pValue: 0.001 }],
    ['a stricter alpha than p reaches', { alpha: 0.01 }],
    ['a dropped task', { outcomes: outcomes.slice(1) }],
    ['a task counted twice', { outcomes: [...outcomes.slice(1), outcomes[1]!] }],
    ['another test', { test: 'wishful' }],
    ['no change at all', { candidate: hashOf('a') }],
  ])('refuses %s', (_, change) => {
    expect(faultOf(statistical)).toBeUndefined();
    expect(faultOf({ ...statistical, ...change })).toBeDefined();
  });
});

describe('audit of exhaustive certificates', () => {
  const table = put(Uint8Array.of(0b0110, 0b1001));
  const exhaustive = {
    v: 1,
    kind: 'exhaustive',
    claim: 'xor',
    inputs: 2,
    outputs: 2,
    expected: table,
    actual: table,
  } as const;

  it('accepts equal tables and refuses different, short or missing ones', () => {
    expect(faultOf(exhaustive)).toBeUndefined();
    expect(faultOf({ ...exhaustive, actual: put(Uint8Array.of(0b0110, 0b1000)) })).toContain('byte 1');
    expect(faultOf({ ...exhaustive, inputs: 5 })).toContain('need 8');
    expect(faultOf({ ...exhaustive, actual: hashOf('nowhere') })).toContain('not in the store');
  });
});

describe('audit of proof certificates', () => {
  const cnf = put('p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n');
  const proof = {
    v: 1,
    kind: 'proof',
    claim: 'unsat',
    cnf,
    proof: put('5 2 0 1 2 0\n6 0 5 3 4 0\n'),
    format: 'lrat',
  } as const;

  it('accepts a refutation and refuses a broken, empty or foreign one', () => {
    expect(faultOf(proof)).toBeUndefined();
    expect(faultOf({ ...proof, proof: put('5 2 0 1 3 0\n6 0 5 3 4 0\n') })).toContain('line 1');
    expect(faultOf({ ...proof, proof: put('') })).toBeDefined();
    expect(faultOf({ ...proof, cnf: put('p cnf 2 1\n1 2 0\n') })).toBeDefined();
    expect(faultOf({ ...proof, cnf: put('p cnf x') })).toBeDefined();
    expect(faultOf({ ...proof, cnf: hashOf('gone') })).toContain('formula is not in the store');
  });
});

describe('audit of a run', () => {
  const certified = { hash: hashOf(statistical), certificate: statistical };
  const undecided: RunEvent = { v: 1, run: 'r', seq: 0, type: 'candidate-undecided', data: { round: 1 } };
  const accepted: RunEvent = {
    v: 1,
    run: 'r',
    seq: 1,
    type: 'candidate-accepted',
    data: { certificate: certified.hash },
  };
  const events = [undecided, accepted];
  const hash = events.reduce((chain, { type, data }) => hashOf([chain, type, data]), hashOf([]));
  const run = { hash, events, certificates: [certified] };

  it('finds nothing wrong with a sound run, finished or not', () => {
    expect(auditRun(run, blobs)).toMatchObject({ findings: [{ ok: true }], wrong: [] });
    expect(auditRun({ ...run, hash: undefined }, blobs).wrong).toEqual([]);
  });

  it('refuses a certificate whose content is not what its hash names', () => {
    const forged = { ...certified, certificate: { ...statistical, claim: 'much better' } };
    expect(auditRun({ ...run, certificates: [forged] }, blobs).findings).toMatchObject([{ ok: false }]);
  });

  it.each([
    ['a certificate that is gone', { certificates: [] }, /event 1 .* not in the store/],
    [
      'an accepted change without a certificate',
      { events: events.with(1, { ...accepted, data: { round: 2 } }) },
      /names no certificate/,
    ],
    ['a changed event', { events: events.with(0, { ...undecided, data: { round: 9 } }) }, /the run says/],
    ['a dropped event', { events: events.slice(1) }, /the run says/],
    ['events in another order', { events: events.toReversed() }, /the run says/],
  ])('tells of %s', (_, change, says) => {
    expect(auditRun({ ...run, ...change }, blobs).wrong.join('\n')).toMatch(says);
  });
});
