import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** `import …` and `export … from …` of a formatted source, and what it starts by address. */
const STATEMENT = /^(?:import|export) (type )?([^'";]*?)\bfrom '([^']+)'/gmu;
const BARE = /^import '([^']+)'/gmu;
const DYNAMIC = /\bimport\('([^']+)'\)/gu;
const ADDRESS = /\bnew URL\(\s*'(\.[^']+)'/gu;

interface Wanted {
  readonly specifier: string;
  /** The names that are taken; all of them where it cannot be told. */
  readonly names: readonly string[] | 'all';
}

/**
 * The files whose code an entry runs, as paths within the checkout, in order. Types are left out; of a front door only the names that are
 * taken are followed, so that a result does not grow old by a change to something it never ran.
 */
export function sourceClosure(root: string, entries: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const open = entries.map((entry) => join(root, entry));
  const seen = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!existsSync(file)) throw new Error(`a result names ${relative(root, file)} as a source, which is not there`);
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const wanted of wantedBy(text)) {
      for (const found of resolveWanted(root, file, wanted)) {
        if (seen.has(found)) continue;
        seen.add(found);
        open.push(found);
      }
    }
  }
  return [...texts.keys()].map((file) => relative(root, file).replaceAll('\\', '/')).sort();
}

/** The hash of the code of some files; lines that are only comments do not count. */
export function hashSources(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n${codeOf(readFileSync(join(root, file), 'utf8'))}\n`);
  return hash.digest('hex').slice(0, 16);
}

function codeOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|\/\*|\*)/u.test(line))
    .join('\n');
}

function wantedBy(text: string): Wanted[] {
  const statements = [...text.matchAll(STATEMENT)].flatMap(([, type, clause, specifier]) => {
    const names = namesOf(clause!);
    return type !== undefined || names.length === 0 ? [] : [{ specifier: specifier!, names }];
  });
  const whole = [BARE, DYNAMIC, ADDRESS].flatMap((form) =>
    [...text.matchAll(form)].map(([, specifier]) => ({ specifier: specifier!, names: 'all' as const })),
  );
  return [...statements, ...whole];
}

/** The names of `{ a, type B, c as d }` that stand for values; `all` for `*` and default imports. */
function namesOf(clause: string): readonly string[] | 'all' {
  const inside = /\{([^}]*)\}/u.exec(clause);
  if (inside === null) return 'all';
  const names = inside[1]!.split(',').map((part) => part.trim());
  return names.filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.split(' as ')[0]!.trim());
}

function resolveWanted(root: string, from: string, { specifier, names }: Wanted): string[] {
  if (specifier.startsWith('#')) return throughDoor(join(root, 'src', specifier.slice(1), 'index.ts'), names);
  if (!specifier.startsWith('.')) return [];
  const file = join(dirname(from), specifier);
  return /\.[cm]?[jt]sx?$/u.test(file) && existsSync(file) ? [file] : [];
}

/** The files behind a front door that give these names. */
function throughDoor(door: string, names: readonly string[] | 'all'): string[] {
  if (names === 'all') return [door];
  const left = new Set(names);
  const text = readFileSync(door, 'utf8');
  const found: string[] = [];
  for (const [, , clause, specifier] of text.matchAll(STATEMENT)) {
    const given = givenNames(clause!);
    if (given === 'all' || given.some((name) => left.has(name))) found.push(join(dirname(door), specifier!));
    if (given !== 'all') for (const name of given) left.delete(name);
  }
  return left.size === 0 ? found : [door];
}

function givenNames(clause: string): readonly string[] | 'all' {
  const inside = /\{([^}]*)\}/u.exec(clause);
  if (inside === null) return 'all';
  return inside[1]!.split(',').map((part) => part.replace('type ', '').split(' as ').at(-1)!.trim());
}
