import { expect, it } from 'vitest';
import { andChains } from '../rewrite/optimal-chains-data.ts';
import { andTable, readOptimalChains } from './optimal-chains-text.ts';

it('finds the committed chains of ANDs again, up to 8 gates', () => {
  expect(andTable()).toEqual(readOptimalChains(andChains).map((texts) => texts.join(' ')));
});
