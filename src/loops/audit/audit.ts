import type { Blobs, Certificate } from '#contracts';
import type { Hash } from '#kernel';
import { checkExhaustive } from './check-exhaustive.ts';
import { checkProofCertificate } from './check-proof.ts';
import { checkStatistical } from './check-statistical.ts';

/** A certificate as the store holds it. */
export interface StoredCertificate {
  readonly hash: Hash;
  readonly certificate: Certificate;
}

/** What the audit found of one certificate. */
export interface AuditFinding {
  readonly hash: Hash;
  readonly kind: Certificate['kind'];
  readonly claim: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** Checks every certificate again, from its own content and the store's blobs alone. */
export function auditCertificates(stored: Iterable<StoredCertificate>, blobs: Blobs): AuditFinding[] {
  return Array.from(stored, ({ hash, certificate }) => {
    const why = faultOf(certificate, blobs);
    const { kind, claim } = certificate;
    return why === undefined ? { hash, kind, claim, ok: true } : { hash, kind, claim, ok: false, why };
  });
}

function faultOf(certificate: Certificate, blobs: Blobs): string | undefined {
  switch (certificate.kind) {
    case 'statistical':
      return checkStatistical(certificate);
    case 'exhaustive':
      return checkExhaustive(certificate, blobs);
    case 'proof':
      return checkProofCertificate(certificate, blobs);
  }
}
