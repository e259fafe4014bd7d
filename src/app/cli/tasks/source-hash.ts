import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { type Hash, hashOf } from '#foundation/kernel';

/** What names a module by a path, after `from`, `import` or `require`. */
const beside = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(?<path>\.{1,2}\/[^'"]+)\1/g;

const endings = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

/** The hash of a file and of all files that it imports by a path, wherever they lie: after an edit it is another one. */
export function sourceHash(path: string): Hash {
  const found = new Map<string, string>();
  const open = [resolve(path)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    const text = readFileSync(next, 'utf8');
    found.set(next, text);
    for (const { groups } of text.matchAll(beside)) {
      const named = resolve(dirname(next), groups!['path']!);
      const file = endings
        .map((ending) => `${named}${ending}`)
        .find((each) => existsSync(each) && statSync(each).isFile());
      if (file !== undefined) open.push(file);
    }
  }
  const root = dirname(resolve(path));
  return hashOf(Object.fromEntries([...found].map(([file, text]) => [relative(root, file), text])));
}
