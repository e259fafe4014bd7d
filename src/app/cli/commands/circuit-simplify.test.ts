import { describe, expect, it } from 'vitest';
import { readAiger, writeAiger } from '#logic/circuit/aiger';
import { combinational } from '#logic/circuit/graph';
import { families } from '#logic/circuit/samples';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng, sha256 } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import type { Shell } from '../command.ts';
import { circuitSimplifyCommand } from './circuit-simplify.ts';

/** A shell over files in memory. */
function memoryShell(files: Record<string, Uint8Array>, json: boolean) {
  const printed: string[] = [];
  const shell: Shell = {
    json,
    print: (line) => printed.push(line),
    note: () => {},
    progress: () => ({ update: () => {}, end: () => {} }),
    readInput: (path) => Promise.resolve(files[path]!),
    writeFile: (path, content) => {
      files[path] = typeof content === 'string' ? new TextEncoder().encode(content) : content;
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

const adder = families.prefixAdder(5, createRng('unused'));

function run(files: Record<string, Uint8Array>, flags: Record<string, unknown>, json = true) {
  files['a.aag'] = writeAiger(combinational(adder), { format: 'ascii' });
  const { shell, printed } = memoryShell(files, json);
  const code = circuitSimplifyCommand.run(['a.aag'], circuitSimplifyCommand.flags.parse(flags), shell);
  return code.then((value) => ({ code: value, printed }));
}

describe('pawl circuit simplify', () => {
  it('writes a smaller circuit of the same function and prints gates before and after', async () => {
    const files: Record<string, Uint8Array> = {};
    const { code, printed } = await run(files, { output: 'b.aig' });
    expect(code).toBe(0);
    const { before, after, answer } = JSON.parse(printed[0]!);
    const written = readAiger(files['b.aig']!).circuit;
    expect(truthTablesOf(written)).toEqual(truthTablesOf(adder));
    expect(answer).toBe('proved');
    expect(after.andEquivalent).toBeLessThan(before.andEquivalent);
  });

  it('writes the proof it names by hash, and the proof holds', async () => {
    const files: Record<string, Uint8Array> = {};
    const { printed } = await run(files, { proof: 'p.lrat' });
    const { proof, formula } = JSON.parse(printed[0]!);
    expect(proof).toBe(sha256(files['p.lrat']!));
    expect(formula).toBe(sha256(files['p.lrat.cnf']!));
    expect(checkProof(parseDimacs(files['p.lrat.cnf']!), files['p.lrat']!)).toMatchObject({ verified: true });
  });

  it('says it in words too', async () => {
    const { printed } = await run({}, { cost: 'gates', effort: 1 }, false);
    expect(printed[0]).toMatch(/^a\.aag: \d+ gates to 22, \d+ ANDs to \d+$/);
    expect(printed[1]).toMatch(/^proved equivalent, proof [0-9a-f]{64}$/);
  });
});
