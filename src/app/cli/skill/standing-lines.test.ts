import { expect, it } from 'vitest';
import type { RunEvent } from '#foundation/contracts';
import { standingLines, unshownRules } from './standing-lines.ts';
import { typeText } from './train-report.ts';

it('names the rules that are not shown to help, by what is known of them', () => {
  const rule = (text: string, standing?: string): RunEvent => ({
    v: 1,
    run: 'r',
    seq: 0,
    type: 'rule-explained',
    data: { ruleId: 'a', text: `${text}\n`, step: 1, origins: [], ...(standing === undefined ? {} : { standing }) },
  });
  const events = [
    rule('- Answer in digits.', 'shown'),
    rule('- Always be polite.', 'rode-along'),
    rule('- Be brief.', 'not-measurable'),
    rule('- Smile.', 'rode-along'),
    rule('- Old.'),
  ];
  const lines = standingLines(unshownRules({ eventsOf: () => events }, 'r'));
  expect(lines).toEqual([
    expect.stringMatching(/^2 rules rode along: they came with others/),
    '  - Always be polite.',
    '  - Smile.',
    '1 rule cannot be measured with these tasks:',
    '  - Be brief.',
  ]);
  expect(standingLines([])).toEqual([]);
});

it('gives the share of a type its exact interval, which has a width even where all are right', () => {
  expect(typeText({ total: 4, hard: 1 })).toBe('100.0 % [39.8 %, 100.0 %]');
  expect(typeText({ total: 10, hard: 0.5 })).toBe('50.0 % [18.7 %, 81.3 %]');
  // A mean of graded scores is no count.
  expect(typeText({ total: 3, hard: 0.5 })).toBe('50.0 %');
  expect(typeText(undefined)).toBe('not tried');
});
