import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** `import …` and `export … from …` of a formatted source, and what it starts by address. */
const STATEMENT = /^(?:import|export) (type )?(\{[^}]*\}|\* as \w+|\w+) from '([^']+)';?$/gmu;
const BARE = /^import '([^']+)'/gmu;
const DYNAMIC = /\bimport\('([^']+)'\)/gu;
const ADDRESS = /\bnew URL\(\s*'(\.[^']+)'/gu;

/** Files of words alone, which no figure can hang on: a hint for a new fault makes no result old. */
const words = new Set(['src/foundation/kernel/hints.ts']);

interface Wanted {
  readonly specifier: string;
  /** What is taken, as `name` or `name as other`; all of it where it cannot be told. */
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
        if (seen.has(found) || words.has(relative(root, found).replaceAll('\\', '/'))) continue;
        seen.add(found);
        open.push(found);
      }
    }
  }
  return [...texts.keys()].map((file) => relative(root, file).replaceAll('\\', '/')).sort();
}

/**
 * The hash of the code of some files: what they do, and what each name they take stands for. Where a file lies, through which door a name
 * comes and lines that are only comments do not count, so that moving code makes no result old.
 */
export function hashSources(root: string, files: readonly string[]): string {
  const texts = new Map(files.map((file) => [join(root, file), readFileSync(join(root, file), 'utf8')]));
  const digests = new Map([...texts].map(([file, text]) => [file, digestOf(codeOf(text))]));
  const parts = [...texts].map(([file, text]) => {
    const taken = wantedBy(text).flatMap(({ specifier, names }) =>
      (names === 'all' ? ['*'] : names).flatMap((name) =>
        resolveWanted(root, file, { specifier, names: names === 'all' ? names : [name] }).map(
          (found) => `${name} of ${digests.get(found) ?? specifier}`,
        ),
      ),
    );
    return digestOf([digests.get(file), ...taken.sort()].join('\n'));
  });
  return digestOf(parts.sort().join('\n')).slice(0, 16);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function codeOf(text: string): string {
  return text
    .replaceAll(STATEMENT, '')
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

/** The parts of `{ a, type B, c as d }` that stand for values; `all` for `*` and default imports. */
function namesOf(clause: string): readonly string[] | 'all' {
  if (!clause.startsWith('{')) return 'all';
  const names = clause.slice(1, -1).split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
}

function resolveWanted(root: string, from: string, { specifier, names }: Wanted): string[] {
  if (specifier.startsWith('#')) return throughDoor(root, join(root, 'src', specifier.slice(1), 'index.ts'), names);
  if (!specifier.startsWith('.')) return [];
  const file = join(dirname(from), specifier);
  return /\.[cm]?[jt]sx?$/u.test(file) && existsSync(file) ? [file] : [];
}

/** The files behind a front door that give these names, behind doors that it passes on to as well. */
function throughDoor(root: string, door: string, names: readonly string[] | 'all'): string[] {
  if (names === 'all') return [door];
  const left = new Set(names.map((name) => name.split(' as ')[0]!));
  const found: string[] = [];
  for (const [, , clause, specifier] of readFileSync(door, 'utf8').matchAll(STATEMENT)) {
    const given = clause!
      .slice(1, -1)
      .split(',')
      .map((part) => part.replace('type ', '').trim());
    const taken = given.filter((name) => left.delete(name.split(' as ').at(-1)!));
    if (taken.length > 0) found.push(...resolveWanted(root, door, { specifier: specifier!, names: taken }));
  }
  return left.size === 0 ? found : [door];
}
