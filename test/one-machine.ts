import { posix } from 'node:path';
import { isTestFile, type Sources } from './layer-rules.ts';

/** What a user runs. */
const shipped = ['src/learners/machine/evolve/', 'src/learners/table/', 'src/app/'];

/**
 * Files of the machine that no command and no program of a user runs: a second machine, for benchmarks or for tests. Types alone do not count, neither as
 * what a file is nor as a way to reach it. A learner that only a benchmark has belongs into `bench/`, what only tests have into `fixtures/`.
 */
export function secondMachine(sources: Sources): readonly string[] {
  const paths = [...sources.keys()].filter((path) => !isTestFile(path));
  const reached = reachedFrom(
    paths.filter((path) => shipped.some((folder) => path.startsWith(folder))),
    sources,
  );
  return paths
    .filter((path) => path.startsWith('src/learners/machine/') && !path.endsWith('/index.ts'))
    .filter((path) => !reached.has(path) && runs(sources.get(path)!))
    .toSorted();
}

/** Whether a file has anything that runs. */
const runs = (text: string): boolean => /^(?:export )?(?:abstract |async )?(?:const|let|function|class)\b/m.test(text);

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

/** What a file imports or shows of others, types left out. */
function importsBy(path: string, sources: Sources): Named[] {
  const text = sources.get(path) ?? '';
  const whole = (specifier: string): string =>
    specifier.startsWith('#') ? `src/${specifier.slice(1)}/index.ts` : posix.join(posix.dirname(path), specifier);
  const listed = text.matchAll(/^(?:import|export)\s+\{([^}]*)\}\s*from\s*'([^']+)'/gm);
  const others = text.matchAll(
    /(?:^(?:import|export)\s+(?!type\b)[^{'";]*\bfrom\s*|^import\s*|\bimport\(\s*|\bnew URL\(\s*)'([^']+)'/gm,
  );
  return [
    ...Array.from(listed, ([, list, specifier]) => ({ target: whole(specifier!), names: valuesOf(list!) })),
    ...Array.from(others, ([, specifier]) => ({ target: whole(specifier!), names: undefined })),
  ];
}

/** The names of a list that are no types. */
function valuesOf(list: string): string[] {
  return list.split(',').flatMap((name) => /^(?!type\s)(\w+)/.exec(name.trim())?.slice(1) ?? []);
}

function targetsOf(path: string, sources: Sources): string[] {
  return importsBy(path, sources)
    .flatMap(({ target, names }) => {
      if (names === undefined) return [target];
      if (!target.endsWith('/index.ts')) return names.length > 0 ? [target] : [];
      const door = importsBy(target, sources);
      return names.flatMap((name) => door.find((shown) => shown.names?.includes(name) === true)?.target ?? []);
    })
    .filter((target) => sources.has(target));
}
