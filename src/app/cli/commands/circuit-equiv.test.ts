import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProof, parseDimacs } from '#logic/sat';
import { type Outcome, runPawl } from '../../../../test/run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-equiv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = {
  'and.aag': 'aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n',
  'xor.aag': 'aag 5 2 0 1 3\n2\n4\n11\n6 2 5\n8 3 4\n10 7 9\n',
  'xnor.aag': 'aag 5 2 0 1 3\n2\n4\n10\n6 2 5\n8 3 4\n10 7 9\n',
  'xor-again.aag': 'aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n8 3 5\n10 7 9\n',
  'xor.tt': '0110\n',
  'or.aag': 'aag 3 2 0 1 1\n2\n4\n7\n6 3 5\n',
  'not-both.aag': 'aag 3 2 0 1 1\n2\n4\n7\n6 2 4\n',
  'three.aag': 'aag 4 3 0 1 1\n2\n4\n6\n8\n8 2 4\n',
  'toggle.aag': 'aag 1 0 1 2 0\n2 3\n2\n3\n',
  'stuck.aag': 'aag 1 0 1 2 0\n2 2\n2\n3\n',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

function equiv(...args: readonly string[]): Promise<Outcome> {
  return runPawl(['circuit', 'equiv', ...args], { cwd: folder });
}

describe('pawl circuit equiv', () => {
  it('says yes with a certificate that the checker accepts', async () => {
    const { code, out } = await equiv('xor.aag', 'xor-again.aag', '--proof', join(folder, 'certificate'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ answer: 'equal' });
    const cnf = parseDimacs(readFileSync(join(folder, 'certificate.cnf')));
    expect(checkProof(cnf, readFileSync(join(folder, 'certificate.lrat'))).verified).toBe(true);
  });

  it('says no with inputs on which the files differ, exit 3', async () => {
    const { code, out } = await equiv('and.aag', 'xor.aag', '--json');
    expect(code).toBe(3);
    const { answer, inputs, a, b } = JSON.parse(out) as Record<string, string>;
    expect(answer).toBe('different');
    const [p, q] = inputs!.split('').map(Number);
    expect([a, b]).toEqual([String(p! & q!), String(p! ^ q!)]);
  });

  it('tells a complemented output apart', async () => {
    expect((await equiv('xor.aag', 'xnor.aag')).code).toBe(3);
  });

  it('compares only where the care set holds', async () => {
    expect((await equiv('or.aag', 'xor.aag')).code).toBe(3);
    expect((await equiv('or.aag', 'xor.aag', '--care', 'not-both.aag')).code).toBe(0);
  });

  it('keeps the certificate for pawl audit', async () => {
    const { out } = await equiv('xor.aag', 'xor.aag', '--keep', '--json');
    const { run } = JSON.parse(out) as { run: string };
    const audit = await runPawl(['audit', run, '--json'], { cwd: folder });
    expect(audit.code).toBe(0);
    expect(JSON.parse(audit.out)).toMatchObject({ certificates: 1, failed: 0 });
  });

  it('keeps a certificate of all inputs too where a circuit was compared with its truth table', async () => {
    for (const files of [
      ['xor.aag', 'xor.tt'],
      ['xor.tt', 'xor.aag'],
    ]) {
      const { out } = await equiv(...files, '--keep', '--json');
      const { run } = JSON.parse(out) as { run: string };
      const audit = await runPawl(['audit', run], { cwd: folder });
      expect(audit).toMatchObject({ code: 0, out: expect.stringContaining('for all 2^2 inputs') });
      expect(audit.out).toContain('2 of 2 certificates hold');
    }
  });

  it('keeps the certificate of a simplification too', async () => {
    const { out, code } = await runPawl(['circuit', 'simplify', 'xor.aag', '--keep', '--json'], { cwd: folder });
    expect(code).toBe(0);
    const { run } = JSON.parse(out) as { run: string };
    expect((await runPawl(['audit', run], { cwd: folder })).code).toBe(0);
  });

  it('compares machines by their next states', async () => {
    expect((await equiv('toggle.aag', 'toggle.aag')).code).toBe(0);
    expect((await equiv('toggle.aag', 'stuck.aag')).code).toBe(3);
  });

  it('refuses other shapes, missing files and a missing argument', async () => {
    expect(await equiv('and.aag', 'three.aag')).toMatchObject({
      code: 1,
      err: expect.stringContaining('verify/shapes-differ'),
    });
    expect((await equiv('and.aag', 'nowhere.aag')).code).toBe(1);
    expect((await equiv('and.aag')).code).toBe(2);
    expect(await equiv('and.aag', 'toggle.aag')).toMatchObject({ code: 1, err: expect.stringContaining('latches') });
  });
});
