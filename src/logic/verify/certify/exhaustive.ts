import type { Circuit } from '#logic/circuit/graph';
import { MAX_TABLE_INPUTS, type TruthTable, truthTablesOf, tableValue } from '#logic/circuit/tables';
import { certificateOf } from '#foundation/contracts/certificates';
import { Fault, type Hash } from '#foundation/kernel';
import { type CertificateSink, circuitBytes } from './proof-material.ts';

/**
 * Stores a certificate that a circuit computes these tables, one per output, for all inputs; nothing false is ever stored.
 *
 * @source docs/certificates.md: an exhaustive certificate is a truth table over all inputs
 */
export function certifyTables(circuit: Circuit, expected: readonly TruthTable[], journal: CertificateSink): Hash {
  const inputs = circuit.inputCount;
  if (expected.some((table) => table.inputs !== inputs) || expected.length !== circuit.outputs.length) {
    throw new Fault(
      'verify/shapes-differ',
      `${expected.length} tables for ${circuit.outputs.length} outputs, or tables of other inputs`,
    );
  }
  if (inputs > MAX_TABLE_INPUTS) throw new Fault('verify/shapes-differ', `${inputs} inputs are too many for a table`);
  const [wanted, found] = [tableBytes(expected), tableBytes(truthTablesOf(circuit))];
  const at = wanted.findIndex((byte, i) => byte !== found[i]);
  if (at >= 0) throw new Fault('verify/tables-differ', `the tables differ in byte ${at}`);
  return journal.certify(
    certificateOf({
      kind: 'exhaustive',
      over: 'all-inputs',
      circuit: journal.putBlob(circuitBytes(circuit)),
      rows: journal.putBlob(wanted),
      inputs,
      outputs: circuit.outputs.length,
    }),
  );
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
