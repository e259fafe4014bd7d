import { describe, expect, it } from 'vitest';
import { oracleLaw } from '../laws/oracle-law.ts';
import { findTemplate } from '../registry/find-template.ts';

// Questions that end without an answer and queries that are not served come up once in some hundred trajectories.
describe('the events of a trajectory of TOOL_DB_LOOKUP', () => {
  it.each([2, 5])('are those that its lines tell, at level %i', (level) => {
    expect(oracleLaw(findTemplate('TRACE_TO_SUMMARY'), level, 1500).findings).toEqual([]);
  });
});
