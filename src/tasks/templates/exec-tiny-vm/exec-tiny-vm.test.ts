import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { drawProgram, type Instruction, opNames, runVm } from './tiny-vm.ts';
import { execTinyVm } from './exec-tiny-vm.ts';
import { finalRegister } from './tiny-vm-recheck.ts';

describe('EXEC_TINY_VM', () => {
  it('runs every operation on every pair of edge values as the second interpreter does', () => {
    const edges = [0, 1, 2, 15, 16, 127, 128, 254, 255];
    for (const op of opNames) {
      for (const x of edges) {
        for (const y of edges) {
          const memory = Uint8Array.from({ length: 16 }, (_, i) => (i * 37 + 11) % 256);
          const program: Instruction[] = [
            { op: 'SET', a: 0, b: x },
            { op: 'SET', a: 1, b: y },
            { op, a: 0, b: op === 'LOAD' || op === 'STORE' ? 3 : 1 },
            { op: 'LOADX', a: 2, b: 1 },
          ];
          const { registers } = runVm(program, memory);
          expect([...registers]).toEqual([0, 1, 2, 3].map((r) => finalRegister(program, memory, r)));
        }
      }
    }
  });

  it('agrees with the second interpreter on random programs', () => {
    const rng = createRng('vm');
    for (let round = 0; round < 300; round += 1) {
      const spec = { L_instr: 20, mem_size: 16, ops_set: 'full', branch_depth: 3 } as const;
      const program = drawProgram(spec, rng.distinct(4, 16), rng);
      const memory = Uint8Array.from({ length: 16 }, () => (rng.chance(0.3) ? 0 : rng.below(256)));
      expect([...runVm(program, memory).registers]).toEqual([0, 1, 2, 3].map((r) => finalRegister(program, memory, r)));
    }
  });

  it('nests branches no deeper than told, and skips stay within the program', () => {
    const rng = createRng('branches');
    for (const branch_depth of [0, 1, 2, 3]) {
      for (let round = 0; round < 100; round += 1) {
        const spec = { L_instr: 20, mem_size: 16, ops_set: 'basic', branch_depth } as const;
        const program = drawProgram(spec, [0, 1, 2, 3], rng);
        const under = program.map(
          (_, at) => program.filter(({ op, b }, from) => op === 'BZ' && from < at && at <= from + b).length,
        );
        expect(Math.max(...under)).toBeLessThanOrEqual(branch_depth);
        expect(program.every(({ op, b }, at) => op !== 'BZ' || at + b < program.length)).toBe(true);
      }
    }
  });

  it('takes and leaves branches both often', () => {
    let taken = 0;
    let met = 0;
    for (let index = 0; index < 400; index += 1) {
      const { program, memory } = execTinyVm.generate(execTinyVm.levels[4]!, createRng(`branch/${index}`));
      for (let pc = 0; pc < program.length; pc += 1) {
        const { op, a, b } = program[pc]!;
        if (op !== 'BZ') continue;
        const isZero = finalRegister(program.slice(0, pc), memory, a) === 0;
        met += 1;
        taken += isZero ? 1 : 0;
        if (isZero) pc += b;
      }
    }
    expect(taken / met).toBeGreaterThan(0.2);
    expect(taken / met).toBeLessThan(0.8);
  });
});
