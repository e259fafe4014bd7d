import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from './sources.ts';

const base = mkdtempSync(join(tmpdir(), 'pawl-setup-'));
const project = join(base, 'project');
const tools = join(base, 'tools');
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A program that writes down how it was called, and pretends to succeed. */
function pretend(name: string, does = ''): void {
  writeFileSync(join(tools, name), `#!/bin/sh\necho "${name} $*" >> "${join(base, 'calls')}"\n${does}\n`, {
    mode: 0o755,
  });
}

function setup(script: string, env: Record<string, string> = {}): { code: number | null; said: string; calls: string } {
  writeFileSync(join(base, 'calls'), '');
  const done = spawnSync(process.execPath, [join(project, 'scripts/setup.mjs'), script], {
    env: { PATH: tools, ...env },
    encoding: 'utf8',
  });
  return { code: done.status, said: done.stdout + done.stderr, calls: readFileSync(join(base, 'calls'), 'utf8') };
}

const lock = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/b': { version: '2.0.0', optional: true },
  },
};
const installed = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'x' } } };
const record = (): string => join(project, 'node_modules/.package-lock.json');

beforeEach(() => {
  rmSync(project, { recursive: true, force: true });
  rmSync(tools, { recursive: true, force: true });
  for (const folder of [tools, join(project, 'node_modules'), join(project, 'src/app/cli')])
    mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'scripts'), join(project, 'scripts'), { recursive: true });
  cpSync(join(root, 'src/app/cli/doctor'), join(project, 'src/app/cli/doctor'), { recursive: true });
  cpSync(join(root, 'package.json'), join(project, 'package.json'));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(record(), JSON.stringify(installed));
  pretend(
    'npm',
    `/bin/mkdir -p "${join(project, 'node_modules')}" && echo '${JSON.stringify(installed)}' > "${record()}"`,
  );
});

describe('setup before a start', () => {
  it('does nothing when all is in place', () => {
    expect(setup('start')).toEqual({ code: 0, said: '', calls: '' });
  });

  it.each([
    ['missing', undefined],
    ['of another version', { packages: { 'node_modules/a': { version: '0.9.0', integrity: 'x' } } }],
    ['of other content', { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'y' } } }],
    ['incomplete', { packages: {} }],
  ])('installs when what is installed is %s, and then no more', (_how, content) => {
    rmSync(record());
    if (content !== undefined) writeFileSync(record(), JSON.stringify(content));
    expect(setup('start').calls).toBe('npm ci --no-audit --no-fund\n');
    expect(setup('start').calls).toBe('');
  });

  it('passes on the failure of an install', () => {
    rmSync(record());
    pretend('npm', 'exit 7');
    expect(setup('start').code).toBe(7);
  });

  it('takes a linked install that fits, and refuses to overwrite one that does not', () => {
    rmSync(join(project, 'node_modules'), { recursive: true });
    mkdirSync(join(base, 'shared'), { recursive: true });
    symlinkSync(join(base, 'shared'), join(project, 'node_modules'));
    writeFileSync(record(), JSON.stringify(installed));
    expect(setup('start')).toEqual({ code: 0, said: '', calls: '' });
    writeFileSync(record(), JSON.stringify({ packages: {} }));
    expect(setup('start')).toMatchObject({
      code: 1,
      calls: '',
      said: expect.stringContaining('remove the link') as string,
    });
  });

  it('says which Node is needed when this one is too old', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8').replace('>=20.19', '>=99.1');
    writeFileSync(join(project, 'package.json'), manifest);
    expect(setup('start')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/needs Node >=99\.1, and this is \d/) as string,
    });
  });
});

describe('setup before tests', () => {
  const needed = ['chromium', 'redis-server', 'minisat', 'cadical', 'berkeley-abc', 'bwrap'];

  it('does nothing when the programs are there', () => {
    for (const name of needed) pretend(name);
    expect(setup('test', { CI: 'true' })).toEqual({ code: 0, said: '', calls: '' });
  });

  it.runIf(process.getuid?.() === 0)('installs what is missing as root on Debian', () => {
    const make = needed.map((name) => `/bin/cp "${join(tools, 'npm')}" "${join(tools, name)}"`).join('\n');
    pretend('apt-get', `[ "$1" = update ] || { ${make}\n }`);
    pretend('minisat');
    const { code, calls } = setup('test', { CI: 'true' });
    expect(code).toBe(0);
    expect(calls).toBe(
      'apt-get update -q\napt-get install -y --no-install-recommends chromium redis-server cadical berkeley-abc bubblewrap\n',
    );
  });

  it('prints the one command elsewhere, and fails only with CI=true', () => {
    expect(setup('test')).toMatchObject({
      code: 0,
      calls: '',
      said: expect.stringContaining('sudo apt-get install -y --no-install-recommends chromium redis-server') as string,
    });
    expect(setup('test', { CI: 'true' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('chromium, redis-server') as string,
    });
  });
});
