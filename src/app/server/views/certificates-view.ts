import { z } from 'zod';
import { Json } from '#foundation/contracts';
import { blobsOf, PairedOutcome } from '#foundation/contracts/certificates';
import type { StoredCertificate, StoreReader } from '#world/store';

const CertificateRow = z.strictObject({
  hash: z.string(),
  kind: z.string(),
  claim: z.string(),
  /** Facts of its kind, for a table. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});
type CertificateRow = z.infer<typeof CertificateRow>;

export const CertificateView = z.strictObject({
  ...CertificateRow.shape,
  content: Json,
  /** Files that it rests on, to be downloaded for a checker of one's own. */
  files: z.array(z.strictObject({ role: z.string(), hash: z.string(), bytes: z.int().nullable(), name: z.string() })),
  pairs: z.array(PairedOutcome),
});
export type CertificateView = z.infer<typeof CertificateView>;

export const CertificateList = z.strictObject({
  certificates: z.array(CertificateRow),
  /** Of all that fit the question. */
  total: z.int(),
  kinds: z.array(z.string()),
});
export type CertificateList = z.infer<typeof CertificateList>;

export function certificateList(
  all: readonly StoredCertificate[],
  { kind, from, limit }: { readonly kind?: string | undefined; readonly from: number; readonly limit: number },
): CertificateList {
  const found = all.filter(({ certificate }) => (kind ?? certificate.kind) === certificate.kind);
  return {
    certificates: found.slice(from, from + limit).map(certificateRow),
    total: found.length,
    kinds: [...new Set(all.map(({ certificate }) => certificate.kind))],
  };
}

function certificateRow({ hash, certificate }: StoredCertificate): CertificateRow {
  return { hash, kind: certificate.kind, claim: certificate.claim, facts: factsOf(certificate) };
}

export function certificateView(store: StoreReader, stored: StoredCertificate): CertificateView {
  return {
    ...certificateRow(stored),
    content: Json.parse(stored.certificate),
    files: filesOf(store, stored),
    pairs: pairsOf(stored),
  };
}

/** Paired outcomes that a certificate holds; a proof holds none. */
export function pairsOf({ certificate }: StoredCertificate): CertificateView['pairs'] {
  return certificate.v === 2 && certificate.kind === 'statistical' ? [...certificate.outcomes] : [];
}

function factsOf(certificate: StoredCertificate['certificate']): CertificateRow['facts'] {
  if (certificate.v === 1) return [{ name: 'version', value: '1: holds nothing' }];
  switch (certificate.kind) {
    case 'proof':
      return [
        { name: 'statement', value: certificate.statement.property },
        { name: 'proof', value: certificate.format.toUpperCase() },
      ];
    case 'exhaustive':
      return [
        { name: 'over', value: certificate.over },
        { name: 'inputs', value: String(certificate.inputs) },
        { name: 'outputs', value: String(certificate.outputs) },
      ];
    case 'statistical':
      return [
        { name: 'test', value: certificate.test },
        { name: 'p', value: certificate.pValue.toPrecision(3) },
        { name: 'alpha', value: certificate.alpha.toPrecision(3) },
        { name: 'pairs', value: String(certificate.outcomes.length) },
      ];
  }
}

function filesOf(store: StoreReader, { hash, certificate }: StoredCertificate): CertificateView['files'] {
  if (certificate.v === 1) return [];
  const short = hash.slice(0, 12);
  const named: Readonly<Record<string, { role: string; name: string }>> =
    certificate.kind === 'proof'
      ? {
          [certificate.cnf]: { role: 'formula', name: `${short}.cnf` },
          [certificate.proof]: { role: 'proof', name: `${short}.${certificate.format}` },
        }
      : certificate.kind === 'statistical'
        ? {
            [certificate.incumbent]: { role: 'incumbent', name: `${certificate.incumbent.slice(0, 12)}.json` },
            [certificate.candidate]: { role: 'candidate', name: `${certificate.candidate.slice(0, 12)}.json` },
          }
        : {};
  return [...new Set(blobsOf(certificate))].map((blob) => ({
    role: named[blob]?.role ?? 'circuit',
    hash: blob,
    bytes: store.getBlob(blob)?.length ?? null,
    name: named[blob]?.name ?? `${blob.slice(0, 12)}.json`,
  }));
}
