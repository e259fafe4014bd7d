import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytePairTokenizer } from '#learners/model/lm/tokens';
import { textWindows } from './teach-text.ts';

it('property: windows of a text have every token as a target once, and fit the model', () => {
  const tokenizer = bytePairTokenizer();
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
      fc.integer({ min: 1, max: 20 }),
      (text, context) => {
        const windows = textWindows(text, tokenizer, context);
        expect(windows.flatMap(({ tokens, from }) => tokens.slice(from))).toEqual(tokenizer.encode(text));
        for (const { tokens, from } of windows) {
          expect(tokens.length).toBeLessThanOrEqual(context + 1);
          expect(from).toBeGreaterThanOrEqual(1);
        }
      },
    ),
  );
});
