import { expect, it } from 'vitest';
import { certifyClaims } from './certify-claims.ts';
import { installProgram } from './synthesise-machine.ts';
import type { LearntProgram } from '#learners/machine/plans';
import { proveAgreement } from './prove-agreement.ts';
import type { Certificate } from '#foundation/contracts/certificates';
import { hashOf, sha256 } from '#foundation/kernel';
import { auditRun } from '#ratchet/audit';
import { dyckSpecification } from './dyck-specification.ts';

const length = 24;

/** Up on 0, down on 1; below zero it stays there. Rows: class, then zero, above, below. */
type StepProgram = LearntProgram['program'];

const counting = (moves: readonly number[], answers: readonly number[]): StepProgram => ({
  kind: 'automaton',
  classes: 2,
  states: 1,
  counters: 1,
  next: [0, 0, 0, 0, 0, 0],
  moves: [moves],
  answers,
});
const right = [1, 1, 0, 2, 2, 0];

function prove(program: StepProgram, labels: 'online' | 'final'): ReturnType<typeof proveAgreement> {
  return proveAgreement(
    installProgram(program, { maxLength: length, lanes: 128 }),
    dyckSpecification(labels, length),
    length,
  );
}

it.each([
  ['final', counting(right, [1, 0, 0])],
  ['online', counting(right, [1, 1, 0])],
  // The number counts downwards.
  ['final', counting([2, 0, 2, 1, 0, 1], [1, 0, 0])],
] as const)(
  'an output that agrees with the depth (%s labels) is proved so, and the audit accepts the proof',
  (labels, program) => {
    const claim = prove(program, labels)!;
    expect(claim.claim).toMatch(/^the output agrees with the depth: 1 wh.*, within 24 tokens$/);
    const bytes = new Map<string, Uint8Array>();
    const stored: { hash: ReturnType<typeof hashOf>; certificate: Certificate }[] = [];
    certifyClaims([claim], {
      putBlob: (blob) => (bytes.set(sha256(blob), blob), sha256(blob)),
      certify: (certificate) => (stored.push({ hash: hashOf(certificate), certificate }), hashOf(certificate)),
    });
    const audit = (): unknown =>
      auditRun(
        { run: { status: 'open' }, events: [], certificates: stored, effects: [] },
        { getBlob: (hash) => bytes.get(hash) },
      ).findings;
    expect(audit()).toMatchObject([{ kind: 'proof', claim: stored[0]!.certificate.claim, ok: true }]);
    // A proof of something else is not accepted.
    const { certificate } = stored[0]!;
    if (certificate.kind !== 'proof') throw new Error('expected a proof');
    bytes.set(certificate.proof, new Uint8Array());
    expect(audit()).toMatchObject([{ ok: false }]);
  },
);

it.each([
  ['a bracket too much is forgotten', counting([1, 1, 1, 2, 2, 0], [1, 0, 0])],
  ['it comes back from below zero', counting([1, 1, 0, 2, 2, 1], [1, 0, 0])],
  ['depth is answered like balance', counting(right, [1, 1, 0])],
  ['two levels close at once', counting([1, 1, 0, 2, 3, 0], [1, 0, 0])],
])('nothing is claimed where %s', (_, program) => {
  expect(prove(program, 'final')).toBeUndefined();
});
