import { Move } from './compile-allocate.ts';
import { GateOp } from './compile-polarity.ts';
import type { PlaneLayout } from './compile-sequence.ts';
import type { ByteSink } from './compile-sink.ts';

/** Numbers of the locals that instructions work with, and where memory is. */
export interface CodeFrame {
  /** The first of the locals that hold values. */
  readonly values: number;
  /** Address of this chunk of plane 0. */
  readonly at: number;
  readonly mask: number;
  readonly old: number;
  readonly layout: PlaneLayout;
  readonly scratch: number;
}

const get = 0x20;
const set = 0x21;
const tee = 0x22;
const i32Const = 0x41;
/** Prefix of vector instructions, then the instruction. */
const simd = 0xfd;
const load = 0x00;
const store = 0x0b;
const and = 0x4e;
const andNot = 0x4f;
const or = 0x50;
const xor = 0x51;
/** log₂ of the alignment of a plane. */
const align = 4;

const operations: Readonly<Record<number, number>> = {
  [GateOp.and]: and,
  [GateOp.or]: or,
  [GateOp.xor]: xor,
  [GateOp.andNot]: andNot,
};

/**
 * The code of instructions, byte by byte: an expert is encoded while the machine waits, and the assembler's expressions
 * would be an object each.
 *
 * @source WebAssembly core specification 2.0, §5.4: binary format of instructions
 */
export function writeInstructions(sink: ByteSink, instructions: Int32Array, frame: CodeFrame): void {
  const { values, at, layout, scratch } = frame;
  for (let i = 0; i < instructions.length; i += 4) {
    const to = instructions[i + 1]!;
    const a = instructions[i + 2]!;
    const b = instructions[i + 3]!;
    switch (instructions[i]!) {
      case Move.load:
        sink.byte(get);
        sink.byte(at);
        writeAccess(sink, load, layout.inputs[a]!);
        writeLocal(sink, set, values + to);
        break;
      case Move.reload:
        sink.byte(i32Const);
        sink.byte(0);
        writeAccess(sink, load, scratch + 16 * a);
        writeLocal(sink, set, values + to);
        break;
      case Move.spill:
        sink.byte(i32Const);
        sink.byte(0);
        writeLocal(sink, get, values + a);
        writeAccess(sink, store, scratch + 16 * to);
        break;
      case Move.output:
        writeOutput(sink, frame, { plane: layout.outputs[to]!, value: values + a, flip: b === 1 });
        break;
      case Move.constant:
        writeOutput(sink, frame, { plane: layout.outputs[to]!, value: undefined, flip: a === 1 });
        break;
      default:
        sink.four(get, values + a, get, values + b);
        sink.four(simd, operations[instructions[i]!]!, set, values + to);
    }
  }
}

/** plane ← old ⊕ (mask ∧ (old ⊕ value)), or old ⊕ (mask ∧ ¬(old ⊕ value)); without a value it is 0. */
function writeOutput(
  sink: ByteSink,
  frame: CodeFrame,
  output: { readonly plane: number; readonly value: number | undefined; readonly flip: boolean },
): void {
  const { at, mask, old } = frame;
  sink.bytes([get, at, get, mask, get, at]);
  writeAccess(sink, load, output.plane);
  sink.bytes([tee, old]);
  if (output.value !== undefined) {
    writeLocal(sink, get, output.value);
    sink.bytes([simd, xor]);
  }
  sink.bytes([simd, output.flip ? andNot : and, get, old, simd, xor]);
  writeAccess(sink, store, output.plane);
}

/** There are fewer than 128 locals, so the number of one is a byte. */
function writeLocal(sink: ByteSink, opcode: number, local: number): void {
  sink.byte(opcode);
  sink.byte(local);
}

function writeAccess(sink: ByteSink, opcode: number, offset: number): void {
  sink.byte(simd);
  sink.byte(opcode);
  sink.byte(align);
  sink.unsigned(offset);
}
