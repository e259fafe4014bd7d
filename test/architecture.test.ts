import { describe, expect, it } from 'vitest';
import { layers } from '../architecture.ts';
import { importsOf, isTestFile, layerOf, layerViolations, tableViolations } from './layer-rules.ts';
import { readSources } from './sources.ts';

const sources = new Map([...readSources('src'), ...readSources('bench')]);

describe('the layer table', () => {
  it('names only layers above each row, and no Node in a pure one', () => {
    expect(tableViolations(layers)).toEqual([]);
  });

  it('holds for every file', () => {
    expect(layerViolations(sources, layers)).toEqual([]);
  });

  it('is checked against real imports in every folder that has any', () => {
    const seen = new Set(
      [...sources].filter(([, text]) => importsOf(text).length > 0).map(([path]) => layerOf(path, layers)),
    );
    for (const folder of ['foundation/kernel', 'foundation/contracts', 'app/cli']) expect(seen).toContain(folder);
    const lines = [...sources.values()].flatMap((text) => text.match(/^(import|export)\b.*\bfrom '/gm) ?? []);
    const found = [...sources.values()].flatMap(importsOf);
    expect(found.length).toBeGreaterThanOrEqual(lines.length);
    expect([...sources.keys()].some(isTestFile)).toBe(true);
  });
});

describe('the check of the layer table', () => {
  const small = {
    'foundation/kernel': { purpose: '', imports: [], pure: true },
    'ratchet/gate': { purpose: '', imports: ['foundation/kernel'], pure: true },
    'world/store': { purpose: '', imports: ['foundation/kernel'], outside: ['node:', 'libsql'], pure: false },
  };
  const healthy: readonly (readonly [string, string])[] = [
    ['src/foundation/kernel/index.ts', "export { rng } from './rng.ts';"],
    ['src/foundation/kernel/rng.ts', 'export const rng = 1;'],
    ['src/foundation/kernel/numbers/index.ts', "export { log } from './log.ts';"],
    ['src/foundation/kernel/numbers/log.ts', 'export const log = 1;'],
    ['src/ratchet/gate/trials/index.ts', "export { flip } from '../flip.ts';"],
    [
      'src/ratchet/gate/flip.ts',
      "/** @source somebody 1947 */\nimport { rng } from '#foundation/kernel';\nimport { log } from '#foundation/kernel/numbers';\nexport const flip = rng + log;",
    ],
    [
      'src/ratchet/gate/flip.test.ts',
      "import { it } from 'vitest';\nimport { flip } from './flip.ts';\nimport '../../../test/setup.ts';",
    ],
    [
      'src/foundation/kernel/fixtures/a.ts',
      "import { rng } from '../rng.ts';\nexport const a = rng;\nawait import(a);",
    ],
    [
      'src/world/store/index.ts',
      "import { join } from 'node:path';\nimport Database from 'libsql';\nexport { join, Database };",
    ],
  ];
  const planted = (path: string, text: string): readonly string[] =>
    layerViolations(new Map([...healthy, [path, text]]), small);

  it('finds nothing in a healthy tree', () => {
    expect(layerViolations(new Map(healthy), small)).toEqual([]);
  });

  it.each([
    [
      'a forbidden layer',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport { open } from '#world/store';",
      /may not import #world\/store/,
    ],
    [
      'a forbidden layer, for its type',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport type { S } from '#world/store';",
      /#world\/store/,
    ],
    [
      'a forbidden layer, in several lines',
      'src/foundation/kernel/x.ts',
      "import {\n  a,\n  b,\n} from '#ratchet/gate';",
      /#ratchet\/gate/,
    ],
    [
      'a forbidden layer, re-exported',
      'src/foundation/kernel/x.ts',
      "export { a } from '#ratchet/gate';",
      /#ratchet\/gate/,
    ],
    [
      'a forbidden layer, later',
      'src/foundation/kernel/x.ts',
      "const a = await import('#ratchet/gate');",
      /#ratchet\/gate/,
    ],
    [
      'its own front door',
      'src/foundation/kernel/x.ts',
      "import { rng } from '#foundation/kernel';",
      /may not import #foundation\/kernel/,
    ],
    [
      'a room behind a front door',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport { rng } from '#foundation/kernel/rng';",
      /past the front doors of #foundation\/kernel/,
    ],
    [
      'a room behind a side door',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport { log } from '#foundation/kernel/numbers/log';",
      /past the front doors of #foundation\/kernel/,
    ],
    [
      'a side door of a forbidden layer',
      'src/foundation/kernel/x.ts',
      "import { a } from '#ratchet/gate/trials';",
      /may not import #ratchet\/gate/,
    ],
    [
      'a side door of its own',
      'src/foundation/kernel/x.ts',
      "import { log } from '#foundation/kernel/numbers';",
      /may not import #foundation\/kernel/,
    ],
    [
      'a door of its own by a path',
      'src/foundation/kernel/x.ts',
      "import { log } from './numbers/index.ts';",
      /door of its own/,
    ],
    [
      'a door that shows too much',
      'src/foundation/kernel/numbers/index.ts',
      `export {\n  ${Array.from({ length: 21 }, (_, n) => `n${n}`).join(',\n  ')},\n} from './log.ts';`,
      /shows 21 names/,
    ],
    [
      'a neighbour by a relative path',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport { rng } from '../kernel/rng.ts';",
      /leaves/,
    ],
    [
      'a file outside src',
      'src/ratchet/gate/x.ts',
      "// @source x\nimport '../../../test/setup.ts';",
      /leaves its folder/,
    ],
    ['a file that is not there', 'src/foundation/kernel/x.ts', "import { a } from './gone.ts';", /not there/],
    [
      'Node in a pure layer',
      'src/foundation/kernel/x.ts',
      "import { readFileSync } from 'node:fs';",
      /may not import node:fs/,
    ],
    [
      'Node in a pure layer, by its old name',
      'src/foundation/kernel/x.ts',
      "import fs from 'fs';",
      /may not import fs/,
    ],
    ['Node in a pure layer, by require', 'src/foundation/kernel/x.ts', "const fs = require('node:fs');", /node:fs/],
    ['a package nobody allowed', 'src/world/store/x.ts', "import 'pg';", /may not import pg/],
    ['a package whose name only begins alike', 'src/world/store/x.ts', "import 'libsql-fork';", /libsql-fork/],
    ['a test package outside tests', 'src/foundation/kernel/x.ts', "import { it } from 'vitest';", /vitest/],
    ['a fixture outside tests', 'src/foundation/kernel/x.ts', "import { a } from './fixtures/a.ts';", /tests only/],
    ['a computed name', 'src/foundation/kernel/x.ts', 'const a = await import(name);', /computed name/],
    ['everything of another file', 'src/foundation/kernel/x.ts', "export * from './rng.ts';", /export \*/],
    ['no source of an algorithm', 'src/ratchet/gate/x.ts', 'export const a = 1;', /no @source/],
    [
      'a folder the table does not have',
      'src/misc/index.ts',
      'export const a = 1;',
      /src\/misc is not in the layer table/,
    ],
  ])('refuses %s', (_what, path, text, says) => {
    const found = planted(path, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(says);
  });

  it('refuses a folder without a front door', () => {
    expect(planted('src/store2/x.ts', '').join('\n')).toMatch(/no front door/);
  });

  it('refuses a table with a row that looks down, or a pure row with Node', () => {
    const row = { purpose: '', imports: ['below'], outside: ['node:'], pure: true };
    const below = { purpose: '', imports: [], pure: true };
    expect(tableViolations({ row, below })).toHaveLength(2);
  });
});
