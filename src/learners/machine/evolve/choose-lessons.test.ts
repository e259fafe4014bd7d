import { findTemplate } from '#tasks/registry';
import { describe, expect, it } from 'vitest';
import { turnKnobs } from '#schedule';
import { templatesOf } from './evolve.ts';
import { chooseLessons, mostTries, openTemplates, type Until } from './choose-lessons.ts';
import type { EvolveConfig } from './config.ts';
import type { EvolveRun, Turned } from './evolve-run.ts';
import { type HeldSkill, type PracticeState, initialState } from './practice-state.ts';
import { profiles } from './profile.ts';

const config: EvolveConfig = {
  profile: 'bench',
  schedule: 'repaired',
  without: [],
  alpha: 0.05,
  planted: 0,
};
const knobs = turnKnobs();
const profile = { ...profiles.bench, patience: 2 };

function runOf(asked: Partial<EvolveConfig> = {}): EvolveRun & Turned {
  const whole = { ...config, ...asked };
  const rest = { profile, knobs, find: findTemplate, seed: 1, config: whole };
  return rest as unknown as EvolveRun & Turned;
}

/** After levels were practised in vain so often. */
function stateOf(run: EvolveRun, vain: Readonly<Record<string, number>>): PracticeState {
  const templates = templatesOf(run.config, findTemplate);
  return {
    ...initialState(templates, profile, knobs),
    lessonCosts: new Map(templates.map(({ name }) => [name, { episodes: 1, effort: 1 }])),
    vain: new Map(Object.entries(vain)),
  };
}

const names = [...profiles.bench.templates];

function chosen(run: EvolveRun & Turned, vain: Readonly<Record<string, number>>): string[] {
  const state = stateOf(run, vain);
  const lessons = Array.from({ length: 30 }, (_, i) =>
    chooseLessons(run, state, openTemplates(run, state, 'early'), `${i}`),
  );
  return [...new Set(lessons.flat().map(({ template, level }) => `${template}@${level}`))].sort();
}

describe('the next lesson', () => {
  it('is the first one of every template in turn, before any has a second', () => {
    const run = runOf();
    let state = { ...stateOf(run, {}), lessonCosts: new Map() };
    const first: string[] = [];
    while (first.length < names.length) {
      const lessons = chooseLessons(run, state, openTemplates(run, state, 'early'), `${first.length}`);
      first.push(...lessons.map(({ template }) => template));
      state = { ...state, lessonCosts: new Map(first.map((name) => [name, { episodes: 1, effort: 1 }])) };
    }
    expect(first.slice(0, names.length)).toEqual(names);
  });

  it('is never one that was in vain while another was not tried', () => {
    const vain = { 'PARITY@1': 1, 'PARITY@2': 1, 'DYCK1@1': 1, 'DYCK1@2': 1 };
    expect(chosen(runOf(), vain).filter((lesson) => /^(PARITY|DYCK1)@/.test(lesson))).toEqual([]);
  });

  it('is the same level again, and the one above when it was given up', () => {
    const once = Object.fromEntries(names.map((name) => [`${name}@1`, 1]));
    expect(chosen(runOf(), once).filter((lesson) => !lesson.endsWith('@1'))).toEqual([]);
    const twice = Object.fromEntries(names.map((name) => [`${name}@1`, 2]));
    expect(chosen(runOf(), twice).filter((lesson) => !lesson.endsWith('@2'))).toEqual([]);
  });

  it('is for the main machine where specialists have reached the early target, unless they do it all', () => {
    const level = (one: number) => ({ skill: { template: 'PARITY', level: one }, score: 1 }) as unknown as HeldSkill;
    const openAt = (asked: Partial<EvolveConfig>, until: Until): boolean => {
      const run = runOf({ templates: ['PARITY'], ...asked });
      return openTemplates(run, { ...stateOf(run, {}), held: new Map([['PARITY@1', level(1)]]) }, until).size > 0;
    };
    expect([openAt({}, 'early'), openAt({}, 'last')]).toEqual([false, true]);
    expect(openAt({ without: ['relearning'] }, 'early')).toBe(true);
  });

  it('is none of a template whose first two levels were given up', () => {
    const run = runOf();
    const open = openTemplates(run, stateOf(run, { 'PARITY@1': 2, 'PARITY@2': 2, 'KV_RETRIEVAL@1': 2 }), 'early');
    expect(open.has('PARITY')).toBe(false);
    expect(open.has('KV_RETRIEVAL')).toBe(true);
  });

  it('is tried again with more while a template alone has not had its share of the ceiling', () => {
    const [alone, many] = [runOf({ templates: ['PARITY'] }), runOf()];
    const vain = { 'PARITY@1': 2, 'PARITY@2': 2 };
    expect(mostTries(many, stateOf(many, {}))).toBe(profile.patience);
    expect(mostTries(alone, stateOf(alone, {}))).toBe(3);
    expect(chosen(alone, vain)).toEqual(['PARITY@1']);
    expect(chosen(alone, { ...vain, 'PARITY@1': 3 })).toEqual(['PARITY@2']);
    expect(openTemplates(alone, stateOf(alone, { 'PARITY@1': 3, 'PARITY@2': 3 }), 'early').size).toBe(0);
  });

  it('goes on to the last level of own templates, and to the levels that were asked for', () => {
    const reachedTwo = (run: EvolveRun): PracticeState => ({
      ...stateOf(run, {}),
      held: new Map([['PARITY@2', { skill: { template: 'PARITY', level: 2 }, score: 1 } as never]]),
    });
    const openOf = (asked: Partial<EvolveConfig>): boolean => {
      const run = runOf({ templates: ['PARITY'], ...asked });
      return openTemplates(run, reachedTwo(run), 'early').has('PARITY');
    };
    expect(openOf({})).toBe(false);
    expect(openOf({ tasks: [{ file: 'own.ts', sources: 'x' }] })).toBe(true);
    expect(openOf({ levels: { from: 1, to: 5 } })).toBe(true);
  });

  it('ends at the only level that a template has', () => {
    const [parity] = [findTemplate('PARITY')];
    const one = { ...parity, levels: parity.levels.slice(0, 1) };
    const run = { ...runOf({ templates: ['PARITY'] }), find: () => one };
    const held = new Map([['PARITY@1', { skill: { template: 'PARITY', level: 1 }, score: 1 } as never]]);
    expect(openTemplates(run, stateOf(run, {}), 'early').size).toBe(1);
    expect(openTemplates(run, { ...stateOf(run, {}), held }, 'early').size).toBe(0);
  });

  it('begins at the lowest level that was asked for', () => {
    const run = { ...runOf({ templates: ['PARITY'] }), profile: { ...profile, lowest: 2, highest: 3 } };
    const state = stateOf(run, {});
    const [lesson] = chooseLessons(run, state, openTemplates(run, state, 'early'), 'x');
    expect(lesson?.level).toBe(2);
  });

  it('fills a batch from the next dearer ones', () => {
    const run = runOf({ templates: ['PARITY', 'DYCK1'] });
    const state = stateOf(run, { 'PARITY@1': 1, 'PARITY@2': 1 });
    const lessons = chooseLessons(run, state, openTemplates(run, state, 'early'), 'batch');
    expect(lessons.map(({ template }) => template)).toEqual(['DYCK1', 'PARITY']);
  });

  it('is drawn evenly without domains and levels of a schedule, whatever was in vain', () => {
    const run = runOf({ without: ['domains', 'levels'], templates: ['PARITY'] });
    expect(chosen(run, { 'PARITY@1': 9, 'PARITY@2': 9 })).toEqual(['PARITY@1', 'PARITY@2', 'PARITY@3']);
  });
});
