import { posix } from 'node:path';
import { isTestFile, type Sources } from './layer-rules.ts';

/** What runs for a user: the loops that the machine learns in. */
const shipped = ['src/learners/machine/evolve/', 'src/learners/table/'];

/**
 * Learners that benchmarks of spec/benchmark-suite measure and evolve does not race yet: bytes (§4), bandits (§5.1, §5.2), programs from labelled sequences (§3), and
 * what those sequences are described and proved by. The list may only get shorter: a learner leaves it when evolve uses it.
 */
export const notRacedYet = [
  'src/learners/machine/plans/',
  'src/learners/machine/representation/machine/describe-machine.ts',
  'src/learners/machine/representation/macros/',
] as const;

/** Files of the machine that a benchmark reaches and no loop of a user does: a benchmark of a second machine. */
export function secondMachine(sources: Sources): readonly string[] {
  const paths = [...sources.keys()].filter((path) => !isTestFile(path));
  const evolved = reachedFrom(
    paths.filter((path) => shipped.some((folder) => path.startsWith(folder))),
    sources,
  );
  const measured = reachedFrom(
    [...sources.keys()].filter((path) => path.startsWith('bench/')),
    sources,
  );
  return [...measured]
    .filter((path) => path.startsWith('src/learners/machine/') && !isTestFile(path) && !evolved.has(path))
    .toSorted();
}

/** Files that are reached from some, through the names they ask a door for; a door itself is no part of anything. */
function reachedFrom(first: readonly string[], sources: Sources): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...first];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...targetsOf(path, sources));
  }
  return reached;
}

interface Named {
  readonly target: string;
  /** Undefined where a file is taken whole, as by `import()`. */
  readonly names: readonly string[] | undefined;
}

function importsBy(path: string, sources: Sources): Named[] {
  const text = sources.get(path) ?? '';
  const whole = (specifier: string): string =>
    specifier.startsWith('#') ? `src/${specifier.slice(1)}/index.ts` : posix.join(posix.dirname(path), specifier);
  const listed = text.matchAll(/^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/gm);
  const others = text.matchAll(/(?:^(?:import|export)\s+[^{'";]*\bfrom\s*|^import\s*|\bimport\(\s*)'([^']+)'/gm);
  return [
    ...Array.from(listed, ([, list, specifier]) => ({
      target: whole(specifier!),
      names: list!.split(',').flatMap((name) => /(?:type\s+)?(\w+)/.exec(name.trim())?.slice(1) ?? []),
    })),
    ...Array.from(others, ([, specifier]) => ({ target: whole(specifier!), names: undefined })),
  ];
}

/** The file behind a name of a door. */
function behindDoor(door: string, name: string, sources: Sources): string | undefined {
  const found = importsBy(door, sources).find(({ names }) => names?.includes(name) === true);
  return found?.target;
}

function targetsOf(path: string, sources: Sources): string[] {
  return importsBy(path, sources)
    .flatMap(({ target, names }) =>
      names === undefined || !target.endsWith('/index.ts')
        ? [target]
        : names.flatMap((name) => behindDoor(target, name, sources) ?? []),
    )
    .filter((target) => sources.has(target));
}
