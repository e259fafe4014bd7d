import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** When and with which code a result was measured. */
export interface Provenance {
  /** The commit of the checkout; with `+changes` where files differed from it. */
  readonly commit: string;
  /** The day, as `2026-11-18`. */
  readonly date: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a result that is measured now is measured with; nothing where this is no checkout. */
export function provenanceNow(): Provenance | undefined {
  const git = (...args: string[]): string | null =>
    spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' }).stdout;
  const commit = import.meta.url.endsWith('.ts') ? git('rev-parse', '--short=12', 'HEAD')?.trim() : undefined;
  if (!commit) return undefined;
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return { commit: isChanged ? `${commit}+changes` : commit, date: new Date().toISOString().slice(0, 10) };
}

/** A result with what it was measured with. */
export function recorded<T extends object>(result: T): T & { readonly provenance?: Provenance } {
  const provenance = provenanceNow();
  return provenance === undefined ? result : { ...result, provenance };
}
