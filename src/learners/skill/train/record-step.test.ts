import { describe, expect, it } from 'vitest';
import type { SkillVersion } from './skill-version.ts';
import type { TrainRun } from './train-run.ts';
import type { Tried } from './state/tried.ts';
import { digestOf, recordOf, type StepFacts, tokensBetween } from './record-step.ts';
import { createState } from './state/train-state.ts';

const versionOf = (text: string): SkillVersion => ({ skill: { 'SKILL.md': text }, hash: text, origin: `of ${text}` });
const rollout = (hard: number): never =>
  ({ task: { id: 't', text: '' }, outcome: { kind: 'scored', score: { hard, soft: hard }, reply: '' } }) as never;
const tried = { verdict: 'accept', hard: 0.75, soft: 0.5, candidateScore: 0.25 } as Tried;
const facts = (rest: Partial<StepFacts> = {}): StepFacts => ({
  rolled: {
    made: 5,
    rollouts: [rollout(1), rollout(0), rollout(0.5), rollout(0.5)],
    batches: [
      { made: 3, scored: [rollout(1), rollout(0)] },
      { made: 2, scored: [rollout(0.5), rollout(0.5)] },
    ],
  },
  reports: [],
  evaluated: { action: 'no-change', why: 'nothing said' },
  tokens: {},
  ...rest,
});
const runOf = (mayTellScores = false): TrainRun =>
  ({
    state: { ...createState(versionOf('abc')), currentScore: 0.125 },
    settings: { gateMetric: 'hard', editBudgetControl: 'fixed', failBelow: 1 },
    gate: { mayTellScores },
  }) as unknown as TrainRun;
const step = { plan: { step: 4, epoch: 2, batches: [], endsEpoch: false }, inEpoch: 1, proposer: 'edits' } as never;
const record = (rest: Partial<StepFacts> = {}): ReturnType<typeof recordOf> => recordOf(runOf(), step, facts(rest));

describe('the record of a step', () => {
  it('counts its rollouts, those without a score, and each batch by itself', () => {
    expect(record()).toMatchObject({ step: 4, epoch: 2, rollouts: 5, unscored: 1, hard: 0.5, soft: 0.5 });
    expect(record().batches).toEqual([
      { batch: 0, tasks: 3, hard: 0.5, soft: 0.5 },
      { batch: 1, tasks: 2, hard: 0.5, soft: 0.5 },
    ]);
  });

  it('without a candidate has nothing of one', () => {
    expect(record()).toMatchObject({
      candidate: null,
      candidateLength: 0,
      merged: 0,
      selected: 0,
      editBudget: null,
      budgetControl: 'fixed',
      budgetDecision: null,
      editSummary: null,
      support: [],
      rewriteChanges: [],
      edits: [],
      trialHard: null,
      trialScore: null,
      length: 3,
      why: 'nothing said',
    });
  });

  it('counts the reports that propose something, by what they are of, and all lapses', () => {
    const report = (source: string, items: number, notes: number): never =>
      ({ source, items: Array.from({ length: items }), notes: Array.from({ length: notes }) }) as never;
    const reports = [
      report('failure', 1, 2),
      report('failure', 0, 1),
      report('success', 2, 0),
      report('failure', 1, 0),
    ];
    expect(record({ reports })).toMatchObject({ reports: 3, failureReports: 2, successReports: 1, lapses: 3 });
  });

  it('tells what a draft scored that was tried in passing, and nothing where none was', () => {
    expect(record({ before: { action: 'new-best', tried } }).draftTrial).toEqual({
      action: 'new-best',
      trialHard: 0.75,
      trialSoft: 0.5,
      trialScore: 0.25,
    });
    expect(record({ before: { action: 'draft' } }).draftTrial).toBeNull();
    expect(record().draftTrial).toBeNull();
  });

  it('counts notes as added while they wait for a trial or were accepted', () => {
    const noted = { skill: {}, added: 2, consolidated: 1 };
    const added = (verdict?: Tried['verdict']): number =>
      record({
        evaluated: {
          action: 'draft',
          why: '',
          noted,
          ...(verdict === undefined ? {} : { tried: { ...tried, verdict } }),
        },
      }).notesAdded;
    expect([added(), added('accept'), added('reject'), added('undecided')]).toEqual([2, 2, 0, 0]);
  });
});

describe('what later steps know of a step', () => {
  const told = (action: 'accept' | 'reject' | 'undecided' | 'no-change', mayTellScores = false): unknown => {
    const own = facts({ evaluated: { action, why: '', tried: { ...tried, verdict: 'reject' } } });
    const run = runOf(mayTellScores);
    return digestOf(run, recordOf(run, step, own), own);
  };

  it('is nothing where it made no candidate, and how many rollouts failed where it did', () => {
    expect(told('no-change')).toBeUndefined();
    expect(told('accept')).toMatchObject({ step: 4, action: 'accept', total: 4, failed: 3 });
    expect(told('accept')).not.toHaveProperty('rejected');
  });

  it.each(['reject', 'undecided'] as const)(
    'tells of a %s the training score, and the trial where it may',
    (action) => {
      expect(told(action)).toMatchObject({ rejected: { before: 0.5, after: 0.5, edits: [] } });
      expect(told(action, true)).toMatchObject({ rejected: { before: 0.125, after: 0.25, edits: [] } });
    },
  );
});

describe('what a step used', () => {
  it('is what was spent since the reading before, of the stages that were called', () => {
    const amount = (calls: number, promptTokens: number, completionTokens: number): never =>
      ({ calls, promptTokens, completionTokens, rollouts: 0 }) as never;
    expect(
      tokensBetween(
        { rollout: amount(2, 20, 4), idle: amount(1, 1, 1) },
        { rollout: amount(5, 60, 9), idle: amount(1, 1, 1), fresh: amount(1, 7, 3) },
      ),
    ).toEqual({
      rollout: { calls: 3, promptTokens: 40, completionTokens: 5 },
      fresh: { calls: 1, promptTokens: 7, completionTokens: 3 },
    });
  });
});
