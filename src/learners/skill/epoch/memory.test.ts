import { describe, expect, it } from 'vitest';
import { failurePatterns } from '../optimizer/failure-patterns.ts';
import { editItem, rollout } from '../fixtures/scripted-optimizer.ts';
import { describeItem } from '../edits/item-text.ts';
import type { AnalystReport, FailureType } from '../optimizer/reflect.ts';
import { renderStepBuffer, StepDigest } from './step-buffer.ts';

function report(taskIds: string[], ...failureTypes: FailureType[]): AnalystReport {
  return {
    source: 'failure',
    name: 'fail_000',
    taskIds,
    reasoning: '',
    items: [],
    failureTypes,
    successPatterns: [],
    notes: [],
  };
}

describe('failure patterns (1.10)', () => {
  const rollouts = [
    rollout('t1', 0, { why: 'timeout: too slow' }),
    rollout('t2', 0, { why: 'wrong unit: metres' }),
    rollout('t3', 0, { why: 'timeout: again' }),
    rollout('t4', 1, { why: 'timeout: no' }),
    rollout('t5', 0),
  ];

  it('group failures by the words before the colon', () => {
    expect(failurePatterns(rollouts, [], 1).map(({ pattern, count, taskIds }) => [pattern, count, taskIds])).toEqual([
      ['timeout', 2, ['t1', 't3']],
      ['wrong unit', 1, ['t2']],
      ['unknown', 1, ['t5']],
    ]);
  });

  it('descriptions are matched by name, not by position (the original paired both lists in order)', () => {
    const reports = [
      report(
        ['t1', 't2', 't3'],
        { type: 'Unit wrong', count: 1, description: 'mixes metres and feet' },
        { type: 'TIMEOUT', count: 2, description: 'plans for too long' },
      ),
    ];
    expect(failurePatterns(rollouts, reports, 1).map(({ description }) => description)).toEqual([
      'TIMEOUT: plans for too long',
      'Unit wrong: mixes metres and feet',
      '',
    ]);
  });

  it('where the scorer knows one kind only, every description is kept (the original lost all but the first)', () => {
    const same = ['t1', 't2'].map((id) => rollout(id, 0, { why: 'wrong answer: x' }));
    const reports = [
      report(['t1'], { type: 'sign', count: 1, description: 'drops the minus' }),
      report(['t2'], { type: 'unit', count: 1, description: 'no unit' }),
    ];
    expect(failurePatterns(same, reports, 1)[0]!.description).toBe('sign: drops the minus; unit: no unit');
  });
});

describe('the step buffer (1.10)', () => {
  const digest: StepDigest = {
    step: 3,
    action: 'reject',
    total: 40,
    failed: 7,
    failurePatterns: [{ pattern: 'timeout', description: 'plans too\nlong', count: 7, taskIds: ['t1', 't3'] }],
    rejected: { before: 0.5, after: 0.4, edits: ['append "x"'] },
  };

  it('is one text: a heading per step, a bullet per pattern, rejected edits with the change of score', () => {
    expect(renderStepBuffer([digest])).toBe(
      `What earlier steps of this epoch showed. Do not propose again what was rejected.

Step 3: REJECT, 7 of 40 failed
- timeout (7): plans too long [t1, t3]
Rejected, 0.500 → 0.400:
- append "x"`,
    );
    expect(renderStepBuffer([])).toBe('');
  });

  it('survives a resume as plain JSON', () => {
    expect(StepDigest.parse(JSON.parse(JSON.stringify(digest)))).toEqual(digest);
  });

  it('describes each kind of item in one line', () => {
    expect(describeItem(editItem('a', 'new\nline'))).toBe('append "new line"');
    expect(describeItem(editItem('a', 'new', { target: 'old' }))).toBe('replace "old" → "new"');
    expect(describeItem(editItem('a', '', { target: 'old', op: 'delete' }))).toBe('delete "old"');
  });
});
