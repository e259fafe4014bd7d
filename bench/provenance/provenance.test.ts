import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { suites } from '../suites.ts';
import { measuredPage } from './measured-page.ts';
import { resultSources } from './result-sources.ts';
import { hashSources, sourceClosure } from './source-closure.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function checkout(changed: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'pawl-closure-'));
  made.push(root);
  const files = {
    'bench/own.ts': "import { learn, type Shape } from '#bem';\nimport type { Other } from './other.ts';\nlearn();\n",
    'bench/other.ts': 'export const other = 1;\n',
    'src/bem/index.ts':
      "export { learn, type Shape } from './learn.ts';\nexport { unrelated } from './unrelated.ts';\n",
    'src/bem/learn.ts': "import { deep } from './deep.ts';\nexport const learn = () => deep;\n",
    'src/bem/deep.ts': '// a remark\nexport const deep = 1;\n',
    'src/bem/unrelated.ts': 'export const unrelated = 1;\n',
    ...changed,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

function hashOf(changed: Readonly<Record<string, string>> = {}): string {
  const root = checkout(changed);
  return hashSources(root, sourceClosure(root, ['bench/own.ts']));
}

describe('the sources of a result', () => {
  it('are what its entry runs: through a front door only what is taken, and no types', () => {
    expect(sourceClosure(checkout(), ['bench/own.ts'])).toEqual([
      'src/bem/deep.ts',
      'src/bem/learn.ts',
      'bench/own.ts',
    ]);
  });

  it('leave out words that no figure hangs on', () => {
    const hinted = (text: string): string =>
      hashOf({
        'bench/own.ts': "import { learn } from '#bem';\nimport { hint } from '../kernel/hints.ts';\nlearn(hint);\n",
        'src/foundation/kernel/hints.ts': `export const hint = '${text}';\n`,
      });
    expect(hinted('try this')).toBe(hinted('try that'));
  });

  it('make a result old when code changes that it runs, and only then', () => {
    const fresh = hashOf();
    expect(hashOf({ 'src/bem/deep.ts': '// a remark\nexport const deep = 2;\n' })).not.toBe(fresh);
    expect(hashOf({ 'src/bem/deep.ts': '// another remark\nexport const deep = 1;\n' })).toBe(fresh);
    expect(hashOf({ 'src/bem/unrelated.ts': 'export const unrelated = 2;\n' })).toBe(fresh);
  });

  it('are the same code wherever it lies and through whichever door it comes, but not another function of the same name', () => {
    const fresh = hashOf();
    const own = (specifier: string, name = 'learn'): string => `import { ${name} } from '${specifier}';\nlearn();\n`;
    const moved = {
      'bench/own.ts': own('#bem/sub'),
      'src/bem/index.ts': 'export {};\n',
      'src/bem/sub/index.ts': "export { learn } from './found.ts';\n",
      'src/bem/sub/found.ts': "import { deep } from '../deep.ts';\nexport const learn = () => deep;\n",
    };
    expect(hashOf(moved)).toBe(fresh);
    const both = { ...moved, 'src/bem/sub/index.ts': "export { learn, other } from './found.ts';\n" };
    expect(hashOf({ ...both, 'bench/own.ts': own('#bem/sub', 'other as learn') })).not.toBe(fresh);
    expect(hashOf({ ...moved, 'bench/own.ts': own('../bem/unrelated.ts') })).not.toBe(fresh);
  });

  it('are named for every benchmark, as the table of benchmarks loads it', () => {
    const table = readFileSync(new URL('../suites.ts', import.meta.url), 'utf8');
    for (const { name } of suites) {
      const loads = new RegExp(`name: '${name}',[^}]*?import\\('\\./([^']+)'\\)`, 'u').exec(table)?.[1];
      expect(resultSources[name]?.entries, name).toEqual([`bench/${loads}`]);
    }
  });
});

describe('docs/measured.md', () => {
  const result = {
    suite: 'kv',
    quick: false,
    seed: 1,
    configuration: {},
    tables: [{ title: 'cells', columns: ['pairs', 'error'], rows: [[8, 0.25]] }],
    plots: [],
    targets: [{ name: 'error', value: 0.25, goal: '<= 0', status: 'missed' }],
    notes: ['a note'],
    cpuSeconds: 3,
  };

  it('tells targets, tables, what is old and why', () => {
    const page = measuredPage([{ name: 'kv', value: result, mark: 'the learner changed' }]);
    expect(page).toContain('| error | 0.25 | <= 0 | **missed** |');
    expect(page).toContain('**Old**: the learner changed');
    expect(page).toContain('1 results, 1 of them old; of 1 targets 0 are met, 1 missed, 0 not measured.');
  });

  it('tells results of any other shape as tables', () => {
    const page = measuredPage([{ name: 'workers', value: { rows: [{ workers: 2, speedup: 1.5 }] }, mark: undefined }]);
    expect(page).toContain('| workers | speedup |\n| --- | --- |\n| 2 | 1.5 |');
  });
});
