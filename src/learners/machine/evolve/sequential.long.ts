import { describe, it } from 'vitest';
import { expectLearnt, type Lesson } from './fixtures/sequential-lessons.ts';

const lessons: readonly Lesson[] = [
  { name: 'GRID_NAV', level: 3, kind: 'world model' },
  { name: 'GRID_COLLECT', level: 1, kind: 'world model' },
  { name: 'GRID_COLLECT', level: 2, kind: 'world model' },
  { name: 'GRID_COLLECT', level: 3, kind: 'world model' },
  { name: 'SAFE_RL', level: 1, kind: 'copy model' },
  { name: 'SAFE_RL', level: 2, kind: 'copy model' },
  { name: 'SAFE_RL', level: 3, kind: 'copy model' },
];

describe('the race on worlds that go on, whole', () => {
  // oxlint-disable-next-line vitest/expect-expect -- expectLearnt does
  it.each(lessons)('learns $name at level $level by reward alone, whatever its face looks like', expectLearnt);
});
