import { describe, it } from 'vitest';
import { expectLearnt, type Lesson } from './fixtures/sequential-lessons.ts';

/** Tables whose actions are filled by terms take the whole budget of a race: minutes each. */
const lessons: readonly Lesson[] = [
  { name: 'META_GRID', level: 2, kind: 'relational table' },
  { name: 'TOOL_DB_LOOKUP', level: 2, kind: 'relational table' },
  {
    name: 'TOOL_CALC_ARITH',
    level: 2,
    kind: 'relational table',
    before: [
      ['ARITH_EXPR', 1],
      ['ARITH_EXPR', 5],
    ],
  },
];

describe('the race on tables, whole', () => {
  // oxlint-disable-next-line vitest/expect-expect -- expectLearnt does
  it.each(lessons)('learns $name at level $level by reward alone, whatever its face looks like', expectLearnt);
});
