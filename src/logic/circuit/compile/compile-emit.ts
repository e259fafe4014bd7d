import { type Circuit, gateCount } from '../graph/circuit.ts';
import { allocateRegisters } from './compile-allocate.ts';
import { writeInstructions } from './compile-bytes.ts';
import { greedyOrder } from './compile-greedy.ts';
import { depthFirstOrder } from './compile-order.ts';
import { polarGatesOf } from './compile-polarity.ts';
import { type PlaneLayout, sequenceOf } from './compile-sequence.ts';
import type { ByteSink } from './compile-sink.ts';

/** How code is generated. */
export interface CodeShape {
  /** Lanes per plane, a multiple of 128. */
  readonly lanes: number;
  /** Byte address of the scratch area for values that find no register; 16 bytes per value. */
  readonly scratch: number;
  /** Values kept in vector registers. */
  readonly registers?: number;
}

/** x64 has 16 vector registers; the engine keeps one, the mask and the old value of an output take two. */
const defaultRegisters = 13;

/** Up to so many gates, two orders are tried. */
const smallCircuit = 160;

/** Numbers of the locals: the parameters base and maskAt, then four of i32, then vectors. */
const local = { base: 0, maskAt: 1, at: 2, mask: 3, end: 4, done: 5, chunkMask: 6, old: 7, values: 8 } as const;

const [get, set, tee] = [0x20, 0x21, 0x22];
const [i32, v128] = [0x7f, 0x7b];
const [i32Const, i32Add, i32LtU] = [0x41, 0x6a, 0x49];
const [loop, then, end, branchIf, empty] = [0x03, 0x04, 0x0b, 0x0d, 0x40];
const vectorLoad = [0xfd, 0x00, 4, 0];
const anyTrue = [0xfd, 0x53];

/**
 * Writes a function (base, mask) that computes a circuit on all lanes, 128 at a time, and writes its outputs in the lanes
 * of the mask only; chunks without such a lane are skipped. Its result is the number of chunks it computed.
 *
 *     new = old ⊕ (mask ∧ (old ⊕ value))        for a complemented value  old ⊕ (mask ∧ ¬(old ⊕ value))
 *
 * Values live in locals that are as many as the machine has registers, so the engine spills little by itself.
 */
export function emitCircuit(
  sink: ByteSink,
  { circuit, layout }: { readonly circuit: Circuit; readonly layout: PlaneLayout },
  shape: CodeShape,
): void {
  const registers = shape.registers ?? defaultRegisters;
  const instructions = shortestCode(circuit, layout, registers);
  const { base, maskAt, at, mask, end: last, done, chunkMask, old, values } = local;
  sink.sized(() => {
    sink.bytes([2, 4, i32]);
    sink.unsigned(2 + registers);
    sink.bytes([v128, get, base, set, at, get, maskAt, set, mask, get, base, i32Const]);
    sink.positive(shape.lanes / 8);
    sink.bytes([i32Add, set, last, loop, empty, get, mask, ...vectorLoad, tee, chunkMask, ...anyTrue, then, empty]);
    writeInstructions(sink, instructions, { values, at, mask: chunkMask, old, layout, scratch: shape.scratch });
    sink.bytes([get, done, i32Const, 1, i32Add, set, done, end]);
    sink.bytes([get, mask, i32Const, 16, i32Add, set, mask]);
    sink.bytes([get, at, i32Const, 16, i32Add, tee, at, get, last, i32LtU, branchIf, 0, end, get, done, end]);
  });
}

/** Depth-first code, or greedy code when the circuit is small and that is shorter. */
function shortestCode(circuit: Circuit, layout: PlaneLayout, registers: number): Int32Array {
  const gates = polarGatesOf(circuit);
  const codeIn = (order: Int32Array): Int32Array =>
    allocateRegisters(circuit, gates, sequenceOf(circuit, gates, order, layout), registers).instructions;
  const deep = codeIn(depthFirstOrder(circuit));
  if (gateCount(circuit) > smallCircuit) return deep;
  const greedy = codeIn(greedyOrder(circuit));
  return greedy.length < deep.length ? greedy : deep;
}
