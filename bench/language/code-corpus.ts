import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf, type Rng } from '#foundation/kernel';
import { type CodeToken, codeTokens } from './code-tokens.ts';

/** TypeScript sources, file by file in a seeded order. */
export interface CodeCorpus {
  readonly files: readonly (readonly CodeToken[])[];
  /** A hash of paths and contents: figures compare only where it is the same. */
  readonly hash: string;
  readonly from: Readonly<Record<string, number>>;
}

/** Whose `.d.ts` files are read, beside the project's own sources. All are pinned in package.json. */
const dependencies = ['zod', 'commander', 'yaml', 'fast-check', '@types/node', 'vitest', 'vite'];

/** Bytes of source per folder at most, in the order of paths. */
const folderBytes = { quick: 150_000, full: 700_000 } as const;

/** Reads the sources; undefined where the project has none beside it, as when it is installed as a package. */
export function readCodeCorpus(quick: boolean, rng: Rng): CodeCorpus | undefined {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  if (!existsSync(join(root, 'bench/language'))) return undefined;
  const limit = quick ? folderBytes.quick : folderBytes.full;
  const texts: { readonly path: string; readonly text: string }[] = [];
  const from: Record<string, number> = {};
  const folders = [['src', '.ts'] as const, ...dependencies.map((name) => [`node_modules/${name}`, '.d.ts'] as const)];
  for (const [folder, ending] of folders) {
    let bytes = 0;
    for (const file of filesUnder(join(root, folder), ending)) {
      if (bytes >= limit) break;
      const text = readFileSync(file, 'utf8');
      bytes += text.length;
      texts.push({ path: relative(root, file), text });
    }
    from[folder] = bytes;
  }
  const hash = hashOf(texts.map(({ path, text }) => [path, text]));
  return { files: rng.shuffle(texts).map(({ text }) => codeTokens(text)), hash, from };
}

/** Files of one ending below a folder, by path; none where there is no such folder. */
function filesUnder(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  return names.flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path, ending);
    return name.endsWith(ending) ? [path] : [];
  });
}
