import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '#world/store';
import { runPawl } from '../../../../test/run-pawl.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pawl-compare-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function evaluated(skill: string, model: string, scores: readonly number[]): string {
  const store = openStore(join(cwd, '.pawl'));
  const config = { skills: [{ 'SKILL.md': skill }], split: 'val', repeats: 1, models: { target: { model } } };
  const journal = store.createRun({ loop: 'eval', seed: 1, config });
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  journal.emit('skill-evaluated', {
    scores: [{ score, tasks: scores.length, interval: { low: 0, high: 1 } }],
    byTask: scores.map((one, i) => ({ id: `t${i}`, scores: [one] })),
    counts: { rollouts: scores.length },
  });
  journal.finish(null);
  store.close();
  return journal.run;
}

describe('two runs beside each other', () => {
  const a = evaluated('# Skill\n- Be kind.\n', 'openai:one', [0, 0, 0, 0, 1, 1, 1, 1]);
  const b = evaluated('# Skill\n- Be brief.\n', 'openai:two', [1, 1, 1, 0, 1, 1, 1, 0]);

  it('are told by their sentences, the tasks that changed, an exact interval, the settings that differ and the skills', async () => {
    const { code, out } = await runPawl(['runs', 'diff', a, b], { cwd });
    expect(code).toBe(3);
    expect(out).toContain(`A  ${a}: The skill answers 4 of 8 tasks`);
    expect(out).toContain('score: 0.5 → 0.75');
    const [, low, high] =
      /\+25\.0 points, exact 95 % interval −(\S+) to \+(\S+); better on 3, worse on 1/.exec(out) ?? [];
    // Eight tasks cannot show it: the interval is wide on both sides of 0.
    expect(Number(low)).toBeGreaterThan(20);
    expect(Number(high)).toBeGreaterThan(50);
    // For the worse first.
    expect(out).toContain('tasks that changed:\n  t7: 1 → 0\n  t0: 0 → 1\n');
    expect(out).toContain('settings that differ:\n  target: openai:one → openai:two\n');
    expect(out).toContain('SKILL.md: - stands in A, + in B:');
    for (const line of ['  - - Be kind.', '  + - Be brief.']) expect(out).toContain(line);
  });

  it('are told to programs in the same words', async () => {
    const { out } = await runPawl(['runs', 'diff', a, b, '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      sameEvents: false,
      score: { a: 0.5, b: 0.75 },
      difference: { tasks: 8, mean: 0.25, better: 3, worse: 1 },
      settings: [{ name: 'target', a: 'openai:one', b: 'openai:two' }],
      learnt: [{ file: 'SKILL.md' }],
    });
    const same = await runPawl(['runs', 'diff', a, a], { cwd });
    expect(same).toMatchObject({ code: 0, out: 'same 1 events\n' });
  });
});
