import { describe, expect, it } from 'vitest';
import { createBuilder } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import { words } from '#logic/circuit/words';
import type { RunEvent } from '#foundation/contracts';
import { type Certificate, certificateOf, type PairedOutcome } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { signGate } from '#ratchet/gate/trials';
import { canonicalText, hashOf, sha256 } from '#foundation/kernel';
import { checkEquivalence } from '#logic/verify';
import { certifyProof, certifyTables } from '#logic/verify/certify';
import { auditCertificates, auditRun } from './audit.ts';
import { RecordedSteps, type StoredEffect } from './recorded-steps.ts';

const store = new Map<string, Uint8Array>();
const blobs: Blobs = { getBlob: (hash) => store.get(hash) };
function put(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  store.set(sha256(bytes), bytes);
  return sha256(bytes);
}
const effects: StoredEffect[] = [];

function faultOf(certificate: Certificate): string | undefined {
  const [finding] = auditCertificates([{ hash: hashOf(certificate), certificate }], {
    steps: new RecordedSteps(effects, blobs),
    blobs,
  });
  expect(finding!.ok).toBe(finding!.why === undefined);
  return finding!.why;
}

const incumbent = put('the incumbent');
const candidate = put('the candidate');

/** Records a step with these outcomes and makes the certificate over them. */
function record(rows: readonly PairedOutcome[]): Extract<Certificate, { kind: 'statistical' }> {
  const inputs = { incumbent, candidate, rows: hashOf(rows) };
  const key = hashOf({ name: 'compare', inputs });
  effects.push({ key, name: 'compare', result: put(canonicalText({ outcomes: rows })) });
  const certificate = certificateOf({
    kind: 'statistical',
    incumbent,
    candidate,
    test: 'sign-exact-one-sided',
    alpha: 0.05,
    spent: 0.05,
    outcomes: [...rows],
    pValue: signGate(rows, 0.05).pValue,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs }] },
  });
  if (certificate.kind !== 'statistical') throw new Error('expected a statistical certificate');
  return certificate;
}

const outcomes: PairedOutcome[] = Array.from({ length: 12 }, (_, i) => ({
  task: `t${i}`,
  incumbent: 0,
  candidate: i < 10 ? 1 : -1,
}));
const statistical = record(outcomes);

describe('audit of statistical certificates', () => {
  it('agrees with the gate on all records up to 20 against 20', () => {
    for (let wins = 0; wins <= 20; wins += 1) {
      for (let losses = 0; losses <= 20; losses += 1) {
        const rows = Array.from({ length: wins + losses }, (_, i) => ({
          task: `t${i}`,
          incumbent: 0,
          candidate: i < wins ? 1 : -1,
        }));
        expect(faultOf(record(rows)) === undefined).toBe(signGate(rows, 0.05).verdict === 'accept');
      }
    }
  });

  it('recomputes records too long for doubles', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({
      task: `t${i}`,
      incumbent: 0,
      candidate: i < 1700 ? 1 : -1,
    }));
    expect(faultOf(record(rows))).toBeUndefined();
  });

  it.each([
    ['a changed outcome', { outcomes: outcomes.with(0, { task: 't0', incumbent: 1, candidate: 0 }) }],
    ['a smaller p', { pValue: 0.001 }],
    ['a stricter alpha than p reaches', { alpha: 0.01 }],
    ['a dropped task', { outcomes: outcomes.slice(1) }],
    ['a task counted twice', { outcomes: [...outcomes.slice(1), outcomes[1]!] }],
    ['another test', { test: 'wishful' }],
    ['no change at all', { candidate: incumbent }],
    ['more of the level than the trial had', { spent: 0.01 }],
    ['other words', { claim: 'P equals NP' }],
  ])('refuses %s', (_, change) => {
    expect(faultOf(statistical)).toBeUndefined();
    expect(faultOf({ ...statistical, ...change })).toBeDefined();
  });
});

const sink = {
  putBlob: put,
  certify: (certificate: Certificate): string => put(canonicalText(certificate)),
};
function stored<Kind extends Certificate['kind']>(hash: string, kind: Kind): Extract<Certificate, { kind: Kind }> {
  const certificate: Certificate = JSON.parse(new TextDecoder().decode(store.get(hash)));
  if (certificate.kind !== kind) throw new Error(`expected ${kind}`);
  return certificate as Extract<Certificate, { kind: Kind }>;
}
function adder(): ReturnType<ReturnType<typeof createBuilder>['build']> {
  const builder = createBuilder();
  return builder.build(words.add(builder, builder.inputs(2), builder.inputs(2)));
}

describe('audit of exhaustive certificates', () => {
  const table = stored(certifyTables(adder(), truthTablesOf(adder()), sink), 'exhaustive');

  it('runs the circuit on all inputs, and refuses a table, a shape or a circuit that is another', () => {
    expect(faultOf(table)).toBeUndefined();
    const bytes = store.get(table.rows)!.with(1, 99);
    const again = (change: object): string | undefined => faultOf(certificateOf({ ...table, ...change }));
    expect(again({ rows: put(Uint8Array.from(bytes)) })).toContain('differs from its table');
    expect(again({ rows: put(bytes.slice(1)) })).toContain('all assignments need');
    expect(again({ inputs: 5 })).toContain('the circuit has 4 inputs');
    expect(again({ circuit: put('{"gates":[2,99],"inputs":2,"outputs":[6]}') })).toContain('is not a circuit');
    expect(again({ rows: hashOf('nowhere') })).toContain('not in the store');
  });
});

describe('audit of proof certificates', () => {
  const found = checkEquivalence(adder(), adder());
  if (found.answer !== 'equal') throw new Error('expected equal');
  const proof = stored(certifyProof(found.proof, sink), 'proof');

  it('accepts a refutation and refuses a broken or empty one', () => {
    expect(faultOf(proof)).toBeUndefined();
    expect(faultOf({ ...proof, proof: put('') })).toBeDefined();
    expect(faultOf({ ...proof, proof: put('200 1 0 1 3 0\n') })).toContain('line 1');
    expect(faultOf({ ...proof, proof: hashOf('gone') })).toContain('not in the store');
  });

  it('refuses an unrelated formula that is unsatisfiable, with its own proof', () => {
    const cnf = put('p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n');
    const refutation = put('5 2 0 1 2 0\n6 0 5 3 4 0\n');
    expect(faultOf({ ...proof, cnf, proof: refutation })).toContain('not the one that its statement stands for');
  });

  it('tells an AND pair from an XOR pair: their formulas differ', () => {
    const pair = (how: 'and' | 'xor'): Certificate => {
      const make = (): ReturnType<typeof adder> => {
        const builder = createBuilder();
        return builder.build([builder[how](builder.input(), builder.input())]);
      };
      const same = checkEquivalence(make(), make());
      if (same.answer !== 'equal') throw new Error('expected equal');
      return stored(certifyProof(same.proof, sink), 'proof');
    };
    const [and, xor] = [pair('and'), pair('xor')];
    expect([faultOf(and), faultOf(xor)]).toEqual([undefined, undefined]);
    if (and.kind !== 'proof' || xor.kind !== 'proof') throw new Error('expected proofs');
    expect(and.cnf).not.toBe(xor.cnf);
    expect(faultOf(certificateOf({ ...and, cnf: xor.cnf, proof: xor.proof }))).toContain('statement stands for');
  });
});

describe('audit of a run', () => {
  const certified = { hash: hashOf(statistical), certificate: statistical };
  const event = (seq: number, type: string, data: RunEvent['data']): RunEvent => ({ v: 1, run: 'r', seq, type, data });
  const started = event(0, 'practice-started', { snapshot: incumbent, alpha: 0.05 });
  const accepted = event(1, 'candidate-accepted', { candidate, certificate: certified.hash, spent: 0.05 });
  const events = [started, accepted];
  const summary = { snapshot: candidate };
  const chainOf = (list: readonly RunEvent[], end: RunEvent['data'] = summary): string =>
    hashOf([list.reduce((chain, { type, data }) => hashOf([chain, type, data]), hashOf([])), 'run-done', end]);
  const recorded = [...effects];
  const run = {
    run: { status: 'done' as const, hash: chainOf(events), summary },
    events,
    certificates: [certified],
    effects: recorded,
  };
  const rehashed = (list: readonly RunEvent[]): object => ({ events: list, run: { ...run.run, hash: chainOf(list) } });

  it('finds nothing wrong with a sound run, finished or not', () => {
    expect(auditRun(run, blobs)).toMatchObject({ findings: [{ ok: true }], wrong: [] });
    expect(auditRun({ ...run, run: { status: 'open' } }, blobs).wrong).toEqual([]);
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
    ['a changed event', { events: events.with(0, { ...started, data: { alpha: 0.9 } }) }, /the run says/],
    ['a dropped event', { events: events.slice(1) }, /the run says/],
    ['events in another order', { events: events.toReversed() }, /the run says/],
    ['a changed summary', { run: { ...run.run, summary: { snapshot: incumbent } } }, /the run says/],
    [
      'a result that is gone',
      { effects: [...recorded, { key: hashOf(1), name: 'lost', result: hashOf('lost') }] },
      /not in the store/,
    ],
    ['a certificate used twice', rehashed([...events, { ...accepted, seq: 2 }]), /event 2 .* and so does event 1/],
    ['a certificate that no event names', rehashed([started]), /is named by no event/],
    [
      'another candidate',
      rehashed([started, { ...accepted, data: { candidate: incumbent, certificate: certified.hash, spent: 0.05 } }]),
      /its certificate speaks of/,
    ],
    [
      'an error budget that is passed',
      rehashed([{ ...started, data: { snapshot: incumbent, alpha: 0.01 } }, accepted]),
      /the trials spent 0.05 of an error budget of 0.01/,
    ],
    [
      'an incumbent that never was',
      rehashed([{ ...started, data: { snapshot: hashOf('x'), alpha: 0.05 } }, accepted]),
      /was never in force/,
    ],
  ])('tells of %s', (_, change, says) => {
    expect(auditRun({ ...run, ...change }, blobs).wrong.join('\n')).toMatch(says);
  });
});
