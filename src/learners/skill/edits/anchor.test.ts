import { describe, expect, it } from 'vitest';
import { findAnchor } from './anchor.ts';

const text = '1. Read both.\n2. Add them *carefully*, digit by digit.\n';

describe('the anchor of a misquoted target', () => {
  it.each(['Add', '2. Add', '- Add', '7)  ADD'])(
    'is as sure for %j: list marks, case, spaces, emphasis aside',
    (start) => {
      const anchor = findAnchor([text], `${start} them carefully, digit  by digit.`);
      expect(anchor).toMatchObject({ found: 'fuzzy', confidence: 0.99 });
    },
  );

  it('is as sure below an empty item: its mark does not hide the next one', () => {
    const below = '-\n  - Add them carefully, digit by digit.';
    expect(findAnchor([below], '1.\n2. Add them carefully, digit by digit.')).toMatchObject({ confidence: 0.99 });
  });

  it('of several lines is in no doubt for the lines it overlaps', () => {
    const long = 'Add them carefully, digit by digit, from the right to the left, and carry.';
    for (const lines of [`No.\n${long}\nOk.`, `Ok.\n${long}\nNo.`]) {
      const target = lines.startsWith('No') ? `${long}\nok.` : `ok.\n${long}`;
      expect(findAnchor([lines], target)).toMatchObject({ found: 'fuzzy', confidence: 0.99 });
      expect(findAnchor([`${lines}\n${lines}`], target)).toMatchObject({ found: 'many' });
    }
  });

  it('is the whole line where the target has a list mark, and else the words after the mark', () => {
    const quoted = (target: string): string => {
      const anchor = findAnchor([text], target);
      return anchor.found === 'fuzzy' ? text.slice(anchor.place.start, anchor.place.end) : anchor.found;
    };
    for (const mark of ['-', '*', '+', '3.', '10)']) {
      expect(quoted(`${mark} Add them carefully, digit by digit.`)).toBe('2. Add them *carefully*, digit by digit.');
    }
    expect(quoted('Add them carefully, digit by digit.')).toBe('Add them *carefully*, digit by digit.');
  });
});
