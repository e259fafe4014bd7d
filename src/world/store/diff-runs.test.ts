import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, Run, RunEvent } from '#foundation/contracts';
import { diffRuns, type LoadedRun } from './diff-runs.ts';

function loaded(run: Partial<Run>, data: readonly Json[] = []): LoadedRun {
  const id = run.id ?? 'practise-1';
  const events = data.map((one, seq): RunEvent => ({ v: 1, run: id, seq, type: 'data-made', data: one }));
  return { run: { v: 1, id, loop: 'practise', seed: 1, config: null, status: 'done', startedAt: 0, ...run }, events };
}

describe('diffRuns', () => {
  it('finds nothing between two runs of the same computation', () => {
    const a = loaded({ id: 'practise-1', startedAt: 5, config: { x: 1, y: 2 } }, [1, { b: 1, a: 2 }]);
    const b = loaded({ id: 'practise-2', startedAt: 9, config: { y: 2, x: 1 } }, [1, { a: 2, b: 1 }]);
    expect(diffRuns(a, b)).toEqual({ sameEvents: true, events: { a: 2, b: 2 }, run: [], config: [], summary: [] });
  });

  it('names the first event that differs, also when one run ended before', () => {
    const [a, b, short] = [loaded({}, [1, 2, 3]), loaded({}, [1, 9, 8]), loaded({}, [1])];
    expect(diffRuns(a, b).firstDivergence).toEqual({ seq: 1, a: a.events[1], b: b.events[1] });
    expect(diffRuns(short, b).firstDivergence).toEqual({ seq: 1, b: b.events[1] });
    expect(diffRuns(b, short).firstDivergence).toEqual({ seq: 1, a: b.events[1] });
  });

  it('names each place where configuration, summary and the run itself differ', () => {
    const a = loaded({ seed: 1, config: { budget: { tokens: 5 }, domains: ['math', 'code'], only: null }, summary: 1 });
    const b = loaded({ seed: 2, config: { budget: { tokens: 6 }, domains: ['math'], list: [] }, summary: [1] });
    expect(diffRuns(a, b)).toMatchObject({
      run: [{ path: '$.seed', a: 1, b: 2 }],
      config: [
        { path: '$.budget.tokens', a: 5, b: 6 },
        { path: '$.domains[1]', a: 'code' },
        { path: '$.only', a: null },
        { path: '$.list', b: [] },
      ],
      summary: [{ path: '$', a: 1, b: [1] }],
    });
    expect(diffRuns(a, loaded({ config: a.run.config })).summary).toEqual([{ path: '$', a: 1 }]);
  });

  it('property: is empty for equal data only, and turns round with its arguments', () => {
    const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, json, fc.array(json, { maxLength: 4 }), fc.array(json, { maxLength: 4 }), (x, y, p, q) => {
        const [a, b] = [loaded({ config: x }, p), loaded({ config: y }, q)];
        const [there, back] = [diffRuns(a, b), diffRuns(b, a)];
        expect(diffRuns(a, a)).toMatchObject({ sameEvents: true, config: [] });
        expect(back.sameEvents).toBe(there.sameEvents);
        expect(back.firstDivergence?.seq).toBe(there.firstDivergence?.seq);
        expect(new Set(back.config.map(({ path }) => path))).toEqual(new Set(there.config.map(({ path }) => path)));
      }),
    );
  });
});
