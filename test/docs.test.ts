import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/guide', 'docs/contributing', 'docs/spec'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

/** Files and links that a page names in its words; code blocks show what is yet to be written. */
function named(page: string): readonly string[] {
  const words = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const files = Array.from(
    words.matchAll(/`((?:src|web\/src|test|scripts|bench|docs)\/[\w./@-]+)`/g),
    ([, path]) => path!,
  );
  const links = Array.from(words.matchAll(/\]\((?!https?:)([\w./-]+)(?:#[\w-]*)?\)/g), ([, to]) =>
    join(dirname(page), to!),
  );
  // `NAME` and the like stand for a name of the reader's own.
  return [...files, ...links].filter((path) => !/[A-Z]{4,}(?:[-/]|\.ts|$)/.test(path.replace(/README|SECURITY/, '')));
}

it.each(pages)('%s names only files that are there', (page) => {
  expect(named(page).filter((path) => !existsSync(path))).toEqual([]);
});
