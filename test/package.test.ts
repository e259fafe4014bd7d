import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { layers } from '../architecture.ts';
import {
  checkTypes,
  expectCommands,
  publicModules,
  readManifest,
  runInstalled,
  runModule,
  unpackInto,
} from './packed-package.ts';
import { root } from './sources.ts';

/** Folders of the sources; none of them is public by itself. */
const folders = Object.keys(layers);

/** The declarations of a public module, within the package. */
function typesOf(module: string): string {
  const { exports } = readManifest();
  return exports[module.replace('pawl', '.')]!.replace(/\.js$/, '.d.ts');
}

describe('the packed package, elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-pack-'));

  beforeAll(() => unpackInto(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // oxlint-disable-next-line vitest/expect-expect -- expectCommands does
  it('runs its commands', () => expectCommands(folder));

  it('holds no tests, no sources and no absolute paths of this machine', () => {
    const files = readdirSync(join(folder, 'node_modules/pawl'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('dist/app/api/skill/index.d.ts');
    expect(files.filter((file) => /\.(test|long|soak|bench)\.|fixtures|^src|^test/.test(file))).toEqual([]);
    const texts = files.filter((file) => /\.(js|mjs|json|ts)$/.test(file));
    const leaking = texts.filter((file) =>
      readFileSync(join(folder, 'node_modules/pawl', file), 'utf8').includes(root),
    );
    expect(leaking).toEqual([]);
  });

  it('lets users import exactly the documented modules, and no folder of ours', async () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const script = `
      const told = {};
      for (const name of ${JSON.stringify(publicModules())}) told[name] = Object.keys(await import(name));
      const inside = ${JSON.stringify(folders.map((folder) => `pawl/${folder}`))}.filter((name) => told[name] === undefined);
      for (const name of inside) await import(name).then(() => { throw new Error(name + ' is public'); }, () => {});
      console.log(JSON.stringify({ told, inside: inside.length }));`;
    const printed = await runModule(folder, script);
    const { told, inside } = z
      .object({ told: z.record(z.string(), z.array(z.string())), inside: z.int() })
      .parse(JSON.parse(printed));
    expect(inside).toBeGreaterThan(10);
    for (const [name, exported] of Object.entries(told)) {
      expect(exported.length).toBeGreaterThan(0);
      const section = page.split(/^## /m).find((text) => text.startsWith(`\`${name}\``)) ?? '';
      expect(exported.filter((each) => !section.includes(`\`${each}\``))).toEqual([]);
    }
  });

  it('trains a skill from a program, and tells of it without its secret', async () => {
    const script = `
      import { train, defineEnvironment, usualSettings } from 'pawl/skill';
      const tasks = (split, n) => Array.from({ length: n }, (_, i) => ({ id: split + i, text: 'Say amber.', data: null }));
      const splits = { train: tasks('train', 6), validation: tasks('val', 12), test: tasks('test', 4) };
      const world = defineEnvironment({
        name: 'tiny', isSimulated: true, fingerprint: { tiny: 1 }, tasks: (split) => splits[split],
        rollout: async ({ skill }) => {
          const hard = skill['SKILL.md'].includes('amber') ? 1 : 0;
          return { kind: 'scored', score: { hard, soft: hard, feedback: process.env.TINY_API_KEY }, reply: '', transcript: [] };
        },
      });
      const edits = [{ op: 'append', content: '- Say amber.', target: '' }];
      const optimizer = { id: 'tiny', isSimulated: true, complete: async ({ stage }) => ({ finish: 'stop', text: JSON.stringify(
        stage === 'analyst' ? { patch: { edits } } : stage === 'ranking' ? { selected_indices: [0] } : { edits }) }) };
      const asked = { skill: { 'SKILL.md': '# Tiny\\n' }, world, optimizer, workspace: 'ws', settings: { epochs: 1 } };
      const done = await train(asked);
      const again = await train({ ...asked, resume: done.run });
      console.log(JSON.stringify({ accepted: done.accepted, same: again.hash === done.hash, run: done.run }));`;
    const env = { ...process.env, TINY_API_KEY: 'amber-secret-4711' };
    const printed = await runModule(folder, script, env);
    expect(JSON.parse(printed)).toMatchObject({ accepted: 1, same: true });
    const { run } = z.object({ run: z.string() }).parse(JSON.parse(printed));
    const told = ['runs', 'export', run, '--format', 'jsonl', '--workspace', 'ws', '-o', 'told.jsonl'];
    await runInstalled(folder, told, env);
    const text = readFileSync(join(folder, 'told.jsonl'), 'utf8');
    expect(text.length).toBeGreaterThan(1000);
    expect(text).not.toContain('amber-secret-4711');
  });

  it('gives users its types', async () => {
    const use = "import { usualSettings } from 'pawl/skill';\nexport const a: number = usualSettings.epochs;\n";
    writeFileSync(join(folder, 'good.ts'), use);
    writeFileSync(join(folder, 'bad.ts'), use.replace('number', 'string'));
    // Both at once: every line that is said is about the bad one.
    const said = await checkTypes(folder, ['good.ts', 'bad.ts']).catch((error: { stdout: string }) => error.stdout);
    expect(said).toMatch(/^bad\.ts\(2,14\): error TS2322: [^\n]*\n$/);
  });

  it('gives users the types that are documented and no others, and its example of a template compiles', async () => {
    const sections = readFileSync(join(root, 'docs/api.md'), 'utf8').split(/^## /m).slice(1);
    const lines = sections.flatMap((section) => {
      const module = /^`([^`]+)`/.exec(section)?.[1];
      const told = /^Types: [^]*?\.$/m.exec(section)?.[0] ?? '';
      const names = Array.from(told.matchAll(/`(\w+)`/g), ([, name]) => name!);
      if (module === undefined || names.length === 0) return [];
      const shipped = readFileSync(join(folder, 'node_modules/pawl', typesOf(module)), 'utf8');
      const listed = /^export \{([^}]*)\};$/m.exec(shipped)![1]!;
      const shown = Array.from(listed.matchAll(/\btype (?:\w+ as )?(\w+)/g), ([, name]) => name!);
      expect(
        shown.filter((name) => !names.includes(name)),
        module,
      ).toEqual([]);
      return [`export type { ${names.join(', ')} } from '${module}';`];
    });
    expect(lines.length).toBeGreaterThan(4);
    // Types of one name stand in several modules, so each has a file of its own.
    const files = lines.map((line, i) => [`types-${i}.ts`, line] as const);
    for (const [name, line] of files) writeFileSync(join(folder, name), line);
    for (const name of ['my-template.ts', 'my-episode.ts']) {
      cpSync(join(folder, 'node_modules/pawl/examples/own-template', name), join(folder, name));
    }
    const all = [...files.map(([name]) => name), 'my-template.ts', 'my-episode.ts'];
    expect(await checkTypes(folder, all)).toBe('');
  });
});
