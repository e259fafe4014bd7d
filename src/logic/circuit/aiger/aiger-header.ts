import type { AigerCursor } from './aiger-cursor.ts';

/** The counts of the first line of an AIGER file. */
export interface AigerHeader {
  readonly format: 'ascii' | 'binary';
  readonly maxVariable: number;
  readonly inputs: number;
  readonly latches: number;
  readonly outputs: number;
  readonly ands: number;
  readonly bad: number;
  readonly constraints: number;
  readonly justice: number;
  readonly fairness: number;
}

/** Inputs take no bytes in the binary format, so their count alone cannot be checked against the file's length. */
const MOST_BINARY_INPUTS = 1_000_000;

const fields = ['M', 'I', 'L', 'O', 'A', 'B', 'C', 'J', 'F'];

/**
 * Reads and checks the header. After it, every count is known to fit the bytes that are left, so arrays may be sized by it.
 */
export function readHeader(cursor: AigerCursor): AigerHeader {
  const magic = new TextDecoder().decode(cursor.bytes.subarray(0, 4));
  if (magic !== 'aag ' && magic !== 'aig ') {
    throw cursor.fault('circuit/aiger-syntax', "expected 'aag ' or 'aig ' at the start");
  }
  cursor.at = 3;
  const counts: number[] = [];
  while (counts.length < fields.length && cursor.takeSpace()) counts.push(cursor.number(fields[counts.length]!));
  if (counts.length < 5)
    throw cursor.fault('circuit/aiger-header', `expected M I L O A, found ${counts.length} numbers`);
  const [maxVariable = 0, inputs = 0, latches = 0, outputs = 0, ands = 0] = counts;
  const [bad = 0, constraints = 0, justice = 0, fairness = 0] = counts.slice(5);
  const format = magic === 'aag ' ? 'ascii' : 'binary';
  const main = { format, maxVariable, inputs, latches, outputs, ands } as const;
  const header: AigerHeader = { ...main, bad, constraints, justice, fairness };
  checkCounts(cursor, header);
  cursor.endLine();
  return header;
}

function checkCounts(cursor: AigerCursor, header: AigerHeader): void {
  const { format, maxVariable, inputs, latches, ands } = header;
  const fail = (message: string): never => {
    throw cursor.fault('circuit/aiger-header', message);
  };
  const defined = inputs + latches + ands;
  if (maxVariable >= 2 ** 30) fail(`M = ${maxVariable} exceeds 2^30 - 1`);
  if (maxVariable < defined) fail(`M = ${maxVariable} is less than I + L + A = ${defined}`);
  if (format === 'binary' && maxVariable !== defined) fail(`M = ${maxVariable} is not I + L + A = ${defined}`);
  const lines = header.outputs + header.bad + header.constraints + header.justice + header.fairness;
  const least = format === 'ascii' ? 2 * inputs + 4 * latches + 6 * ands : 2 * latches + 2 * ands;
  // The last newline may be missing, and the header's own newline is still to come.
  if (least + 2 * lines > cursor.left) fail(`the counts need ${least + 2 * lines} bytes and ${cursor.left} are left`);
  if (format === 'binary' && inputs > MOST_BINARY_INPUTS) fail(`more than ${MOST_BINARY_INPUTS} inputs`);
}
