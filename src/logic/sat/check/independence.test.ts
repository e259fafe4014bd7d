import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('shares no code with the solver: the folder imports itself and the type of a formula, nothing else', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(5);
  for (const name of files) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    for (const [line, , from] of source.matchAll(/^import (type )?.*from '(.*)';$/gm)) {
      expect(
        from?.startsWith('./') === true || line === "import type { Cnf } from '../cnf.ts';",
        `${name}: ${line}`,
      ).toBe(true);
    }
  }
});
