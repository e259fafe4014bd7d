import { expect, it } from 'vitest';
import { andChains, xorAndChains } from '../rewrite/optimal-chains-data.ts';
import { chainFromText, chainSize } from './chain.ts';
import { expectSatAgrees } from './fixtures/expect-sat-agrees.ts';
import { andTable, readOptimalChains, xorAndTable } from './optimal-chains-text.ts';

it('finds the committed chains of ANDs and XORs again, all 222 classes', () => {
  expect(xorAndTable()).toEqual(readOptimalChains(xorAndChains).map((texts) => texts.join(' ')));
});

it('finds the committed chains of ANDs again, up to 7 gates', () => {
  const committed = readOptimalChains(andChains).map((texts) =>
    texts.length > 0 && chainSize(chainFromText(texts[0]!)) <= 7 ? texts.join(' ') : '',
  );
  expect(andTable(7)).toEqual(committed);
});

// oxlint-disable-next-line vitest/expect-expect -- expectSatAgrees does
it('agrees with exact synthesis by SAT on every class of up to 4 gates', () => expectSatAgrees(0, 4, 63));
