import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rows = readFileSync('docs/skill-trainer.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-E] /.test(line))
  .map((line) => {
    const [letter = '', asked = '', file = '', test = ''] = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim());
    return { letter, asked, file: file.replaceAll('`', ''), test };
  });

/** What takes a point away, and the test that must then fail. */
interface PlantedMistake {
  readonly point: string;
  readonly asked: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  readonly name: string;
}

const plants: readonly PlantedMistake[] = JSON.parse(readFileSync('test/planted-mistakes.json', 'utf8'));

describe('the points of the skill trainer', () => {
  it('are there for every letter', () => {
    expect([...new Set(rows.map(({ letter }) => letter))]).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows)('$letter: $asked', ({ file, test }) => {
    const [path = '', title = ''] = test.split(' › ');
    expect(existsSync(file), file).toBe(true);
    const source = readFileSync(path.replaceAll('`', ''), 'utf8');
    expect(
      ["'", '"', '`'].some((mark) => source.includes(mark + title + mark)),
      `no test named ${title}`,
    ).toBe(true);
  });
});

// `npm run test:mutants -- --points` plants them and sees the tests fail; here only that the list still fits the page and the sources.
describe('the mistakes that are planted to see its tests fail', () => {
  it('are one for each point, and are to be seen by its test', () => {
    const planted = plants.map(({ point, asked, test, name }) => `${point}: ${asked}: \`${test}\` › ${name}`);
    expect(planted).toEqual(rows.map(({ letter, asked, test }) => `${letter}: ${asked}: ${test}`));
  });

  it.each(plants)('$point: $asked: fits one place of what holds it', ({ asked, file, find, replace }) => {
    const held = rows.find((row) => row.asked === asked)!.file;
    expect(file === held || file.startsWith(`${held}/`), `${file} is not ${held}`).toBe(true);
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toContain(find);
  });
});
