import type { RunEvent } from '#foundation/contracts';
import { blobsOf, type Certificate, claimWords, type OldCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { Fault, hashOf, type Hash } from '#foundation/kernel';
import { checkExhaustive } from './check-exhaustive.ts';
import { checkProofCertificate } from './check-proof.ts';
import { type AuditedRun, checkFinal, checkHead, checkRun } from './check-run.ts';
import { checkStatistical } from './check-statistical.ts';
import type { Effects } from './read-outcomes.ts';

/** A certificate as the store holds it. */
export interface StoredCertificate {
  readonly hash: Hash;
  readonly certificate: Certificate | OldCertificate;
}

/** What the audit found of one certificate. */
export interface AuditFinding {
  readonly hash: Hash;
  readonly kind: string;
  readonly claim: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** A recorded step: the hash of its result under the hash of name and inputs. */
export interface StoredEffect {
  readonly key: Hash;
  readonly name: string;
  readonly result: Hash;
}

/** A run as the store holds it; an unfinished one has no hash. */
export interface StoredRun {
  readonly run: AuditedRun;
  readonly events: Iterable<RunEvent>;
  readonly certificates: readonly StoredCertificate[];
  readonly effects: readonly StoredEffect[];
}

/** What the audit found of one run: of each certificate, and what is wrong with the run as a whole. */
export interface Audit {
  readonly findings: readonly AuditFinding[];
  readonly wrong: readonly string[];
}

/** Checks a run again, from the store alone: its certificates, what it says it accepted, its hash and its recorded steps. */
export function auditRun({ run, events, certificates, effects }: StoredRun, blobs: Blobs): Audit {
  const held = new Map(certificates.map((stored) => [stored.hash, stored.certificate]));
  const safe = readable(blobs);
  const results: Effects = new Map(effects.map(({ key, result }) => [key, result]));
  return {
    findings: auditCertificates(certificates, results, safe),
    wrong: [
      ...checkHead(run),
      ...checkRun({ run, events, certificates: held }),
      ...checkFinal(run, safe),
      ...checkEffects(run, effects, safe),
    ],
  };
}

/** Checks every certificate again, from its own content, the run's recorded steps and the store's blobs alone. */
export function auditCertificates(stored: Iterable<StoredCertificate>, effects: Effects, blobs: Blobs): AuditFinding[] {
  return Array.from(stored, ({ hash, certificate }) => {
    const actual = hashOf(certificate);
    const why = actual === hash ? faultOf(certificate, effects, blobs) : `its content has hash ${actual}`;
    const { kind, claim } = certificate;
    return why === undefined ? { hash, kind, claim, ok: true } : { hash, kind, claim, ok: false, why };
  });
}

function faultOf(certificate: Certificate | OldCertificate, effects: Effects, blobs: Blobs): string | undefined {
  if (certificate.v === 1) return 'an earlier version made it: nothing binds its claim to what it holds';
  const words = claimWords(certificate);
  if (words !== certificate.claim) return `what it holds says: ${words}`;
  const missing = blobsOf(certificate).find((hash) => blobs.getBlob(hash) === undefined);
  if (missing !== undefined) return `${missing} is not in the store, or not as it was`;
  switch (certificate.kind) {
    case 'statistical':
      return checkStatistical(certificate, effects, blobs);
    case 'exhaustive':
      return checkExhaustive(certificate, blobs);
    case 'proof':
      return checkProofCertificate(certificate, blobs);
  }
}

/** Recorded steps whose results are gone or changed: the run could not be replayed. */
function checkEffects({ steps }: AuditedRun, effects: readonly StoredEffect[], blobs: Blobs): string[] {
  const sealed = hashOf(effects.map(({ key, name, result }) => [key, name, result]));
  if (steps !== undefined && steps !== sealed) return ['the recorded steps are not those that the run ended with'];
  const lost = effects.filter(({ result }) => blobs.getBlob(result) === undefined);
  return lost.length === 0
    ? []
    : [`the results of ${lost.length} recorded steps are not in the store, or not as they were: ${lost[0]!.name}`];
}

/** Bytes that are not what their hash names are as good as absent, and an audit goes on to say so. */
function readable(blobs: Blobs): Blobs {
  return {
    getBlob(hash) {
      try {
        return blobs.getBlob(hash);
      } catch (error) {
        if (error instanceof Fault && error.code === 'store/corrupt') return undefined;
        throw error;
      }
    },
  };
}
