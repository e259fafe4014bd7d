import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTasks } from '#app/api';
import { createScorer } from '#learners/skill/score';
import { runPawl } from '../run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, value: unknown): void => writeFileSync(join(folder, path), JSON.stringify(value));
const load = (name: string): ReturnType<typeof loadTasks> =>
  loadTasks(join(folder, name), { ratio: [3, 4, 3], seed: 42, limit: 0 });
const of = (from: number): object[] =>
  [0, 1, 2].map((i) => ({
    input: `What is ${from + i} + 1?`,
    additional_context: { unit: 'none' },
    answer: `${from + i + 1}`,
  }));

describe('pawl tasks import', () => {
  it('makes a task file of what GEPA is given, scored as it scores: the answer stands in the reply', async () => {
    put('sets.json', { trainset: of(0), valset: of(10), testset: of(20) });
    expect(await runPawl(['tasks', 'import', 'gepa', 'sets.json'], { cwd: folder })).toMatchObject({ code: 0 });
    const { train, validation, test } = load('tasks.jsonl');
    expect([train.length, validation.length, test.length]).toEqual([3, 3, 3]);
    expect(validation[0]).toMatchObject({
      text: 'What is 10 + 1?',
      secrets: ['11'],
      data: { additional_context: { unit: 'none' } },
    });
    const scorer = createScorer({ kind: 'rules', rules: [] });
    const score = (text: string): unknown =>
      scorer.score({ text, look: 0 }, validation[0]!, undefined, () => undefined);
    expect([score('It is 11.'), score('It is 12.')]).toMatchObject([{ hard: 1 }, { hard: 0 }]);
  });

  it('takes a plain list as it is, and replaces no file unasked', async () => {
    put('list.json', [...of(0), ...of(10), ...of(20)]);
    const asked = ['tasks', 'import', 'gepa', 'list.json', '--out', 'list.jsonl'];
    expect((await runPawl(asked, { cwd: folder })).out).toContain('9 tasks: list.jsonl');
    expect(readFileSync(join(folder, 'list.jsonl'), 'utf8')).not.toContain('"split"');
    expect(await runPawl(asked, { cwd: folder })).toMatchObject({ code: 2 });
    expect(await runPawl(['tasks', 'import', 'dspy', 'list.json'], { cwd: folder })).toMatchObject({ code: 2 });
  });

  it("makes one of SkillOpt's folder of splits", async () => {
    for (const [i, split] of ['train', 'val', 'test'].entries()) {
      mkdirSync(join(folder, 'qa', split), { recursive: true });
      put(`qa/${split}/items.json`, [{ id: `q${i}`, question: `Question ${i}?`, answers: ['yes'] }]);
    }
    expect(await runPawl(['tasks', 'import', 'skillopt', 'qa', '--out', 'qa.jsonl'], { cwd: folder })).toMatchObject({
      code: 0,
    });
    expect(load('qa.jsonl')).toMatchObject({
      train: [{ id: 'q0', text: 'Question 0?', secrets: ['yes'] }],
      validation: [{ id: 'q1' }],
      test: [{ id: 'q2' }],
    });
  });
});
