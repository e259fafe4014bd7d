import { describe, expect, it } from 'vitest';
import { skillName } from '#foundation/contracts';
import { createStopwatch } from '#ratchet/budget';
import { turnKnobs } from '#schedule';
import { defineAnswer } from '#tasks/define';
import { codec, parseInteger, record, whole } from '#tasks/faces';
import { findAmong } from '#tasks/registry';
import { createInProcessDispatcher } from '#world/dispatch';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { bookChange } from '../src/learners/machine/evolve/book-change.ts';
import { distil } from '../src/learners/machine/evolve/distil.ts';
import type { EvolveRun } from '../src/learners/machine/evolve/evolve-run.ts';
import { beginState, type EvolveState } from '../src/learners/machine/evolve/evolve-state.ts';
import { nearlyRight, rareCase } from '../src/learners/machine/evolve/fixtures/rare-case.ts';
import type { MachineSkill } from '../src/learners/machine/evolve/machine-skill.ts';
import { MainCache } from '../src/learners/machine/evolve/main-cache.ts';
import { initialState } from '../src/learners/machine/evolve/practice-state.ts';
import { profiles } from '../src/learners/machine/evolve/profile.ts';
import { play } from './play-evolve.ts';
import { timeless } from './train/short-run.ts';

/** Two numbers of which one is to be said: tasks that nothing which is seen tells apart. */
interface Pair {
  readonly first: number;
  readonly second: number;
}

const sayOne = (name: string, answer: (seen: Pair) => number) =>
  defineAnswer<Record<string, never>, Pair, Pair, number>({
    name,
    family: 'own',
    domain: 'reasoning',
    tags: [],
    says: 'Say one of the two numbers.',
    params: {},
    levels: [{}],
    difficulty: () => 0,
    generate: (_, rng) => ({ first: rng.int(0, 7), second: rng.int(0, 7) }),
    observe: (seen) => seen,
    answer,
    check: (seen, action) => (answer(seen) === action ? { ok: true, reward: 1 } : { ok: false, reward: 0 }),
    randomAction: (_, rng) => rng.int(0, 7),
    randomReturn: () => 1 / 8,
    text: {
      rules: () => 'Say one of the two numbers, such as "answer: 3".',
      observation: (seen) => JSON.stringify(seen),
      action: (said) => String(said),
      parse: (reply) => parseInteger(reply, 0, 7),
    },
    bits: () => ({
      observation: codec(record<Pair>({ first: whole(0, 7), second: whole(0, 7) })),
      action: codec(whole(0, 7)),
    }),
  });

const alike = [sayOne('SAY_FIRST', ({ first }) => first), sayOne('SAY_SECOND', ({ second }) => second)];

describe('tasks that look alike', () => {
  const asked = { templates: alike.map(({ name }) => name) };

  it('share a key: B_main trusts one fragment with both, and the report shows what that costs', async () => {
    const { summary } = await play(createMemoryRecord(), Infinity, asked, { own: alike });
    for (const { specialist } of summary.templates) expect(specialist).toBe(1);
    const scores = summary.templates.map(({ after }) => after).sort((a, b) => a - b);
    expect(scores[1]).toBe(1);
    expect(scores[0]).toBeLessThan(0.3);
  });

  it('are told apart where keys are names: what routing is not told by default', async () => {
    const named = await play(createMemoryRecord(), Infinity, { ...asked, without: ['keys'] }, { own: alike });
    for (const { after } of named.summary.templates) expect(after).toBe(1);
  });
});

describe('distillation', () => {
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
  /** Level 2 looks like level 1, and its skill always says 3. */
  const stubborn: MachineSkill = {
    ...nearlyRight,
    level: 2,
    hypothesis: { says: [{ is: 'word', value: 3 }] },
    says: '3',
  };
  const held = new Map(
    [nearlyRight, stubborn].map((skill) => [
      skillName(skill),
      { skill, domain: 'reasoning' as const, how: 'practised' as const, score: 1, before: 0 },
    ]),
  );
  const practice = { ...initialState([rareCase], profiles.tiny, knobs), held };
  const first: EvolveState = beginState(practice, profiles.tiny, knobs);

  it('learns by reward which fragment to trust with a key, and keeps what routing has learnt', async () => {
    const once = bookChange(run, first, await distil(run, first));
    const weight = (state: EvolveState, skill: MachineSkill): number =>
      state.main.leanings.find(({ fragment }) => fragment === skillName(skill))!.weight;
    expect(once.main.skills.length).toBe(2);
    expect(weight(once, nearlyRight)).toBeGreaterThan(weight(once, stubborn) + 1);
    expect(once.practice.episodes).toBeGreaterThan(first.practice.episodes);
    // What episodes taught since is not taught over.
    const moved = once.main.leanings.map((each) => ({ ...each, weight: each.weight / 2 }));
    const acted: EvolveState = { ...once, main: { ...once.main, leanings: moved } };
    const twice = bookChange(run, acted, await distil(run, acted));
    expect(twice.main.leanings).toEqual(moved);
    expect(twice.practice.episodes).toBe(acted.practice.episodes);
  });
});
