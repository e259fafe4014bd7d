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
