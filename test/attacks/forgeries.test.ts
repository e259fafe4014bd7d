import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuilder } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import type { Json } from '#foundation/contracts';
import { type Certificate, certificateOf, type PairedOutcome } from '#foundation/contracts/certificates';
import { canonicalText, hashOf, sha256 } from '#foundation/kernel';
import { signGate } from '#ratchet/gate/trials';
import { openStore } from '#world/store';
import { checkEquivalence } from '#logic/verify';
import { certifyProof, certifyTables } from '#logic/verify/certify';
import { runPawl } from '../run-pawl.ts';
import { Forger } from './forger.ts';
import { workplace } from './workplace.ts';

// Number 1 of what was seen falling: 22 of 32 forgeries passed the audit. One honest run, forged in every way below.
const folder = workplace();
const honest = join(folder, 'honest');
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const better = (tasks: number, prefix = 't'): PairedOutcome[] =>
  Array.from({ length: tasks }, (_, i) => ({ task: `${prefix}${i}`, incumbent: 0, candidate: 1 }));

type Statistical = Extract<Certificate, { kind: 'statistical' }>;

function statistical(
  incumbent: string,
  candidate: string,
  outcomes: PairedOutcome[],
  more: Partial<Statistical> = {},
): Certificate {
  return certificateOf({
    kind: 'statistical',
    incumbent,
    candidate,
    test: 'sign-exact-one-sided',
    alpha: 0.02,
    spent: 0.02,
    pValue: signGate(outcomes, 0.02).pValue,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: { incumbent, candidate } }] },
    ...more,
    outcomes,
  });
}

function gate(how: 'and' | 'xor'): ReturnType<ReturnType<typeof createBuilder>['build']> {
  const builder = createBuilder();
  return builder.build([builder[how](builder.input(), builder.input())]);
}

/** Records the honest run and, where asked, another beside it; returns its id. */
async function record(seed: number, taskPrefix: string): Promise<string> {
  const store = openStore(honest);
  const journal = store.createRun({ loop: 'practise', seed, config: { profile: 'tiny', alpha: 0.05 } });
  const incumbent = journal.putBlob(text(`incumbent ${seed}`));
  const candidate = journal.putBlob(text(`candidate ${seed}`));
  journal.putBlob(text('another'));
  const outcomes = better(10, taskPrefix);
  await journal.step('compare', { incumbent, candidate }, () => ({ outcomes: [...outcomes] }));
  await journal.step('other', { n: 1 }, () => ({ said: 'something' }));
  journal.emit('practice-started', { snapshot: incumbent, alpha: 0.05 });
  const certificate = journal.certify(statistical(incumbent, candidate, outcomes));
  journal.emit('candidate-accepted', { candidate, certificate, spent: 0.02 });
  const same = checkEquivalence(gate('and'), gate('and'));
  if (same.answer !== 'equal') throw new Error('expected equal');
  journal.emit('patch-accepted', { certificate: certifyProof(same.proof, journal) });
  journal.emit('table-accepted', { certificate: certifyTables(gate('and'), truthTablesOf(gate('and')), journal) });
  const other = checkEquivalence(gate('xor'), gate('xor'));
  if (other.answer === 'equal')
    certifyProof(other.proof, { putBlob: (bytes) => journal.putBlob(bytes), certify: () => '' });
  journal.finish({ snapshot: candidate, score: 10 });
  store.close();
  return journal.run;
}

type Forgery = readonly [name: string, forge: (forger: Forger, other: string) => void];

/** What `pawl audit` says of those that matter most; of every other it gives a reason too. */
const reasons: Readonly<Record<string, string>> = {
  'an unrelated unsatisfiable formula': 'the formula is not the one that its statement stands for',
  'invented outcomes': 'the outcomes are not those that were recorded, at t10',
  'a certificate of another run': 'the run did not record step compare',
  'alpha 0.999': 'spent 0.02, its certificate says 0.999',
  'a certificate deleted with its event': 'but what it accepted last is',
  'bytes of the final blob changed': 'is not in the store, or not as it was',
};

const find = (forger: Forger, kind: Certificate['kind']): Certificate & { hash: string } =>
  forger.certificates.find((each) => each.kind === kind)!;
const plain = (certificate: Certificate & { hash?: string }): Certificate => {
  const copy = { ...certificate };
  delete copy.hash;
  return copy;
};
const changed = (forger: Forger, kind: Certificate['kind'], change: object): void => {
  const certificate = find(forger, kind);
  forger.replace(certificate.hash, { ...plain(certificate), ...change });
  forger.rehash();
};
const event = (forger: Forger, type: string, change: Record<string, Json>): void => {
  forger.setEvents(
    forger.events.map((each) => (each.type === type ? { type, data: { ...each.data, ...change } } : each)),
  );
};

/** Without touching the run's hash. */
const crude: readonly Forgery[] = [
  ['another skill in the summary', (f) => f.setSummary({ snapshot: f.putBlob('another'), score: 10 })],
  [
    'bytes of the final blob changed',
    (f) => f.sql('UPDATE blobs SET bytes = ? WHERE hash = ?', Buffer.from('evil'), sha256(text('candidate 1'))),
  ],
  ['the final blob deleted', (f) => f.sql('DELETE FROM blobs WHERE hash = ?', sha256(text('candidate 1')))],
  ['the evidence deleted', (f) => f.sql("DELETE FROM effects WHERE run = ? AND name = 'compare'", f.run)],
  ['a step deleted that is no evidence', (f) => f.sql("DELETE FROM effects WHERE run = ? AND name = 'other'", f.run)],
  ['a step that records something else', (f) => f.setResult('other', { said: 'nothing' })],
  ['a number in the summary', (f) => f.setSummary({ snapshot: sha256(text('candidate 1')), score: 99 })],
  [
    'another configuration',
    (f) => f.sql('UPDATE runs SET config = ? WHERE id = ?', '{"alpha":0.05,"profile":"full"}', f.run),
  ],
  ['another seed', (f) => f.sql('UPDATE runs SET seed = 77 WHERE id = ?', f.run)],
  ['another loop', (f) => f.sql("UPDATE runs SET loop = 'train' WHERE id = ?", f.run)],
  [
    'a finished run that is open again, with one acceptance more',
    (f) => {
      f.sql("UPDATE runs SET status = 'open' WHERE id = ?", f.run);
      f.setEvents([
        ...f.events,
        {
          type: 'candidate-accepted',
          data: { candidate: f.putBlob('evil'), certificate: find(f, 'statistical').hash, spent: 0.01 },
        },
      ]);
    },
  ],
  ['an event changed', (f) => event(f, 'practice-started', { alpha: 0.9 })],
  ['an event dropped', (f) => f.setEvents(f.events.slice(0, -1))],
  ['events in another order', (f) => f.setEvents(f.events.toReversed())],
  ['no hash', (f) => f.sql('UPDATE runs SET hash = NULL WHERE id = ?', f.run)],
  [
    'a certificate changed in place',
    (f) => f.sql("UPDATE certificates SET content = replace(content, '0.02', '0.01') WHERE run = ?", f.run),
  ],
];

/** With every hash made again. */
const careful: readonly Forgery[] = [
  ['alpha 0.999', (f) => changed(f, 'statistical', { alpha: 0.999, spent: 0.999 })],
  [
    'trials that spend 2.7 of 0.05',
    (f) => {
      const rejected = Array.from({ length: 3 }, (_, i) => ({
        type: 'candidate-rejected',
        data: { candidate: hashOf(i), spent: 0.9 },
      }));
      f.setEvents([...f.events.slice(0, 1), ...rejected, ...f.events.slice(1)]);
      f.rehash();
    },
  ],
  [
    'invented outcomes',
    (f) => {
      const s = find(f, 'statistical') as Statistical & { hash: string };
      f.replace(s.hash, statistical(s.incumbent, s.candidate, better(12)));
      f.rehash();
    },
  ],
  [
    'dropped outcomes',
    (f) => {
      const s = find(f, 'statistical') as Statistical & { hash: string };
      f.replace(s.hash, statistical(s.incumbent, s.candidate, better(8)));
      f.rehash();
    },
  ],
  [
    'scores of a million',
    (f) => {
      const s = find(f, 'statistical') as Statistical & { hash: string };
      f.replace(
        s.hash,
        statistical(
          s.incumbent,
          s.candidate,
          s.outcomes.map((each) => ({ ...each, candidate: 1e6 })),
        ),
      );
      f.rehash();
    },
  ],
  ['a smaller p', (f) => changed(f, 'statistical', { pValue: 1e-9 })],
  ['an unknown test', (f) => changed(f, 'statistical', { test: 'wishful' })],
  [
    'a certificate used twice',
    (f) => {
      f.setEvents([...f.events, f.events[1]!]);
      f.rehash();
    },
  ],
  [
    'a certificate of another run',
    (f, other) => {
      const s = find(f, 'statistical');
      const [stranger] = f.rows<{ content: string }>(
        'SELECT content FROM certificates WHERE run = ? ORDER BY id',
        other,
      );
      f.replace(s.hash, JSON.parse(stranger!.content) as Certificate);
      f.rehash();
    },
  ],
  [
    'a certificate deleted with its event',
    (f) => {
      f.sql('DELETE FROM certificates WHERE run = ? AND hash = ?', f.run, find(f, 'statistical').hash);
      f.setEvents(f.events.filter(({ type }) => type !== 'candidate-accepted'));
      f.rehash();
    },
  ],
  [
    'an acceptance without a certificate',
    (f) => {
      event(f, 'patch-accepted', { certificate: null });
      f.rehash();
    },
  ],
  [
    'an unrelated unsatisfiable formula',
    (f) =>
      changed(f, 'proof', {
        cnf: f.putBlob('p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n'),
        proof: f.putBlob('5 2 0 1 2 0\n6 0 5 3 4 0\n'),
      }),
  ],
  ['the claim that P equals NP', (f) => changed(f, 'proof', { claim: 'P equals NP' })],
  [
    'the proof of an XOR pair for an AND pair',
    (f) => {
      const other = checkEquivalence(gate('xor'), gate('xor'));
      if (other.answer !== 'equal') throw new Error('expected equal');
      let xor: Certificate | undefined;
      certifyProof(other.proof, {
        putBlob: (bytes) => f.putBlob(new TextDecoder().decode(bytes)),
        certify: (certificate) => hashOf((xor = certificate)),
      });
      const { cnf, proof } = xor as Extract<Certificate, { kind: 'proof' }>;
      changed(f, 'proof', { cnf, proof });
    },
  ],
  ['an empty proof', (f) => changed(f, 'proof', { proof: f.putBlob('') })],
  ['another truth table', (f) => changed(f, 'exhaustive', { rows: f.putBlob('\u0007') })],
  [
    'another circuit under the table',
    (f) => changed(f, 'exhaustive', { circuit: f.putBlob('{"gates":[[2,5]],"inputs":2,"outputs":[6]}') }),
  ],
  [
    'another candidate than the certificate speaks of',
    (f) => {
      event(f, 'candidate-accepted', { candidate: f.putBlob('another') });
      f.setSummary({ snapshot: f.putBlob('another'), score: 10 });
      f.rehash();
    },
  ],
];

/** What only a signature shows: everything made again, as whoever owns the file can. */
const complete: readonly Forgery[] = [
  [
    'evidence, certificate, events and hashes all made again',
    (f) => {
      const s = find(f, 'statistical') as Statistical & { hash: string };
      f.setResult('compare', { outcomes: better(20) as unknown as Json });
      f.replace(s.hash, statistical(s.incumbent, s.candidate, better(20)));
      f.rehash();
    },
  ],
  [
    'a number in the summary, with the hash made again',
    (f) => {
      f.setSummary({ snapshot: sha256(text('candidate 1')), score: 99 });
      f.rehash();
    },
  ],
];

describe('a forged run', () => {
  let run = '';
  let other = '';
  let count = 0;
  beforeAll(async () => {
    run = await record(1, 't');
    other = await record(2, 'u');
  });

  const forged = async (
    forge: Forgery[1],
    signed: 'not' | 'before' | 'after',
  ): Promise<{ code: number; out: string }> => {
    const workspace = join(folder, `forged-${(count += 1)}`);
    cpSync(honest, workspace, { recursive: true });
    if (signed !== 'before') rmSync(join(workspace, 'signatures.jsonl'), { force: true });
    const forger = new Forger(workspace, run);
    forge(forger, other);
    forger.database.close();
    if (signed === 'after') await runPawl(['runs', 'sign', run, '--workspace', workspace]);
    const key = signed === 'not' ? [] : ['--signed-by', join(honest, 'signing-key.pub.pem')];
    const done = await runPawl(['audit', run, '--workspace', workspace, ...key]);
    rmSync(workspace, { recursive: true, force: true });
    return done;
  };

  it('is told from an honest one, signed or not', async () => {
    expect(await forged(() => undefined, 'not')).toMatchObject({ code: 0 });
    const signing = await runPawl(['runs', 'sign', run, '--workspace', honest]);
    expect(signing).toMatchObject({ code: 0 });
    expect(await forged(() => undefined, 'before')).toMatchObject({ code: 0 });
  });

  it('counts at least the 32 forgeries that were tried', () => {
    expect(crude.length + careful.length).toBeGreaterThanOrEqual(32);
  });

  it('has a reason for those forgeries that are tried', () => {
    expect([...crude, ...careful].map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(reasons)));
  });

  it.each([...crude, ...careful])(
    'is refused with a reason, without any key, and where its forger signs it: %s',
    async (name, forge) => {
      const { code, out } = await forged(forge, 'not');
      expect(code).toBe(3);
      expect(out).toMatch(/^FAILED {2}(?:[0-9a-f]{12} {2}.* \(.+\)|(?![0-9a-f]{12} ).+)$/mu);
      expect(out).toContain(reasons[name] ?? 'FAILED');
      expect((await forged(forge, 'after')).code).toBe(3);
    },
  );

  it.each(complete)(
    'passes without a signature, not with one, and again where the key signs it: %s',
    async (_, forge) => {
      expect((await forged(forge, 'not')).code).toBe(0);
      expect((await forged(forge, 'before')).code).toBe(3);
      expect((await forged(forge, 'after')).code).toBe(0);
    },
  );

  it('may tell other times of its beginning and end: they are in no hash, and the date is that of the signature', async () => {
    const later = (f: Forger): void =>
      f.sql('UPDATE runs SET started_at = started_at + 1e9, ended_at = ended_at + 1e9');
    expect((await forged(later, 'not')).code).toBe(0);
    expect((await forged(later, 'before')).code).toBe(0);
  });

  it.each([
    ['another date', { at: 1 }],
    ['the name of another run', { run: 'practise-00000000' }],
    ['the seal of what it should pass for', { seal: hashOf('forged') }],
    ['bytes of another signature', { signature: Buffer.alloc(64, 7).toString('base64') }],
  ])('cannot give its signature %s without the key', async (_, change) => {
    const workspace = join(folder, `signature-${(count += 1)}`);
    cpSync(honest, workspace, { recursive: true });
    const file = join(workspace, 'signatures.jsonl');
    const link: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, `${canonicalText({ ...link, ...change })}\n`);
    const key = join(honest, 'signing-key.pub.pem');
    const { code, out } = await runPawl(['audit', run, '--workspace', workspace, '--signed-by', key]);
    expect(code).toBe(3);
    expect(out).toContain('signature 1 is not by the key that it names');
  });

  it("can be signed with one's own key, and then is not signed by the workspace's", async () => {
    const workspace = join(folder, 'own-key');
    cpSync(honest, workspace, { recursive: true });
    rmSync(join(workspace, 'signatures.jsonl'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'own.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder, 'own.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    const signed = await runPawl(['runs', 'sign', run, '--workspace', workspace, '--key', join(folder, 'own.pem')]);
    expect(signed.code, signed.err).toBe(0);
    const auditBy = (key: string): ReturnType<typeof runPawl> =>
      runPawl(['audit', run, '--workspace', workspace, '--signed-by', key]);
    expect(await auditBy(join(folder, 'own.pub.pem'))).toMatchObject({ code: 0 });
    expect(await auditBy(join(honest, 'signing-key.pub.pem'))).toMatchObject({ code: 3 });
  });

  it('cannot be signed again by somebody else, nor the chain of signatures be cut', async () => {
    const workspace = join(folder, 'chain');
    cpSync(honest, workspace, { recursive: true });
    expect(await runPawl(['runs', 'sign', other, '--workspace', workspace])).toMatchObject({ code: 0 });
    const file = join(workspace, 'signatures.jsonl');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    writeFileSync(file, `${lines.at(-1)}\n`);
    expect((await runPawl(['audit', other, '--workspace', workspace])).out).toContain(
      'does not follow the one before it',
    );
    rmSync(file);
    rmSync(join(workspace, 'signing-key.pem'));
    await runPawl(['runs', 'sign', run, '--workspace', workspace]);
    const key = join(honest, 'signing-key.pub.pem');
    const audit = await runPawl(['audit', run, '--workspace', workspace, '--signed-by', key]);
    expect([audit.code, audit.out.includes('is not signed by')]).toEqual([3, true]);
  });
});
