import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAiger } from '#logic/circuit/aiger';
import { Fault } from '#foundation/kernel';
import { readTasks } from '#learners/skill/worlds';
import { parseDimacs } from '#logic/sat';
import { createScorer } from '#learners/skill/score';
import { lintSkill } from '#learners/skill/checks';
import { runPawl } from '../run-pawl.ts';
import { put, workplace } from './workplace.ts';

// Number 8 of what was seen falling: hangs and memory. Each took between 30 s and minutes, or gigabytes; a test that takes seconds has failed.
const folder = workplace();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
  return 'none';
};

describe('a small input cannot cost much', () => {
  it.each(['aig 900000000 0 900000000 0 0\n', 'aig 1000000001 1000000001 0 0 0\n', 'aig 5000000 5000000 0 0 0\n'])(
    'the AIGER header %j',
    (text) => {
      expect(codeOf(() => readAiger(bytes(text)))).toMatch(/^circuit\/aiger-/u);
    },
  );

  it('a DIMACS header with more variables than the file could name', () => {
    expect(codeOf(() => parseDimacs('p cnf 10000000 1\n1 0\n'))).toBe('sat/bad-header');
    expect(parseDimacs('p cnf 1000000 1\n1 0\n').variables).toBe(1_000_000);
  });

  it('a gzip bomb', async () => {
    const part = gzipSync(new Uint8Array(1_048_576));
    const file = put(folder, 'bomb.cnf.gz', Buffer.concat(Array.from({ length: 300 }, () => part)));
    const { code, err } = await runPawl(['sat', file]);
    expect([code, err.includes('cli/too-large')]).toEqual([1, true]);
  });

  it('a CSV quote that is never closed says its line, and swallows no rows', () => {
    const text = `id,text,answer\n1,a,b\n2,"c,d\n${'3,x,y\n'.repeat(100_000)}`;
    expect(() => readTasks(text, 'tasks.csv')).toThrow('line 3: a quote is opened and never closed');
  });

  it('200,000 opening answer tags', async () => {
    const scorer = createScorer({ kind: 'normalised', part: 'tagged' }, {});
    const task = { id: 't', text: '', data: { answers: ['x'] } };
    const score = await scorer.score({ text: `${'<answer>'.repeat(200_000)}x` }, task);
    expect(score.hard).toBe(0);
    expect((await scorer.score({ text: '<answer>y</answer> <ANSWER> x </Answer>' }, task)).hard).toBe(1);
  });

  it('a skill of 3,000 rules, all alike or all different', () => {
    const rules = (rule: (i: number) => string): string =>
      Array.from({ length: 3000 }, (_, i) => `- ${rule(i)}`).join('\n');
    const alike = lintSkill({ 'SKILL.md': rules((i) => `rule says do the thing ${i} in a way`) }, []);
    expect(alike.filter(({ kind }) => kind === 'contradiction')).toHaveLength(200);
    const different = lintSkill({ 'SKILL.md': rules((i) => `w${i}a w${i}b use the tool and the table for it`) }, []);
    expect(different.filter(({ kind }) => kind !== 'length')).toEqual([]);
  });
});
