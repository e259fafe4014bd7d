import { describe, expect, it } from 'vitest';
import { readAiger, writeAiger } from '#logic/circuit/aiger';
import { combinational, createBuilder } from '#logic/circuit/graph';
import { words } from '#logic/circuit/words';
import type { z } from 'zod';
import type { Command, Shell } from '../command.ts';
import { circuitConvertCommand } from './circuit-convert.ts';
import { circuitStatsCommand } from './circuit-stats.ts';

/** A shell over files in memory. */
function memoryShell(files: Record<string, Uint8Array | string>, json = false) {
  const printed: string[] = [];
  const encode = (content: Uint8Array | string): Uint8Array =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const shell: Shell = {
    json,
    print: (line) => printed.push(line),
    note: () => {},
    progress: () => ({ update: () => {}, end: () => {} }),
    readInput: (path) => Promise.resolve(encode(files[path]!)),
    writeFile: (path, content) => {
      files[path] = content;
    },
    folder: '.',
    workspace: '',
    store: '',
    env: {},
    mask: (text) => text,
    hide: () => undefined,
  };
  return { shell, printed };
}

function run<F extends z.ZodObject>(
  command: Command<F>,
  args: string[],
  flags: unknown,
  shell: Shell,
): Promise<number> {
  return command.run(args, command.flags.parse(flags), shell);
}

function adder(width: number): Uint8Array {
  const b = createBuilder();
  const sum = words.addExact(b, b.inputs(width, 'a'), b.inputs(width, 'b'));
  return writeAiger(combinational(b.build(sum)), { format: 'binary', comment: 'an adder' });
}

describe('pawl circuit stats', () => {
  it('counts gates with XORs found again', async () => {
    const { shell, printed } = memoryShell({ 'a.aig': adder(16) }, true);
    expect(await run(circuitStatsCommand, ['a.aig'], {}, shell)).toBe(0);
    expect(JSON.parse(printed[0]!)).toMatchObject({
      file: 'a.aig',
      inputs: 32,
      outputs: 17,
      latches: 0,
      ands: 46,
      xors: 31,
      andEquivalent: 108,
      dead: 0,
    });
  });

  it('draws the levels', async () => {
    const { shell, printed } = memoryShell({ 'a.aig': adder(16) });
    await run(circuitStatsCommand, ['a.aig'], { raw: true }, shell);
    expect(printed[0]).toBe('a.aig: 32 inputs, 17 outputs, 0 latches');
    expect(printed[1]).toContain('108 gates: 108 AND, 0 XOR');
    expect(printed.slice(3).length).toBeLessThanOrEqual(16);
    expect(printed[3]).toMatch(/^ +1-\d+ +\d+ {2}█+$/);
  });

  it('counts latches apart from inputs and outputs', async () => {
    const toggle = 'aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\n';
    const { shell, printed } = memoryShell({ '-': toggle }, true);
    await run(circuitStatsCommand, ['-'], {}, shell);
    expect(JSON.parse(printed[0]!)).toMatchObject({ inputs: 2, outputs: 2, latches: 1, ands: 1, xors: 1 });
  });
});

describe('pawl circuit convert', () => {
  it('goes from binary to ASCII and back to the same bytes', async () => {
    const files: Record<string, Uint8Array | string> = { 'a.aig': adder(4) };
    const { shell } = memoryShell(files);
    expect(await run(circuitConvertCommand, ['a.aig'], { output: 'b.aag' }, shell)).toBe(0);
    await run(circuitConvertCommand, ['b.aag'], { output: 'c.aig' }, shell);
    expect(files['c.aig']).toEqual(files['a.aig']);
    expect(readAiger(adder(4)).comment).toBe('an adder\n');
  });

  it('goes through a truth table', async () => {
    const files: Record<string, Uint8Array | string> = { 'f.tt': '0110\n1000\n' };
    const { shell, printed } = memoryShell(files);
    await run(circuitConvertCommand, ['f.tt'], { output: 'f.aag' }, shell);
    await run(circuitConvertCommand, ['f.aag'], { output: '-', to: 'tt' }, shell);
    await run(circuitConvertCommand, ['f.aag'], { output: '-', to: 'anf' }, shell);
    expect(printed).toEqual(['0110\n1000', 'o0 = x0 + x1\no1 = x0*x1']);
  });

  it('writes a CNF that asks for true outputs', async () => {
    const { shell, printed } = memoryShell({ 'f.tt': '1000' });
    await run(circuitConvertCommand, ['f.tt'], { output: '-', to: 'cnf', assertOutputs: true }, shell);
    expect(printed[0]!.split('\n').slice(-5)).toEqual(['p cnf 3 4', '-3 1 0', '-3 2 0', '3 -1 -2 0', '3 0']);
  });

  it('draws a picture with XORs', async () => {
    const { shell, printed } = memoryShell({ 'a.aig': adder(2) });
    await run(circuitConvertCommand, ['a.aig'], { output: '-', to: 'dot' }, shell);
    expect(printed[0]).toContain('⊕');
  });

  it('refuses an unknown ending and printing binary', async () => {
    const { shell } = memoryShell({ 'a.aig': adder(2) });
    await expect(run(circuitConvertCommand, ['a.aig'], { output: 'b.xyz' }, shell)).rejects.toThrow('b.xyz');
    await expect(run(circuitConvertCommand, ['a.aig'], { output: '-', to: 'aig' }, shell)).rejects.toThrow('binary');
    await expect(run(circuitStatsCommand, [], {}, shell)).rejects.toThrow('FILE is missing');
  });
});
