import type { Rng } from '#foundation/kernel';

/**
 * A register machine of bytes: four registers that start at 0, and a memory. Arithmetic is modulo 256, addresses in
 * registers count modulo the size of the memory. The one branch skips the next b instructions, so every program ends.
 */
export const opNames = ['LOAD', 'STORE', 'ADD', 'BZ', 'SET', 'SUB', 'MUL', 'XOR', 'LOADX', 'STOREX'] as const;
export type OpName = (typeof opNames)[number];
export const REGISTERS = 4;

/** What a program may use. */
export const opsSets = {
  basic: opNames.slice(0, 4),
  arithmetic: opNames.slice(0, 8),
  full: opNames,
} as const;

/** Register `a`, and `b`: an address, a register, a number, or how many instructions to skip. */
export interface Instruction {
  readonly op: OpName;
  readonly a: number;
  readonly b: number;
}

/** What a run leaves: the registers, and for each how many instructions in a row its value rests on. */
export interface VmResult {
  readonly registers: Uint8Array;
  readonly depths: Uint8Array;
}

/** Runs a program. `memory` is left as it is. */
export function runVm(program: readonly Instruction[], memory: Uint8Array): VmResult {
  const cells = memory.slice();
  const cellDepths = new Uint8Array(cells.length);
  const registers = new Uint8Array(REGISTERS);
  const depths = new Uint8Array(REGISTERS);
  for (let pc = 0; pc < program.length; pc += 1) {
    const { op, a, b } = program[pc]!;
    if (op === 'BZ') {
      if (registers[a] === 0) pc += b;
    } else if (op === 'SET') {
      registers[a] = b;
      depths[a] = 1;
    } else if (op === 'LOAD' || op === 'LOADX') {
      const at = op === 'LOAD' ? b : registers[b]! % cells.length;
      const before = op === 'LOAD' ? cellDepths[at]! : Math.max(cellDepths[at]!, depths[b]!);
      registers[a] = cells[at]!;
      depths[a] = before + 1;
    } else if (op === 'STORE' || op === 'STOREX') {
      const at = op === 'STORE' ? b : registers[b]! % cells.length;
      cells[at] = registers[a]!;
      cellDepths[at] = depths[a]! + 1;
    } else {
      registers[a] = combine(op, registers[a]!, registers[b]!);
      depths[a] = Math.max(depths[a]!, depths[b]!) + 1;
    }
  }
  return { registers, depths };
}

/** The register keeps the low eight bits. */
function combine(op: 'ADD' | 'SUB' | 'MUL' | 'XOR', x: number, y: number): number {
  if (op === 'ADD') return x + y;
  if (op === 'SUB') return x - y;
  return op === 'MUL' ? x * y : x ^ y;
}

/** What a program is drawn from. */
export interface ProgramSpec {
  readonly L_instr: number;
  readonly mem_size: number;
  readonly ops_set: keyof typeof opsSets;
  /** No instruction is under more branches than this. */
  readonly branch_depth: number;
}

/** Draws a program that begins with loads and works on the few cells of `pool`. */
export function drawProgram(spec: ProgramSpec, pool: readonly number[], rng: Rng): Instruction[] {
  const ops = opsSets[spec.ops_set];
  const under = new Uint8Array(spec.L_instr);
  const program: Instruction[] = [];
  for (let i = 0; i < spec.L_instr; i += 1) {
    const a = rng.below(REGISTERS);
    const op = i < spec.L_instr / 5 ? 'LOAD' : rng.pick(ops);
    if (op === 'LOAD' || op === 'STORE') program.push({ op, a, b: rng.pick(pool) });
    else if (op === 'SET') program.push({ op, a, b: rng.chance(0.5) ? rng.pick(pool) : rng.below(256) });
    else if (op === 'BZ') {
      const skip = Math.min(1 + rng.below(4), spec.L_instr - i - 1);
      const deepest = Math.max(...under.subarray(i + 1, i + 1 + skip), 0);
      if (skip < 1 || deepest >= spec.branch_depth) {
        i -= 1;
        continue;
      }
      for (let k = i + 1; k <= i + skip; k += 1) under[k]! += 1;
      program.push({ op, a, b: skip });
    } else program.push({ op, a, b: rng.below(REGISTERS) });
  }
  return program;
}
