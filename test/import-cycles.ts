import { posix } from 'node:path';
import { isTestFile, type Sources } from './layer-rules.ts';

/** Files that import each other, round about, types included. `import()` is left out: what is read late is no part of a file's meaning. */
export function importCycles(sources: Sources): readonly (readonly string[])[] {
  const paths = [...sources.keys()].filter((path) => !isTestFile(path));
  const next = new Map(paths.map((path) => [path, targetsOf(path, sources)]));
  const [place, low, stack, cycles] = [
    new Map<string, number>(),
    new Map<string, number>(),
    [] as string[],
    [] as string[][],
  ];
  for (const path of paths) if (!place.has(path)) visit(path);
  return cycles;

  /** Strongly connected parts. @source Tarjan 1972 */
  function visit(path: string): void {
    place.set(path, place.size);
    low.set(path, place.get(path)!);
    stack.push(path);
    for (const target of next.get(path) ?? []) {
      if (!place.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== place.get(path)) return;
    const part = stack.splice(stack.indexOf(path));
    if (part.length > 1) cycles.push(part.toSorted());
  }
}

/** What a file imports or shows of others, through doors too. */
function targetsOf(path: string, sources: Sources): readonly string[] {
  const named = sources.get(path)!.matchAll(/^(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm);
  return Array.from(named, ([, name]) => {
    if (name!.startsWith('#')) return `src/${name!.slice(1)}/index.ts`;
    return name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : '';
  }).filter((target) => sources.has(target) && !isTestFile(target));
}
