import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeWorkspace } from './make-workspace.ts';

describe('makeWorkspace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-workspace-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const ignoreOf = (name: string): string => join(folder, name, '.gitignore');

  it('has git look past a folder that it makes, and past a .pawl that was made by hand', () => {
    makeWorkspace(join(folder, 'new'));
    mkdirSync(join(folder, '.pawl'));
    makeWorkspace(join(folder, '.pawl'));
    for (const name of ['new', '.pawl']) expect(readFileSync(ignoreOf(name), 'utf8')).toBe('*\n');
  });

  it('leaves a folder of a person as it is, and what a person wrote into .pawl', () => {
    mkdirSync(join(folder, 'mine'));
    makeWorkspace(join(folder, 'mine'));
    expect(existsSync(ignoreOf('mine'))).toBe(false);
    writeFileSync(ignoreOf('.pawl'), 'pawl.db\n');
    makeWorkspace(join(folder, '.pawl'));
    expect(readFileSync(ignoreOf('.pawl'), 'utf8')).toBe('pawl.db\n');
  });
});
