import type { ExhaustiveCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import type { Deadline } from './deadline.ts';
import { BadStatement } from './encode/formula.ts';
import { evaluateCircuit, readCircuit, type StoredCircuit } from './encode/stored-circuit.ts';

/** More inputs than this have no table. */
const MOST_INPUTS = 20;

/** Gates over all rows. */
const MOST_GATES = 2e9;

/** Runs the circuit of an exhaustive certificate on every row again. Returns what is wrong, or nothing. */
export function checkExhaustive(
  certificate: ExhaustiveCertificate,
  blobs: Blobs,
  deadline: Deadline,
): string | undefined {
  const rows = blobs.getBlob(certificate.rows);
  if (rows === undefined) return `the rows ${certificate.rows} are not in the store`;
  try {
    const circuit = readCircuit(certificate.circuit, blobs);
    if (circuit.inputs !== certificate.inputs || circuit.outputs.length !== certificate.outputs) {
      return `the circuit has ${circuit.inputs} inputs and ${circuit.outputs.length} outputs`;
    }
    return checkTable(circuit, rows, deadline);
  } catch (error) {
    if (error instanceof BadStatement) return error.message;
    throw error;
  }
}

function checkTable(circuit: StoredCircuit, table: Uint8Array, deadline: Deadline): string | undefined {
  if (circuit.inputs > MOST_INPUTS) return `${circuit.inputs} inputs are too many for a table`;
  const perOutput = Math.ceil(2 ** circuit.inputs / 8);
  const bytes = perOutput * circuit.outputs.length;
  if (table.length !== bytes) return `a table of ${table.length} bytes where all assignments need ${bytes}`;
  const work = 2 ** circuit.inputs * (1 + circuit.gates.length / 2 + circuit.outputs.length);
  if (work > MOST_GATES) return `to run it on every input takes ${work} gates, and an audit runs ${MOST_GATES}`;
  for (let x = 0; x < 2 ** circuit.inputs; x += 1) {
    if (x % 64 === 0) deadline.ask();
    const bits = Array.from({ length: circuit.inputs }, (_, i) => ((x >>> i) & 1) === 1);
    const wrong = evaluateCircuit(circuit, bits).findIndex(
      (bit, output) => bit !== (((table[output * perOutput + (x >>> 3)]! >>> (x & 7)) & 1) === 1),
    );
    if (wrong >= 0) return `output ${wrong} differs from its table at input ${x}`;
  }
  return undefined;
}
