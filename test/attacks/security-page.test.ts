import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// SECURITY.md states what is promised and how each promise is tested: the tests must be there, and none may be forgotten.
const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.(?:test|long|soak)\.ts)`/gu)].map(([, path]) => path!);

it('names tests that are there', () => {
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names a test, or a command, for every promise', () => {
  const rows = page.slice(page.indexOf('## Promises'), page.indexOf('## What is not promised')).split('\n');
  const promises = rows.filter((line) => line.startsWith('| ') && !/^\| (-|promise|what fell)/u.test(line));
  expect(promises.length).toBeGreaterThan(10);
  expect(promises.filter((line) => !/`(?:src|test)\/[^`]+\.ts`/u.test(line))).toEqual([]);
});

it('names every test of attacks', () => {
  const tests = readdirSync(import.meta.dirname).filter((name) => /\.(test|long|soak)\.ts$/u.test(name));
  expect(tests.map((name) => `test/attacks/${name}`).filter((path) => !named.includes(path))).toEqual([]);
});
