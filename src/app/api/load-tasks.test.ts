import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTasks } from './load-tasks.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-tasks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = { ratio: [2, 1, 2], seed: 1, limit: 0 } as const;
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('loadTasks', () => {
  it('deals the tasks of one file out by the ratio, or by the split they name', () => {
    const rows = Array.from({ length: 10 }, (_, i) => JSON.stringify({ id: `t${i}`, question: `q${i}`, answer: i }));
    const dealt = loadTasks(file('a.jsonl', rows.join('\n')), settings);
    expect([dealt.train.length, dealt.validation.length, dealt.test.length]).toEqual([4, 2, 4]);
    const named = file(
      'b.json',
      JSON.stringify([
        { id: 1, text: 'x', split: 'val' },
        { id: 2, text: 'y', split: 'train' },
      ]),
    );
    expect(loadTasks(named, settings)).toMatchObject({ train: [{ id: '2' }], validation: [{ id: '1' }], test: [] });
  });

  it("reads folders in the original's layout", () => {
    for (const split of ['train', 'val', 'test']) {
      mkdirSync(join(folder, 'dir', split), { recursive: true });
      writeFileSync(join(folder, 'dir', split, 'items.json'), JSON.stringify([{ id: `${split}1`, instruction: 'do' }]));
    }
    const { train, validation, test } = loadTasks(join(folder, 'dir'), settings);
    expect([train, validation, test].map(([task]) => task!.id)).toEqual(['train1', 'val1', 'test1']);
  });

  it('refuses unknown splits and tasks that are there twice', () => {
    expect(() => loadTasks(file('c.jsonl', '{"id":"a","text":"x","split":"dev"}'), settings)).toThrow(
      /unknown split dev/,
    );
    const twice = '{"id":"a","text":"x","split":"train"}\n{"id":"a","text":"y","split":"val"}';
    expect(() => loadTasks(file('d.jsonl', twice), settings)).toThrow(/called a|twice/);
  });
});
