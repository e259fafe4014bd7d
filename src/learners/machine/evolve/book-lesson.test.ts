import type { Journal } from '#foundation/contracts/ports';
import { hashOf } from '#foundation/kernel';
import { turnKnobs } from '#schedule';
import { findTemplate } from '#tasks/registry';
import { describe, expect, it } from 'vitest';
import { bookLesson } from './book-lesson.ts';
import type { EvolveRun, Turned } from './evolve-run.ts';
import { bookChange } from './book-change.ts';
import { beginState, type EvolveState } from './evolve-state.ts';
import { judgeLesson } from './judge-lesson.ts';
import type { GivenLesson } from './judged-lesson.ts';
import { type PracticeState, type HeldSkill, initialState, levelReached } from './practice-state.ts';
import { profiles } from './profile.ts';
import type { MachineSkill } from './machine-skill.ts';

const profile = profiles.tiny;
const parity = findTemplate('PARITY');
const { target } = profile;
const skill: MachineSkill = { template: 'PARITY', level: 1, class: 'terms', hypothesis: 'old', says: '' };
const held: HeldSkill = { skill, domain: parity.domain, score: 0.94, before: 0, how: 'practised' };

interface Told {
  readonly run: EvolveRun & Turned;
  readonly told: string[];
}

function runOf(): Told {
  const told: string[] = [];
  const journal = {
    emit: (type: string) => told.push(type),
    putBlob: hashOf,
    certify: hashOf,
  } as unknown as Journal;
  const config = { alpha: 0.05, without: [] };
  return { run: { profile, config, knobs: turnKnobs(), journal } as unknown as EvolveRun & Turned, told };
}

function stateOf(): PracticeState {
  const first = initialState([parity], profile, turnKnobs());
  return { ...first, held: new Map([['PARITY@1', held]]) };
}

const lesson = { template: 'PARITY', level: 1, domain: parity.domain, mode: 'act' } as const;
const measured = (score: number): GivenLesson['result'] => ({
  before: { score, seen: [{ passed: true, regret: 0 }] },
  candidates: [],
  contenders: [],
  episodes: 16,
});

/** A trial in which the candidate wins so much on some tasks and loses so much on others. */
function trialOf(wins: readonly number[], losses: readonly number[], ties: number): GivenLesson['trials'][number] {
  const candidate: MachineSkill = { ...skill, hypothesis: 'new' };
  const scores = [
    ...wins.map((gain) => [1 - gain, 1] as const),
    ...losses.map((loss) => [1, 1 - loss] as const),
    ...Array.from({ length: ties }, () => [1, 1] as const),
  ];
  const outcomes = scores.map(([incumbent, own], i) => ({ task: `t${i}`, incumbent, candidate: own }));
  const meanOf = (side: 'incumbent' | 'candidate'): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[side] / outcomes.length, 0);
  return {
    proposal: { skill: candidate, how: 'practised', gates: 1, thinkSteps: 0 },
    asked: { path: 'p', incumbent: skill, candidate, tasks: outcomes.length },
    compared: { outcomes, seen: [], score: meanOf('candidate'), incumbentScore: meanOf('incumbent') },
  };
}

/** The state after a lesson was judged and booked. */
async function booked(run: EvolveRun & Turned, state: PracticeState, given: GivenLesson): Promise<PracticeState> {
  return bookLesson(run, state, await judgeLesson(run, state, given));
}

describe('what is booked of a lesson', () => {
  it('is the level, once the skill in force is measured at the target', async () => {
    const { run } = runOf();
    const below = await booked(run, stateOf(), { lesson, result: measured(target - 0.01), trials: [], episodes: 16 });
    expect(levelReached(below, 'PARITY', target)).toBe(0);
    expect(below.vain.get('PARITY@1')).toBe(1);
    const reached = await booked(run, stateOf(), { lesson, result: measured(target), trials: [], episodes: 16 });
    expect(levelReached(reached, 'PARITY', target)).toBe(1);
    expect(reached.vain.size).toBe(0);
  });

  it('follows the knobs as a person turned them, not as the run began', async () => {
    const { run } = runOf();
    const begun = beginState(stateOf(), profile, turnKnobs());
    const given = { lesson, result: measured(0.5), trials: [], episodes: 16 };
    const judged = await judgeLesson(run, stateOf(), given);
    const scoresAfter = (state: EvolveState): number => {
      const after = Array.from({ length: 9 }).reduce<EvolveState>(
        (now) => bookChange(run, now, { kind: 'lesson-judged', judged }),
        state,
      );
      return after.practice.board.domains.find(({ domain }) => domain === parity.domain)!.track.marks.length;
    };
    expect(scoresAfter(begun)).toBe(9);
    expect(scoresAfter({ ...begun, knobs: turnKnobs({ window: 6, horizon: 3, tsclWindow: 4 }) })).toBe(6);
  });

  it('counts as in vain where no skill stays, however well the untrained machine did', async () => {
    const { run } = runOf();
    const state = await booked(
      run,
      { ...stateOf(), held: new Map() },
      { lesson, result: measured(1), trials: [], episodes: 16 },
    );
    expect(state.vain.get('PARITY@1')).toBe(1);
  });

  it('is a skill whose gains are greater than its losses, though these are as many', async () => {
    const { run, told } = runOf();
    const trial = trialOf(Array<number>(24).fill(0.6), Array<number>(20).fill(0.01), 276);
    const state = await booked(run, stateOf(), { lesson, result: measured(0.94), trials: [trial], episodes: 656 });
    expect(told).toEqual(['candidate-accepted']);
    expect(state.held.get('PARITY@1')?.skill.hypothesis).toBe('new');
    expect(levelReached(state, 'PARITY', target)).toBe(1);
  });

  it('is no skill whose mean score is lower, whatever the scores within 0 and 1 say', async () => {
    const { run, told } = runOf();
    const trial = trialOf(Array<number>(24).fill(0.6), [], 296);
    const unsafe = { ...trial, compared: { ...trial.compared, score: trial.compared.incumbentScore - 0.1 } };
    const state = await booked(run, stateOf(), { lesson, result: measured(0.94), trials: [unsafe], episodes: 656 });
    expect(told).toEqual(['candidate-undecided']);
    expect(state.held.get('PARITY@1')?.skill.hypothesis).toBe('old');
    expect(state.looks.get('PARITY@1')).toBe(1);
  });
});
