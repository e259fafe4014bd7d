import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './layer-rules.ts';
import { root } from './sources.ts';

const page = readFileSync(join(root, 'docs/walkthrough.md'), 'utf8');

/** Walks of the page by their titles, each with the most files that a newcomer should have to read. */
const most: Readonly<Record<string, number>> = {
  'One lesson of the machine': 25,
  'One edit of a skill document': 25,
  'One question of self-play': 20,
};

const walks = page
  .split(/^## /mu)
  .slice(1)
  .map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    files: Array.from(part.matchAll(/^\d+\. `([^`]+)`/gmu), (match) => match[1]!),
  }));

/** Files that a file names: itself, and what stands behind the doors it goes through. */
function named(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('.')) return [posix.join(posix.dirname(path), specifier)];
    if (!specifier.startsWith('#')) return [];
    const door = `src/${specifier.slice(1)}/index.ts`;
    return existsSync(join(root, door)) ? named(door) : [];
  });
}

/** Files of a walk that no file before them names. */
function unreached(files: readonly string[]): readonly string[] {
  const known = new Set([files[0]]);
  return files.filter((file) => {
    const isReached = known.has(file);
    for (const next of named(file)) known.add(next);
    return !isReached;
  });
}

describe('a walk through the sources', () => {
  it('is there for a lesson, an edit and a question', () => {
    expect(walks.map(({ title }) => title)).toEqual(Object.keys(most));
  });

  it.each(walks)('is short enough for a newcomer: $title', ({ title, files }) => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(most[title]!);
  });

  it.each(walks)('names files that are there, each named by one before it: $title', ({ files }) => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(unreached(files)).toEqual([]);
  });

  it('would show a file that nobody before it names', () => {
    const [{ files }] = [walks[0]!];
    expect(unreached([...files.slice(0, 4), 'src/learners/model/selfplay/challenge.ts'])).toEqual([
      'src/learners/model/selfplay/challenge.ts',
    ]);
  });
});
