import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands as allCommands } from '../src/app/cli/commands.ts';
import { readmeRows } from './readme-rows.ts';
import { runPawl } from './run-pawl.ts';

const readme = readFileSync('README.md', 'utf8');
const guides = readdirSync('docs/guide').map((name) => readFileSync(join('docs/guide', name), 'utf8'));
const pages = [readme, ...guides];
const folder = mkdtempSync(join(tmpdir(), 'pawl-readme-'));
cpSync('examples', join(folder, 'examples'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Code blocks that follow a `<!-- run -->` mark, in order. */
function marked(language: string): readonly string[] {
  const fence = new RegExp(`<!-- run -->\\s*\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g');
  return pages.flatMap((page) => Array.from(page.matchAll(fence), (match) => match[1]!));
}

/** Words of a command line; single quotes keep spaces, `# …` is a remark, `# exit N` the expected exit code. */
function parse(line: string): { readonly argv: readonly string[]; readonly exit: number } {
  const exit = Number(/# exit (\d+)/.exec(line)?.[1] ?? 0);
  const words = line.replace(/\s+#.*$/, '').match(/'[^']*'|\S+/g) ?? [];
  return { argv: words.map((word) => word.replace(/^'(.*)'$/, '$1')), exit };
}

/** Each command once, whatever is said beside it. */
const commands = [
  ...new Map(
    marked('sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.startsWith('npx pawl '))
      .map((line) => [parse(line).argv.join(' '), line]),
  ).values(),
];

describe('README and guide', () => {
  it('has examples to run', () => {
    expect(commands.length).toBeGreaterThan(4);
  });

  it.each(commands)('%s', async (line) => {
    const { argv, exit } = parse(line);
    // Threads load everything again; that they give the same is in own-template.test.ts.
    const inOne = argv.includes('--adversary') && !argv.includes('--threads') ? ['--threads', '1'] : [];
    const { code, err } = await runPawl([...argv.slice(2), ...inOne], { cwd: folder });
    expect({ code, err: code === exit ? '' : err }).toEqual({ code: exit, err: '' });
  });

  it.each(marked('ts').map((source) => [source.split('\n')[0]!, source]))('%s', async (_, source) => {
    const file = join(folder, `example-${source.length}.ts`);
    const inside = source.replaceAll(
      /'pawl\/([a-z]+)'/g,
      (_match, name: string) => `'${resolve(`src/app/api/${name}/index.ts`)}'`,
    );
    writeFileSync(file, inside);
    await expect(import(file)).resolves.toBeDefined();
  });
});

describe('a row of the table of README', () => {
  /** The command that the words after `pawl` name: the longest name that they begin with. */
  const named = (words: readonly string[]): (typeof allCommands)[number] | undefined =>
    allCommands
      .filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
      .toSorted((a, b) => b.name.length - a.name.length)[0];

  it.each(readmeRows().map((row) => [row.want, row.commands] as const))(
    'names commands that there are, and begins as the summary of the last one: %s',
    (want, lines) => {
      const found = lines.map(named);
      expect(found.length).toBeGreaterThan(0);
      expect(found).not.toContain(undefined);
      const { summary } = found.at(-1)!;
      expect(summary.startsWith(want)).toBe(true);
      expect(summary.slice(want.length)).toMatch(/^(?:$|[ ,;])/);
    },
  );
});
