import type { ExhaustiveCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { BadStatement } from './encode/formula.ts';
import { evaluateCircuit, readCircuit, type StoredCircuit } from './encode/stored-circuit.ts';

/** More inputs than this have no table. */
const MOST_INPUTS = 20;

/** Runs the circuit of an exhaustive certificate on every row again. Returns what is wrong, or nothing. */
export function checkExhaustive(certificate: ExhaustiveCertificate, blobs: Blobs): string | undefined {
  const rows = blobs.getBlob(certificate.rows);
  if (rows === undefined) return `the rows ${certificate.rows} are not in the store`;
  try {
    const circuit = readCircuit(certificate.circuit, blobs);
    if (circuit.inputs !== certificate.inputs || circuit.outputs.length !== certificate.outputs) {
      return `the circuit has ${circuit.inputs} inputs and ${circuit.outputs.length} outputs`;
    }
    return checkTable(circuit, rows);
  } catch (error) {
    if (error instanceof BadStatement) return error.message;
    throw error;
  }
}

function checkTable(circuit: StoredCircuit, table: Uint8Array): string | undefined {
  if (circuit.inputs > MOST_INPUTS) return `${circuit.inputs} inputs are too many for a table`;
  const perOutput = Math.ceil(2 ** circuit.inputs / 8);
  const bytes = perOutput * circuit.outputs.length;
  if (table.length !== bytes) return `a table of ${table.length} bytes where all assignments need ${bytes}`;
  for (let x = 0; x < 2 ** circuit.inputs; x += 1) {
    const bits = Array.from({ length: circuit.inputs }, (_, i) => ((x >>> i) & 1) === 1);
    const wrong = evaluateCircuit(circuit, bits).findIndex(
      (bit, output) => bit !== (((table[output * perOutput + (x >>> 3)]! >>> (x & 7)) & 1) === 1),
    );
    if (wrong >= 0) return `output ${wrong} differs from its table at input ${x}`;
  }
  return undefined;
}
