import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runPawl } from './run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-own-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a template of the user's own", () => {
  it('is refused when its verifier and its generator disagree', async () => {
    const file = join(folder, 'wrong.ts');
    writeFileSync(
      file,
      `import template from ${JSON.stringify(resolve('examples/own-template/my-template.ts'))};
       export default { ...template, name: 'WRONG', verify: () => ({ ok: true, reward: 1 }) };`,
    );
    const { code, err } = await runPawl([
      'evolve',
      '--tasks',
      file,
      '--profile',
      'tiny',
      '--workspace',
      join(folder, 'w'),
    ]);
    expect(code).toBe(1);
    expect(err).toContain('cli/bad-template');
    expect(err).toContain('breaks a law');
  });

  it('is refused when it is no template, or takes a name', async () => {
    const file = join(folder, 'none.ts');
    writeFileSync(file, 'export default { name: "X" };');
    const none = await runPawl(['evolve', '--tasks', file, '--workspace', join(folder, 'w')]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('it lacks generate') });
    const gone = await runPawl(['evolve', '--tasks', join(folder, 'gone.ts'), '--workspace', join(folder, 'w')]);
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('there is no') });
  });
});
