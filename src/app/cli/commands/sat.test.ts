import { describe, expect, it } from 'vitest';
import { checkProof, cnfOf, parseDimacs, writeDimacs } from '#logic/sat';
import type { Command, Shell } from '../command.ts';
import { satCheckCommand } from './sat-check.ts';
import { satCommand } from './sat.ts';

/** A shell over files in memory. */
function memoryShell(files: Record<string, string | Uint8Array>, json = false): Shell & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    json,
    lines,
    print: (line) => lines.push(line),
    note: () => {},
    progress: () => ({ update: () => {}, end: () => {} }),
    readInput: async (path) => {
      const content = files[path] ?? '';
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    writeFile: (path, content) => {
      files[path] = content;
    },
    folder: '.',
    workspace: '.pawl',
    store: '.pawl',
    env: {},
    mask: (text) => text,
    hide: () => undefined,
  };
}

async function run(command: Command, args: readonly string[], flags: object, shell: Shell): Promise<number> {
  return command.run(args, command.flags.parse(flags), shell);
}

const unsatisfiable = writeDimacs(cnfOf(2, [[1, 2], [1, -2], [-1, 2], [-1, -2]])); // prettier-ignore
const satisfiable = writeDimacs(cnfOf(3, [[1, 2], [-1], [3, -2]])); // prettier-ignore

describe('pawl sat', () => {
  it('prints a model that satisfies, and exits with 10', async () => {
    const shell = memoryShell({ 'f.cnf': satisfiable });
    expect(await run(satCommand, ['f.cnf'], {}, shell)).toBe(10);
    expect(shell.lines).toEqual(['s SATISFIABLE', 'v -1 2 3 0']);
  });

  it.each(['lrat', 'drat', 'drat-binary'])(
    'writes a %s proof that the check accepts, and exits with 20',
    async (format) => {
      const files: Record<string, string | Uint8Array> = { 'f.cnf': unsatisfiable };
      const shell = memoryShell(files);
      expect(await run(satCommand, ['f.cnf'], { proof: 'p', format }, shell)).toBe(20);
      expect(shell.lines).toEqual(['s UNSATISFIABLE']);
      expect(await run(satCheckCommand, ['f.cnf', 'p'], { core: 'core.cnf' }, shell)).toBe(0);
      expect(shell.lines.at(-1)).toBe('s VERIFIED');
      const core = parseDimacs(files['core.cnf']!);
      expect(checkProof(core, '1 0\n0\n').verified).toBe(true);
    },
  );

  it.each([
    ['p.drat', 'drat'],
    ['p.bdrat', 'drat-binary'],
    ['p.proof', 'lrat'],
  ])('takes the format of %s from its ending: %s', async (proof, format) => {
    const files: Record<string, string | Uint8Array> = { 'f.cnf': unsatisfiable };
    await run(satCommand, ['f.cnf'], { proof }, memoryShell(files));
    await run(satCommand, ['f.cnf'], { proof: 'same', format }, memoryShell(files));
    expect(files[proof]).toEqual(files['same']);
  });

  it('answers unknown at a limit, and exits with 0', async () => {
    const shell = memoryShell({ 'f.cnf': unsatisfiable });
    expect(await run(satCommand, ['f.cnf'], { limitConflicts: '0', inprocess: false, stats: true }, shell)).toBe(0);
    expect(shell.lines.slice(-2)).toEqual(['c stopped by the limit on conflicts', 's UNKNOWN']);
    expect(shell.lines[0]).toBe('c conflicts 0');
    expect(shell.lines.some((line) => /^c cpu-seconds \d+\.\d{3}$/.test(line))).toBe(true);
  });

  it('prints JSON when asked', async () => {
    const shell = memoryShell({ 'f.cnf': satisfiable }, true);
    await run(satCommand, ['f.cnf'], {}, shell);
    expect(JSON.parse(shell.lines[0]!)).toMatchObject({ status: 'sat', model: [-1, 2, 3], stats: { conflicts: 0 } });
  });

  it('refuses a wrong proof with its line and reason, and exits with 3', async () => {
    const shell = memoryShell({ 'f.cnf': satisfiable, p: '4 2 0 1 2 0\n5 0 4 0\n' });
    expect(await run(satCheckCommand, ['f.cnf', 'p'], {}, shell)).toBe(3);
    expect(shell.lines).toEqual([expect.stringMatching(/^c lrat, line 2: /), 's NOT VERIFIED']);
  });
});
