import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resultSources } from './result-sources.ts';
import { hashSources, sourceClosure } from './source-closure.ts';

/** What a result was measured with. */
export interface Provenance {
  /** The commit of the checkout. */
  readonly commit: string;
  /** Sources that differed from that commit. */
  readonly changed: readonly string[];
  /** The files whose code it begins with, and the hash of all code they run. */
  readonly entries: readonly string[];
  readonly files: number;
  readonly sources: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a result of this name is measured with here; nothing where this is no checkout, or the name has no row. */
export function provenanceOf(name: string): Provenance | undefined {
  const entries = resultSources[name]?.entries;
  if (entries === undefined || !import.meta.url.endsWith('.ts') || !existsSync(`${root}src`)) return undefined;
  const files = sourceClosure(root, entries);
  const git = (...args: string[]): string =>
    spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' }).stdout.trim();
  const changed = git('diff', '--name-only', 'HEAD').split('\n');
  return {
    commit: git('rev-parse', '--short=12', 'HEAD'),
    changed: changed.filter((file) => files.includes(file)),
    entries,
    files: files.length,
    sources: hashSources(root, files),
  };
}

/** A result with what it was measured with. */
export function recorded<T extends object>(name: string, result: T): T & { readonly provenance?: Provenance } {
  const provenance = provenanceOf(name);
  return provenance === undefined ? result : { ...result, provenance };
}
