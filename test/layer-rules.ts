import { posix } from 'node:path';
import type { Layer } from '../architecture.ts';

/** Source files by path from the root of the project. */
export type Sources = ReadonlyMap<string, string>;

type Layers = Readonly<Record<string, Layer>>;

/** What tests may import besides what their folder may. */
const testPackages = ['@modelcontextprotocol/client', 'vitest', 'fast-check', 'node:'];

/** Folders whose files implement something published: each file says what. */
const citing = new Set(['schedule', 'ratchet/gate', 'logic/sat', 'logic/verify', 'learners/model/judge']);

/** Takes up the benchmarks of a checkout, which an installed package does not have: no other import is computed. */
const checkoutDoor = 'src/app/cli/checkout.ts';

/** More than these nobody takes in at a glance: the folder behind the door is two subjects. What users import is counted elsewhere. */
const MOST_NAMES = 20;

/** Every module a file names: static imports and re-exports (the formatter starts them on a new line), `import()`, `require()`. */
export function importsOf(source: string): readonly string[] {
  const forms = [
    /^(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^import\s*['"]([^'"]+)['"]/gm,
    /\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g,
  ];
  return forms.flatMap((form) => Array.from(source.matchAll(form), (match) => match[1]!));
}

/** Tests, and what only tests use: files under `fixtures/`. None of it is built into the package. */
export function isTestFile(path: string): boolean {
  return /\.(test|long|soak|bench|harness)\.ts$|\/fixtures\//.test(path);
}

function mayImportOutside(specifier: string, allowed: readonly string[]): boolean {
  return allowed.some((name) =>
    name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
}

/** The row that a file belongs to: the longest whose folder holds it. Benchmarks stand beside `src/`. */
export function layerOf(path: string, layers: Layers): string | undefined {
  const rows = Object.keys(layers).filter((row) => `${path}/`.replace(/^src\//, '').startsWith(`${row}/`));
  return rows.sort((a, b) => b.length - a.length)[0];
}

// oxlint-disable-next-line max-params -- one import of one file, and the two tables it is looked up in
function importProblem(path: string, specifier: string, layers: Layers, sources: Sources): string | undefined {
  const folder = layerOf(path, layers)!;
  const layer = layers[folder]!;
  if (specifier.startsWith('#')) {
    const target = specifier.slice(1);
    const other = layerOf(`src/${target}`, layers) ?? target;
    if (!layer.imports.includes(other)) return `${folder} may not import #${other}`;
    return sources.has(`src/${target}/index.ts`) ? undefined : `reaches past the front doors of #${other}`;
  }
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    if (isTestFile(path) && target.startsWith('test/')) return undefined;
    if (layerOf(target, layers) !== folder) return 'leaves its folder by a relative path';
    if (!isTestFile(path) && isTestFile(target)) return 'is for tests only';
    if (target.endsWith('/index.ts')) return 'goes through a door of its own folder';
    return sources.has(target) ? undefined : `names ${target}, which is not there`;
  }
  const allowed = [...(layer.outside ?? []), ...(isTestFile(path) ? testPackages : [])];
  return mayImportOutside(specifier, allowed) ? undefined : `${folder} may not import ${specifier}`;
}

function fileProblems(path: string, source: string, layers: Layers, sources: Sources): readonly string[] {
  const folder = layerOf(path, layers);
  if (folder === undefined) return [`${path}: src/${path.split('/')[1]!} is not in the layer table`];
  const problems = importsOf(source).flatMap((specifier) => {
    const problem = importProblem(path, specifier, layers, sources);
    return problem === undefined ? [] : [`${path}: '${specifier}' ${problem}`];
  });
  if (!isTestFile(path) && path !== checkoutDoor && /(?<![.\w])import\(\s*[^'"`\s]/.test(source))
    problems.push(`${path}: imports a computed name, which nobody can check`);
  if (/^export \*/m.test(source)) problems.push(`${path}: 'export *' hides what the front door shows`);
  const shown = path.endsWith('/index.ts') && folder !== 'app/api' ? namesShown(source) : 0;
  if (shown > MOST_NAMES) problems.push(`${path}: shows ${shown} names, more than ${MOST_NAMES}`);
  const cites = isTestFile(path) || path.endsWith('/index.ts') || source.includes('@source ');
  if (citing.has(folder) && !cites) problems.push(`${path}: has no @source`);
  return problems;
}

/** The names that a front door shows. */
function namesShown(source: string): number {
  const lists = Array.from(source.matchAll(/^export (?:type )?\{([^}]*)\}/gm), (match) => match[1]!.split(','));
  return lists.flat().filter((name) => name.trim() !== '').length + (source.match(/^export const /gm) ?? []).length;
}

/** Everything in `src/` and `bench/` that breaks the layer table; empty when all is well. */
export function layerViolations(sources: Sources, layers: Layers): readonly string[] {
  const paths = [...sources.keys()];
  const folders = new Set(paths.map((path) => layerOf(path, layers) ?? path.split('/')[1]!));
  const doorOf = (folder: string): RegExp => new RegExp(`^(?:src/)?${folder}/(?:.+/)?index\\.ts$`);
  const doors = [...folders]
    .filter((folder) => !paths.some((path) => doorOf(folder).test(path)))
    .map((folder) => `src/${folder} has no front door (index.ts)`);
  return [...doors, ...Array.from(sources, ([path, text]) => fileProblems(path, text, layers, sources)).flat()];
}

/** What is wrong with the table itself: a row may name only rows above it, and a pure row no Node. */
export function tableViolations(layers: Layers): readonly string[] {
  const above = new Set<string>();
  return Object.entries(layers).flatMap(([name, { imports, outside = [], pure }]) => {
    const problems = imports
      .filter((other) => !above.has(other))
      .map((other) => `${name} names ${other}, not above it`);
    if (pure && outside.includes('node:')) problems.push(`${name} is pure but may import node:`);
    above.add(name);
    return problems;
  });
}
