import { expect, it } from 'vitest';
import type { Certificate } from '#foundation/contracts/certificates';
import { createRng, hashOf, sha256 } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { certifyClaims } from './certify-claims.ts';
import { runSequences } from './run-sequences.ts';
import { finalSequence, type Sequence } from '#learners/machine/plans';
import { synthesiseMachine } from './synthesise-machine.ts';

const shape = { classes: 2, payloads: 0, answers: 2 } as const;

/** Whether ones are in the majority, ties included. */
function drawMajority(path: string, count: number, lengths: readonly [number, number]): Sequence[] {
  const rng = createRng(path);
  return Array.from({ length: count }, () => {
    const bits = Array.from({ length: rng.int(...lengths) }, () => rng.bit());
    return finalSequence(bits, 2 * bits.filter((bit) => bit === 1).length >= bits.length ? 1 : 0);
  });
}

it.each([
  ['with a counter macro', true, 'A(1,1)', /^count 0 never wraps within 100 tokens$/],
  ['without one, widened', false, 'B(operations)', /^width 4 extends to 14: both words are .* and look alike$/],
] as const)(
  'learns majority %s, and its certificates are accepted from the store alone',
  (_, counters, template, claim) => {
    const machine = synthesiseMachine(drawMajority('train', 400, [1, 12]), shape, {
      parts: { counters },
      maxLength: 100,
      lanes: 128,
    });
    expect(machine.learnt).toMatchObject({ grounds: 'exact', template, errors: 0 });
    const test = drawMajority('test', 128, [60, 100]);
    const given = runSequences(machine.installed, test, shape);
    expect(given.map((answers) => answers.at(-1))).toEqual(test.map(({ labels }) => labels.at(-1)));
    expect(machine.installed.behaviour()).toBe(machine.behaviour);

    const blobs = new Map<string, Uint8Array>();
    const certificates: Certificate[] = [];
    certifyClaims(machine.claims, {
      putBlob: (bytes) => (blobs.set(sha256(bytes), bytes), sha256(bytes)),
      certify: (certificate) => (certificates.push(certificate), hashOf(certificate)),
    });
    expect(machine.claims.filter((each) => claim.test(each.claim))).toHaveLength(1);
    for (const certificate of certificates) {
      if (certificate.kind !== 'proof') throw new Error('expected a proof');
      const cnf = parseDimacs(blobs.get(certificate.cnf)!);
      expect(checkProof(cnf, blobs.get(certificate.proof)!, certificate.format).verified).toBe(true);
    }
  },
);
