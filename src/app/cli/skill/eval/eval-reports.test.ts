import { describe, expect, it } from 'vitest';
import { differenceBetween, type Evaluation } from '#learners/skill/train';
import { evalJunit, evalMarkdown, verdictOf } from './eval-reports.ts';

const evaluated = (pairs: readonly (readonly [now: number, then: number])[]): Evaluation => {
  const of = (side: 0 | 1): Map<string, number> => new Map(pairs.map((pair, i) => [`t${i}`, pair[side]]));
  const difference = differenceBetween(of(0), of(1));
  return {
    scores: [],
    ...(difference === undefined ? {} : { difference }),
    byTask: pairs.map(([now, then], i) => ({ id: `t${i}`, scores: [now, then] })),
    counts: { rollouts: 0, unscored: 0, retries: 0, cut: 0, refused: {} },
  };
};
const times = (count: number, pair: readonly [number, number]): (readonly [number, number])[] =>
  Array.from({ length: count }, () => pair);

describe('the verdict of a comparison', () => {
  const ties = evaluated(times(16, [1, 1]));

  it('says of sixteen ties by how much the skill could still be worse, and Markdown says the same', () => {
    const verdict = verdictOf(ties, undefined)!;
    expect(verdict.isRegression).toBe(false);
    expect(verdict.says).toBe(
      'Not shown to be worse; could be worse by up to 17.1 points (+0.0 points [-20.6, +20.6], better on 0 tasks, worse on 0)',
    );
    const facts = { result: ties, split: 'val', names: ['new', 'old'], verdict, simulated: false };
    expect(evalMarkdown(facts)).toContain(`**✅ ${verdict.says}**`);
    // Where nothing failed, the sentence is still told.
    expect(evalJunit(facts)).toContain('could be worse by up to 17.1 points');
  });

  it('lets the margin decide by that bound', () => {
    expect(verdictOf(ties, 0.1)).toMatchObject({ isRegression: true });
    expect(verdictOf(ties, 0.1)!.says).toContain('up to 17.1 points; the margin of 10.0 points does not allow it');
    expect(verdictOf(ties, 0.2)).toMatchObject({ isRegression: false });
    expect(verdictOf(ties, 0.2)!.says).toContain('the margin of 20.0 points allows it');
  });

  it('shows better and worse only where the interval does', () => {
    expect(verdictOf(evaluated(times(12, [1, 0])), undefined)!.says).toMatch(/^Shown to be better \(/u);
    const worse = verdictOf(evaluated(times(12, [0, 1])), undefined)!;
    expect(worse.isRegression).toBe(true);
    expect(worse.says).toMatch(/^Shown to be worse \(/u);
    // One task, or three, say nothing for sure, however they end.
    expect(verdictOf(evaluated(times(1, [0, 1])), undefined)!.isRegression).toBe(false);
    expect(verdictOf(evaluated(times(3, [1, 0])), undefined)!.says).toMatch(/^Not shown to be worse; could be worse/u);
    expect(verdictOf(evaluated([]), undefined)).toBeUndefined();
  });
});
