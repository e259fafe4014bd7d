import { describe, expect, it } from 'vitest';
import { createStopwatch } from '#ratchet/budget';
import { turnKnobs } from '#schedule';
import { timeless } from './train/short-run.ts';
import { sampleAt } from '#tasks/play';
import { findAmong, templates } from '#tasks/registry';
import { createInProcessDispatcher } from '#world/dispatch';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { placesOf, searchFailures } from '../src/learners/machine/evolve/adversary.ts';
import { bookChange } from '../src/learners/machine/evolve/book-change.ts';
import { failedLessons } from '../src/learners/machine/evolve/failed-lessons.ts';
import type { EvolveRun } from '../src/learners/machine/evolve/evolve-run.ts';
import { beginState, type EvolveState } from '../src/learners/machine/evolve/evolve-state.ts';
import { nearlyRight, rareCase } from '../src/learners/machine/evolve/fixtures/rare-case.ts';
import { MainCache } from '../src/learners/machine/evolve/main-cache.ts';
import { emptyMain } from '../src/learners/machine/evolve/main-state.ts';
import { initialState } from '../src/learners/machine/evolve/practice-state.ts';
import { profiles } from '../src/learners/machine/evolve/profile.ts';

const find = findAmong([rareCase]);
const knobs = turnKnobs();
const journal = createMemoryJournal(createMemoryRecord());
const run: EvolveRun = {
  seed: 1,
  config: { profile: 'tiny', schedule: 'repaired', without: [], alpha: 0.05, planted: 0 },
  profile: profiles.tiny,
  find,
  journal,
  dispatcher: createInProcessDispatcher(),
  progress: () => undefined,
  cache: new MainCache(find),
  orders: () => [],
  stopwatch: createStopwatch(journal, timeless, {}),
};

async function searched(state: EvolveState, path: string): Promise<EvolveState> {
  return bookChange(run, state, await searchFailures(run, state, rareCase, path));
}

describe('Adv_d', () => {
  const first: EvolveState = {
    ...beginState(initialState([rareCase], profiles.tiny, knobs), profiles.tiny, knobs),
    main: { ...emptyMain, skills: [nearlyRight] },
  };

  it('goes where failures are likeliest, by parameters that another level has, and learns from what it saw', async () => {
    const once = await searched(first, '1');
    const [own, rare] = ['RARE_CASE@1', 'RARE_CASE@1(rare=0.4)'].map((place) => once.searched[place]!);
    expect(rare!.tasks).toBeGreaterThan(own!.tasks);
    expect(rare!.failed).toBeGreaterThan(10);
    const twice = await searched(once, '2');
    // What was seen before is not looked at anew.
    expect(twice.searched['RARE_CASE@1']).toEqual(own);
    expect(twice.practice.episodes).toBe(first.practice.episodes + 128);
  });

  it.each(templates.map((template) => [template.name, template] as const))(
    'has places to look at in %s',
    (name, template) => {
      const places = placesOf(template, [{ template: name, level: 1 }]);
      expect(places[0]).toMatchObject({ name: `${name}@1` });
      expect(new Set(places.map((place) => place.name)).size).toBe(places.length);
    },
  );

  it('finds tasks that the fragment fails and the oracle solves, and has them practised', async () => {
    const after = await searched(first, '1');
    const failed = after.failed['RARE_CASE@1']!;
    const marks = failed.map((path) => (sampleAt(path, find).instance as { readonly mark: number }).mark);
    expect(marks.length).toBeGreaterThan(10);
    for (const mark of marks) expect(mark).toBeGreaterThan(11);
    expect(failedLessons(run, after, 'reasoning')).toMatchObject([{ template: 'RARE_CASE', level: 1 }]);
    expect(failedLessons(run, after, 'math')).toEqual([]);
    expect(failedLessons(run, first)).toEqual([]);
  });
});
