import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seedKeys } from './seed-002-keys.ts';

const sections = Array.from({ length: 18 }, (_, i) => `1.${i}`);

interface Row {
  readonly name: string;
  readonly file: string;
  readonly test: string;
}

function readRows(part: string): Row[] {
  const document = readFileSync('docs/seed-002.md', 'utf8');
  const text = document.split(/^## /m).find((each) => each.startsWith(part)) ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:key|section|point) /.test(line) && !line.startsWith('| ---'))
    .map((line) => {
      const [name = '', , file = '', test = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim());
      return { name: name.replaceAll('`', ''), file: file.replaceAll('`', ''), test };
    });
}

const isOpen = ({ file, test }: Row): boolean => file === 'to be filled' || test === 'to be filled';
const rows = {
  keys: readRows('Keys'),
  behaviours: readRows('Behaviours'),
  better: readRows('Better'),
  failed: readRows('Seen'),
};
const all = [...rows.keys, ...rows.behaviours, ...rows.better, ...rows.failed];

describe('the map of seed 002', () => {
  it('names every key once', () => {
    expect(rows.keys.map(({ name }) => name).sort()).toEqual([...seedKeys].sort());
  });

  it('names every section of behaviour', () => {
    expect([...new Set(rows.behaviours.map(({ name }) => name))]).toEqual(sections);
  });

  it('names for every point of the requirement a test that was seen failing', () => {
    expect([...new Set(rows.failed.map(({ name }) => Number(name)))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('has no open rows', () => {
    expect(all.filter(isOpen)).toEqual([]);
  });

  it.each(all.filter((row) => !isOpen(row)))('$name is held by $file', ({ name, file, test }) => {
    const [path = '', title = ''] = test.split(' › ');
    expect(existsSync(file), file).toBe(true);
    const source = readFileSync(path.replaceAll('`', ''), 'utf8');
    // A test that runs once per key has a place for it in its title.
    const titles = [title, title.replace(`${name} `, '%s ')];
    const isThere = titles.some((each) => source.includes(`'${each}'`) || source.includes(`"${each}"`));
    expect(isThere, `no test named ${title}`).toBe(true);
  });
});
