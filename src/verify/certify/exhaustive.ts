import { type Circuit, evaluateOnce } from '#circuit/graph';
import { MAX_TABLE_INPUTS, type TruthTable, truthTablesOf, tableValue } from '#circuit/tables';
import { certificateOf } from '#contracts/certificates';
import { Fault, type Hash } from '#kernel';
import { type CertificateSink, circuitBytes } from './proof-material.ts';

/**
 * Stores a certificate that a circuit computes these tables, one per output, for all inputs; nothing false is ever stored.
 *
 * @source section 4 of the design: an exhaustive certificate is a truth table over all inputs
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
  return certify(circuit, wanted, 'all-inputs', journal);
}

/** What a circuit should give for some inputs; an undefined output may be either. */
export interface EvidenceRow {
  readonly inputs: readonly boolean[];
  readonly outputs: readonly (boolean | undefined)[];
}

/** Stores a certificate that a circuit agrees with every example; one that it does not agree with is refused. */
export function certifyEvidence(circuit: Circuit, rows: readonly EvidenceRow[], journal: CertificateSink): Hash {
  const lines = rows.map(({ inputs, outputs }, number) => {
    if (inputs.length !== circuit.inputCount || outputs.length !== circuit.outputs.length) {
      throw new Fault(
        'verify/shapes-differ',
        `example ${number} has ${inputs.length} inputs, ${outputs.length} outputs`,
      );
    }
    const given = evaluateOnce(circuit, inputs);
    if (outputs.some((wanted, i) => wanted !== undefined && wanted !== given[i])) {
      throw new Fault('verify/tables-differ', `the circuit does not agree with example ${number}`);
    }
    return JSON.stringify([inputs.map(digit).join(''), outputs.map(digit).join('')]);
  });
  return certify(circuit, new TextEncoder().encode(lines.join('\n')), 'evidence', journal);
}

function digit(bit: boolean | undefined): string {
  return bit === undefined ? '-' : bit ? '1' : '0';
}

function certify(circuit: Circuit, rows: Uint8Array, over: 'all-inputs' | 'evidence', journal: CertificateSink): Hash {
  return journal.certify(
    certificateOf({
      kind: 'exhaustive',
      over,
      circuit: journal.putBlob(circuitBytes(circuit)),
      rows: journal.putBlob(rows),
      inputs: circuit.inputCount,
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
