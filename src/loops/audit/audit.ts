import type { Blobs, Certificate, RunEvent } from '#contracts';
import { hashOf, type Hash } from '#kernel';
import { checkEvents } from './check-events.ts';
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

/** A run as the store holds it; an unfinished one has no hash. */
export interface StoredRun {
  readonly hash?: Hash | undefined;
  readonly events: Iterable<RunEvent>;
  readonly certificates: readonly StoredCertificate[];
}

/** What the audit found of one run: of each certificate, and what is wrong with the run as a whole. */
export interface Audit {
  readonly findings: readonly AuditFinding[];
  readonly wrong: readonly string[];
}

/** Checks a run again, from the store alone: its certificates, that every accepted change has one, and its hash. */
export function auditRun({ hash, events, certificates }: StoredRun, blobs: Blobs): Audit {
  const held = new Set(certificates.map((stored) => stored.hash));
  return { findings: auditCertificates(certificates, blobs), wrong: checkEvents(events, held, hash) };
}

/** Checks every certificate again, from its own content and the store's blobs alone. */
export function auditCertificates(stored: Iterable<StoredCertificate>, blobs: Blobs): AuditFinding[] {
  return Array.from(stored, ({ hash, certificate }) => {
    const actual = hashOf(certificate);
    const why = actual === hash ? faultOf(certificate, blobs) : `its content has hash ${actual}`;
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
