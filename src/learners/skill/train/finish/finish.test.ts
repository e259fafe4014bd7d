import { describe, expect, it } from 'vitest';
import type { SkillTask } from '#foundation/contracts/skills';
import type { TrainRun } from '../train-run.ts';
import { usualSettings } from '../settings.ts';
import { scoreRollouts } from './measure-skill.ts';
import { mostRelevant, tasksAbout } from './relevant-tasks.ts';
import { whyNothing } from './why-nothing.ts';

const task = (id: string, text: string): SkillTask => ({ id, text, data: null });

describe('tasks by what they have to do with a rule', () => {
  it('come first where they share the words that few tasks have; equal ones keep their order', () => {
    const tasks = [
      task('a', 'Please order plums'),
      task('b', 'Please order figs and pears'),
      task('c', 'Please order pears'),
      task('d', 'Count'),
    ];
    const order = (text: string): string =>
      mostRelevant(text, tasks)
        .map(({ id }) => id)
        .join('');
    expect(order('order figs')).toBe('bacd');
    expect(order('pears')).toBe('bcad');
    expect(order('nothing of it')).toBe('abcd');
  });

  it('are about a rule where they share a word with it that at most half of them have', () => {
    const tasks = ['order plums', 'order figs', 'order figs', 'order pears', 'count'].map((text, i) =>
      task(`${i}`, text),
    );
    const about = (text: string): string[] => tasksAbout(text, tasks).map(({ id }) => id);
    expect(about('order figs fresh')).toEqual(['1', '2']);
    expect(about('always order politely')).toEqual([]);
  });
});

describe('a score by type', () => {
  it('names the types in their order, whatever order their tasks came in', () => {
    const made = ['b', 'c', 'a', 'c'].map((type, i) => ({
      task: { ...task(`t${i}`, ''), type },
      outcome: { kind: 'scored', score: { hard: i % 2, soft: 0 } },
    }));
    const { byType } = scoreRollouts(made as never, usualSettings)!;
    expect(Object.entries(byType)).toEqual([
      ['a', { total: 1, hard: 0 }],
      ['b', { total: 1, hard: 0 }],
      ['c', { total: 2, hard: 1 }],
    ]);
  });
});

describe('why nothing was learned', () => {
  const step = (rest: object): object => ({ rollouts: 4, hard: 0.5, action: 'draft', why: '', ...rest });
  const said = (
    state: object,
    stopped: string | null = null,
    counts: object = { rollouts: 8, unscored: 0 },
  ): string[] => {
    const run = {
      state: { history: [step({})], undecided: 0, refused: 0, pool: new Map(), ...state },
      validation: new Map([['v', task('v', '')]]),
      rollouts: { counts: () => counts },
    };
    return whyNothing(run as unknown as TrainRun, stopped);
  };

  it('is said in order, each reason only where it is one', () => {
    expect(said({})).toEqual([]);
    expect(said({ history: [] })).toEqual([]);
    expect(said({ history: [step({ hard: 1 })] })).toEqual([
      'No training task failed, so there was nothing to learn from.',
    ]);
    // Half a failure is one that a graded scorer saw.
    expect(said({ history: [step({ hard: 0.875 })] })).toEqual([]);
    expect(said({ undecided: 1, refused: 2 }, 'a limit', { rollouts: 8, unscored: 3 })).toEqual([
      '1 candidate could not be decided on 1 validation task.',
      '2 candidates showed no gain over the skill you have.',
      '3 of 8 rollouts ended in an outage and were not scored.',
      'The run was stopped early: a limit.',
    ]);
  });

  it('shows the first reply where not one of at least five was right', () => {
    const poolOf = (...scores: readonly number[]): object => ({
      pool: new Map([['h', { scores: new Map([['t', scores]]) }]]),
    });
    const firstWrong = 't: The answer was "It is plums."; expected plums.';
    expect(said({ ...poolOf(0, 0, 0, 0, 0), firstWrong })).toEqual([
      'Not one of 5 replies was right. The first, t: The answer was "It is plums."; expected plums. If it is right after all, the scorer reads another part: the last <answer>…</answer>, else the last line, unless `part` says whole or last-line.',
    ]);
    expect(said({ ...poolOf(0, 0, 0, 0, 0), firstWrong: 'x'.repeat(400) })[0]).toContain(`${'x'.repeat(300)}… If`);
    expect(said({ ...poolOf(0, 0, 0, 0, 0.5), firstWrong })).toEqual([]);
    expect(said({ ...poolOf(0, 0, 0, 0), firstWrong })).toEqual([]);
    expect(said({ ...poolOf(0, 0, 0, 0, Number.NaN), firstWrong })).toEqual([]);
  });

  it('counts the steps that made no candidate, with at most three of their reasons', () => {
    const skipped = ['one', 'two', 'two', '', 'three', 'four'].map((why) => step({ action: 'no-change', why }));
    expect(said({ history: [step({}), ...skipped] })).toEqual(['6 of 7 steps made no candidate: one; two; three.']);
    expect(said({ history: [step({ action: 'no-rewrite' })] })).toEqual([
      '1 of 1 steps made no candidate: the analysts proposed nothing.',
    ]);
  });
});
