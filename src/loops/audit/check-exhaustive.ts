import type { Blobs, ExhaustiveCertificate } from '#contracts';

/** Compares the two truth tables of an exhaustive certificate, bit by bit. Returns what is wrong, or nothing. */
export function checkExhaustive(certificate: ExhaustiveCertificate, blobs: Blobs): string | undefined {
  const expected = blobs.getBlob(certificate.expected);
  const actual = blobs.getBlob(certificate.actual);
  if (!expected || !actual) return `table ${expected ? certificate.actual : certificate.expected} is not in the store`;
  if (expected.length !== actual.length) return `tables of ${expected.length} and ${actual.length} bytes`;
  const bytes = certificate.outputs * Math.ceil(2 ** certificate.inputs / 8);
  if (expected.length !== bytes) return `a table of ${expected.length} bytes where all assignments need ${bytes}`;
  const at = expected.findIndex((byte, i) => byte !== actual[i]);
  return at < 0 ? undefined : `the tables differ in byte ${at}`;
}
