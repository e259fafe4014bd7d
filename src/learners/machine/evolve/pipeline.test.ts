import { describe, expect, it } from 'vitest';
import { pipelineOf, type Unit, unitsAfter } from './pipeline.ts';
import { profiles } from './profile.ts';

const names = (units: readonly Unit[]): string[] => units.map(({ phase, kind }) => `${phase} ${kind}`);
const pipeline = pipelineOf({ ...profiles.tiny, mixed: 2, maintain: 2 });
const from = (kind: Unit['kind'], phase = 0): readonly Unit[] =>
  pipeline.slice(pipeline.findIndex((unit) => unit.kind === kind && unit.phase >= phase));

describe('the pipeline of evolve', () => {
  it('practises, distils, mixes, and maintains round by round', () => {
    const round = ['4 round', '4 relearn', '4 look', '4 mix', '4 mix', '4 mix', '4 mix', '4 settle'];
    expect(names(pipeline)).toEqual([
      '1 practise',
      '2 distil',
      '3 look',
      '3 mix',
      '3 mix',
      '3 settle',
      ...round,
      ...round,
    ]);
  });

  it('comes back to practice until that stops', () => {
    const again = unitsAfter(pipeline, false);
    expect(again[0]).toEqual({ phase: 1, kind: 'practise', batch: 2 });
    expect(again.slice(1)).toEqual(pipeline.slice(1));
    expect(unitsAfter(again, true)).toEqual(pipeline.slice(1));
  });

  it('leaves out the steps after one that stopped, and all rounds after a round that did', () => {
    expect(names(unitsAfter(from('mix'), true))[0]).toBe('4 round');
    expect(names(unitsAfter(from('mix', 4), true))[0]).toBe('4 round');
    expect(unitsAfter(from('round'), true)).toEqual([]);
    expect(unitsAfter(from('round'), false)).toEqual(from('relearn'));
  });
});
