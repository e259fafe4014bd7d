import { type TruthTable, tableValue } from '#circuit';
import type { ExhaustiveCertificate, Journal } from '#contracts';
import { Fault, type Hash } from '#kernel';

/** Two lists of truth tables, one per output, that are claimed to be the same. */
export interface TableClaim {
  readonly claim: string;
  readonly expected: readonly TruthTable[];
  readonly actual: readonly TruthTable[];
}

/**
 * Stores both lists and a certificate that they agree for all inputs; tables that differ are refused, so nothing false is ever stored.
 *
 * @source section 4 of the design: an exhaustive certificate is a truth table over all inputs
 */
export function certifyTables(
  { claim, expected, actual }: TableClaim,
  journal: Pick<Journal, 'putBlob' | 'certify'>,
): Hash {
  const inputs = expected[0]?.inputs;
  if (inputs === undefined || [...expected, ...actual].some((table) => table.inputs !== inputs)) {
    throw new Fault(
      'verify/shapes-differ',
      `tables of ${expected.length} and ${actual.length} outputs, or of other inputs`,
    );
  }
  const [wanted, found] = [tableBytes(expected), tableBytes(actual)];
  const at = wanted.length === found.length ? wanted.findIndex((byte, i) => byte !== found[i]) : 0;
  if (at >= 0) throw new Fault('verify/tables-differ', `${claim}: the tables differ in byte ${at}`);
  const certificate: ExhaustiveCertificate = {
    v: 1,
    kind: 'exhaustive',
    claim,
    inputs,
    outputs: expected.length,
    expected: journal.putBlob(wanted),
    actual: journal.putBlob(found),
  };
  return journal.certify(certificate);
}

/** The values of each output one after another, each padded to whole bytes, first assignment in the lowest bit. */
function tableBytes(tables: readonly TruthTable[]): Uint8Array {
  const perOutput = Math.ceil(2 ** (tables[0]?.inputs ?? 0) / 8);
  const bytes = new Uint8Array(perOutput * tables.length);
  for (const [output, table] of tables.entries()) {
    for (let x = 0; x < 2 ** table.inputs; x += 1) {
      if (tableValue(table, x)) bytes[output * perOutput + (x >>> 3)]! |= 1 << (x & 7);
    }
  }
  return bytes;
}
