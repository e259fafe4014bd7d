import { describe, expect, it } from 'vitest';
import type { PoolEntry } from '../state/train-state.ts';
import type { SkillVersion } from '../skill-version.ts';
import { blameLines, type BlamedLine, readTasks } from './blame-lines.ts';

const tags = ['amber', 'basil', 'cedar', 'delta'];
const tasks = tags.flatMap((one, i) =>
  tags.slice(i).map((other) => ({ id: `${one} ${other}`, text: `Sort ${one} ${other}`, data: null })),
);
const reader = readTasks(tasks);

function version(...lines: string[]): SkillVersion {
  const skill = { 'SKILL.md': `# Rules\n\n${lines.map((line) => `- ${line}\n`).join('')}` };
  return { skill, hash: lines.join('|'), origin: 'test' };
}

/** Every task once; those with one of these tags fail. */
function played(skill: SkillVersion, ...failing: string[]): PoolEntry {
  const scores = new Map(tasks.map(({ id }) => [id, [failing.some((tag) => id.includes(tag)) ? 0 : 1]]));
  return { version: skill, scores, batches: [] };
}

function chances(found: readonly BlamedLine[]): Readonly<Record<string, number>> {
  return Object.fromEntries(found.map(({ rule, chance }) => [rule.text, chance]));
}

describe('blame of lines of a skill', () => {
  it('falls on the line whose word every failure has, not on lines that failed beside it', () => {
    const skill = version('amber: weld', 'basil: melt', 'cedar: join');
    const found = chances(blameLines(skill, [played(skill, 'basil')], reader));
    expect(found['- basil: melt']).toBeLessThan(0.4);
    expect(found['- amber: weld']).toBeGreaterThan(0.8);
    expect(found['- cedar: join']).toBeGreaterThan(0.8);
  });

  it('counts the rollouts of every skill that had the line, and of none that had another in its place', () => {
    const first = version('amber: weld');
    const second = version('amber: weld', 'basil: melt');
    const pool = [played(first, 'basil', 'cedar', 'delta'), played(second, 'cedar', 'delta')];
    const found = chances(blameLines(second, pool, reader));
    expect(found['- amber: weld']).toBeGreaterThan(0.8);
    expect(found['- basil: melt']).toBeGreaterThan(0.7);
    const third = version('amber: weld', 'basil: join');
    expect(chances(blameLines(third, pool, reader))['- basil: join']).toBeUndefined();
  });

  it('is shared by lines that contradict each other, and by none that speaks of no task', () => {
    const skill = version('amber: weld', 'amber: melt', 'think well');
    const found = blameLines(skill, [played(skill, 'amber')], reader);
    expect(found.map(({ rule }) => rule.text)).toEqual(['- amber: weld', '- amber: melt']);
    expect(found[0]!.chance).toBe(found[1]!.chance);
  });

  it('falls on a line for one type of task by tasks of that type, however telling the type is', () => {
    const kinds = ['repair', 'export', 'salvage'];
    const typed = tags.flatMap((tag) =>
      [0, 1, 2, 3, 4, 5].map((at) => ({
        id: `${tag} ${at}`,
        text: `A ${kinds[at % 3]!} order: ${tag}, ${at < 3 ? 'amber' : 'basil'}`,
        type: kinds[at % 3]!,
        data: null,
      })),
    );
    const skill = version('amber of a repair order: weld', 'delta of a repair order: melt');
    const scores = new Map(typed.map(({ id, type }) => [id, [Number(type === 'repair')]]));
    const found = blameLines(skill, [{ version: skill, scores, batches: [] }], readTasks(typed));
    expect(found.map(({ tasks: own }) => new Set(own.map(({ type }) => type)))).toEqual([
      new Set(['repair']),
      new Set(['repair']),
    ]);
    expect(found.every(({ chance }) => chance > 0.7)).toBe(true);
  });

  it('is not limited by a subject that tells little where tasks say their types', () => {
    const typed = ['amber', 'amber', 'amber', 'basil', 'cedar', 'cedar', 'delta', 'delta'].flatMap((tag, at) =>
      ['repair', 'export'].map((type) => ({
        id: `${tag} ${at} ${type}`,
        text: `A ${type} of ${tag}`,
        type,
        data: null,
      })),
    );
    const skill = version('amber or basil: weld, melt');
    const scores = new Map(typed.map(({ id }) => [id, [1]]));
    const [line] = blameLines(skill, [{ version: skill, scores, batches: [] }], readTasks(typed));
    expect(line!.tasks.map(({ id }) => id)).toEqual(['basil 3 repair', 'basil 3 export']);
    const bare = typed.map(({ type: _none, ...task }) => task);
    expect(blameLines(skill, [{ version: skill, scores, batches: [] }], readTasks(bare))).toEqual([]);
  });

  it('gives a line the tasks on which the least else fails first, and reads a line of two subjects at either', () => {
    const skill = version('amber basil: weld', 'cedar: join');
    const [line] = blameLines(skill, [played(skill, 'amber', 'cedar')], reader);
    const ids = line!.tasks.map(({ id }) => id);
    expect(ids).toContain('amber delta');
    expect(ids).toContain('basil delta');
    expect(ids).not.toContain('delta delta');
    expect(ids.indexOf('amber delta')).toBeLessThan(ids.indexOf('amber cedar'));
  });

  it('leaves outages out', () => {
    const skill = version('amber: weld');
    const scores = new Map(tasks.map(({ id }) => [id, [Number.NaN]]));
    expect(blameLines(skill, [{ version: skill, scores, batches: [] }], reader)).toEqual([]);
  });

  it('is (passes + 1.5) / (rollouts + 2) of a line that its task has for itself', () => {
    const skill = version('amber: weld');
    const chance = (...scores: number[]): number | undefined =>
      chances(blameLines(skill, [{ version: skill, scores: new Map([['amber amber', scores]]), batches: [] }], reader))[
        '- amber: weld'
      ];
    expect(chance(0)).toBe(1.5 / 3);
    expect(chance(1)).toBe(2.5 / 3);
    expect(chance(0, 1, 0, 0)).toBe(2.5 / 6);
    expect(chance(0.5, 0.5)).toBe(2.5 / 4);
  });

  it('of a failure is shared by how likely each part has failed, until nothing changes', () => {
    const skill = version('amber: weld', 'basil: melt');
    const scores = new Map([
      ['amber amber', [1, 1]],
      ['amber basil', [0, 0]],
    ]);
    const found = chances(blameLines(skill, [{ version: skill, scores, batches: [] }], reader));
    const [a, b] = [found['- amber: weld']!, found['- basil: melt']!];
    const fails = 1 - a * b;
    expect(a).toBeCloseTo((1.5 + 2 + 2 * (1 - (1 - a) / fails)) / 6, 6);
    expect(b).toBeCloseTo((1.5 + 2 * (1 - (1 - b) / fails)) / 4, 6);
  });

  it('holds a word that no rollout has met for likely to pass: its task comes after one that is known to', () => {
    const skill = version('amber: weld');
    const scores = new Map([
      ['amber amber', [0]],
      ['basil basil', [1, 1, 1, 1]],
      ['cedar cedar', [0, 0, 0, 0]],
    ]);
    const [line] = blameLines(skill, [{ version: skill, scores, batches: [] }], reader);
    expect(line!.tasks.map(({ id }) => id)).toEqual(['amber amber', 'amber basil', 'amber delta', 'amber cedar']);
  });

  it('is of no line whose words no task has together, and of no task that is not known', () => {
    const many = readTasks([
      ...Array.from({ length: 12 }, (_, i) => ({ id: `b${i}`, text: `Sort basil number ${i}`, data: null })),
      ...Array.from({ length: 20 }, (_, i) => ({ id: `o${i}`, text: `Sort other things ${i}`, data: null })),
      { id: 'amber', text: 'Sort amber', data: null },
    ]);
    const skill = version('amber and basil: weld', 'amber: melt');
    const scores = new Map([
      ['amber', [0]],
      ['gone', [0]],
    ]);
    const found = blameLines(skill, [{ version: skill, scores, batches: [] }], many);
    expect(found.map(({ rule }) => rule.text)).toEqual(['- amber: melt']);
  });
});
