import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from './sources.ts';

const folder = join(root, 'docs/spec');

/** Numbers of the headings of each page. */
const sections = new Map(
  readdirSync(folder).map((name) => [
    name.replace(/\.md$/, ''),
    new Set(
      Array.from(
        readFileSync(join(folder, name), 'utf8').matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gmu),
        ([, number]) => number!,
      ),
    ),
  ]),
);

/** References of a text to sections that no page has. */
function lost(text: string): readonly string[] {
  return Array.from(text.matchAll(/spec\/([a-z-]+) ((?:§\d+(?:\.\d+)*(?:, | and | to )?)+)/gu), ([, page, list]) =>
    Array.from(list!.matchAll(/§(\d+(?:\.\d+)*)/gu), ([, number]) => ({ page: page!, number: number! })),
  )
    .flat()
    .filter(({ page, number }) => sections.get(page)?.has(number) !== true)
    .map(({ page, number }) => `spec/${page} §${number}`);
}

it('sees a reference to a section or a page that is not there', () => {
  expect(lost('@source spec/pipeline §3.4, §99')).toEqual(['spec/pipeline §99']);
  expect(lost('@source spec/nothing §1')).toEqual(['spec/nothing §1']);
});

it('the sources point to sections of docs/spec that are there', () => {
  const sources = ['src', 'bench', 'test'].flatMap((name) => [...readSources(name)]);
  const texts = sources.filter(([path]) => path !== 'test/spec.test.ts');
  expect(texts.flatMap(([path, text]) => lost(text).map((reference) => `${path}: ${reference}`))).toEqual([]);
});

it('no source points to a document that a reader does not have', () => {
  const sources = ['src', 'bench', 'test'].flatMap((name) => [...readSources(name)]);
  const hidden = /\bseed 00\d|\bseed §|\bof the design\b/u;
  expect(
    sources.filter(([path, text]) => path !== 'test/spec.test.ts' && hidden.test(text)).map(([path]) => path),
  ).toEqual([]);
});
