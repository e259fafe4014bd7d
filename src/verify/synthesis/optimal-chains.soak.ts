import { expect, it } from 'vitest';
import { andChains } from '../rewrite/optimal-chains-data.ts';
import { expectSatAgrees } from './fixtures/expect-sat-agrees.ts';
import { andTable, readOptimalChains } from './optimal-chains-text.ts';

it('finds the committed chains of ANDs again, up to 8 gates', () => {
  expect(andTable()).toEqual(readOptimalChains(andChains).map((texts) => texts.join(' ')));
});

// oxlint-disable-next-line vitest/expect-expect -- expectSatAgrees does
it('agrees with exact synthesis by SAT on every class of 5 and 6 gates', () => expectSatAgrees(5, 6, 147));
