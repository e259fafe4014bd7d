import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readmeRows, rowTests, runRow } from './readme-rows.ts';
import { expectCommands, installInto, publicModules, runModule } from './packed-package.ts';

// What the package holds and lets users import is in package.test.ts.
describe('the packed package, installed elsewhere by npm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-install-'));
  beforeAll(() => installInto(folder), 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // oxlint-disable-next-line vitest/expect-expect -- expectCommands does
  it('runs its commands', () => expectCommands(folder));

  it.each(readmeRows().map(({ commands }) => ({ row: commands[0]!.join(' '), commands })))(
    "works as README's table says: $row",
    async ({ row, commands }) => {
      const [, asked] = Object.entries(rowTests).find(([name]) => row.startsWith(name)) ?? [];
      expect(asked, 'README has a row that is not tried').toBeDefined();
      const { code, out, err } = await runRow(folder, commands, asked!);
      expect({ code, err: code === (asked!.code ?? 0) ? '' : err }).toEqual({ code: asked!.code ?? 0, err: '' });
      expect(out === '' ? err : out).toMatch(asked!.prints);
    },
    300_000,
  );

  it('finds all that its public modules import', async () => {
    const script = `for (const name of ${JSON.stringify(publicModules())}) console.log(Object.keys(await import(name)).length);`;
    const printed = await runModule(folder, script);
    expect(
      printed
        .trim()
        .split('\n')
        .map(Number)
        .every((count) => count > 0),
    ).toBe(true);
  });
});
