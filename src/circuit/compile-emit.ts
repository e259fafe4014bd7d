import { type Expression, type FunctionBody, i32, type Local, tee, v128 } from '#wasm';
import type { Circuit } from './circuit.ts';
import { allocateRegisters, Move } from './compile-allocate.ts';
import { depthFirstOrder } from './compile-order.ts';
import { GateOp, polarGatesOf } from './compile-polarity.ts';
import { type PlaneLayout, sequenceOf } from './compile-sequence.ts';

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

/** What an emitter writes into, besides the circuit. */
interface Frame {
  readonly body: FunctionBody;
  readonly values: readonly Local<'v128'>[];
  readonly old: Local<'v128'>;
  /** Address of this chunk of plane 0, and of this chunk of the mask. */
  readonly at: Local<'i32'>;
  readonly mask: Local<'v128'>;
}

const zeros = v128.const(new Uint8Array(16));

/**
 * Writes a function (base, mask) that computes a circuit on all lanes, 128 at a time, and writes its outputs in the lanes
 * of the mask only; chunks without such a lane are skipped. Its result is the number of chunks it computed.
 *
 *     new = old ⊕ (mask ∧ (old ⊕ value))        for a complemented value  old ⊕ (mask ∧ ¬(old ⊕ value))
 *
 * Values live in locals that are as many as the machine has registers, so the engine spills nothing by itself.
 */
export function emitCircuit(
  body: FunctionBody,
  params: { readonly base: Local<'i32'>; readonly mask: Local<'i32'> },
  code: { readonly circuit: Circuit; readonly layout: PlaneLayout; readonly shape: CodeShape },
): void {
  const { circuit, layout, shape } = code;
  const gates = polarGatesOf(circuit);
  const sequence = sequenceOf(circuit, gates, depthFirstOrder(circuit), layout);
  const registers = shape.registers ?? defaultRegisters;
  const { instructions } = allocateRegisters(circuit, gates, sequence, registers);
  const at = body.local('i32', params.base);
  const mask = body.local('i32', params.mask);
  const end = body.local('i32', i32.add(params.base, shape.lanes / 8));
  const done = body.local('i32');
  const values = Array.from({ length: registers }, () => body.local('v128'));
  const chunkMask = body.local('v128');
  const frame: Frame = { body, values, old: body.local('v128'), at, mask: chunkMask };
  const places: Places = { layout, scratch: shape.scratch };
  body.loop((again) => {
    body.if(v128.anyTrue(tee(chunkMask, v128.load(mask))), () => {
      for (let i = 0; i < instructions.length; i += 4) emitInstruction(frame, instructions, i, places);
      body.set(done, i32.add(done, 1));
    });
    body.set(mask, i32.add(mask, 16));
    body.branchIf(again, i32.ltU(tee(at, i32.add(at, 16)), end));
  });
  body.result(done);
}

interface Places {
  readonly layout: PlaneLayout;
  readonly scratch: number;
}

function emitInstruction(frame: Frame, instructions: readonly number[], i: number, places: Places): void {
  const { body, values } = frame;
  const to = instructions[i + 1]!;
  const a = instructions[i + 2]!;
  const b = instructions[i + 3]!;
  switch (instructions[i]!) {
    case GateOp.and:
      return body.set(values[to]!, v128.and(values[a]!, values[b]!));
    case GateOp.or:
      return body.set(values[to]!, v128.or(values[a]!, values[b]!));
    case GateOp.xor:
      return body.set(values[to]!, v128.xor(values[a]!, values[b]!));
    case GateOp.andNot:
      return body.set(values[to]!, v128.andnot(values[a]!, values[b]!));
    case Move.load:
      return body.set(values[to]!, v128.load(frame.at, places.layout.inputs[a]));
    case Move.reload:
      return body.set(values[to]!, v128.load(0, places.scratch + 16 * a));
    case Move.spill:
      return body.do(v128.store(0, values[a]!, places.scratch + 16 * to));
    case Move.output:
      return store(frame, places.layout.outputs[to]!, values[a]!, b === 1);
    default:
      return store(frame, places.layout.outputs[to]!, zeros, a === 1);
  }
}

function store({ body, at, mask, old }: Frame, plane: number, value: Expression<'v128'>, flip: boolean): void {
  const differ = v128.xor(tee(old, v128.load(at, plane)), value);
  const change = (flip ? v128.andnot : v128.and)(mask, differ);
  body.do(v128.store(at, v128.xor(change, old), plane));
}
