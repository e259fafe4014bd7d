import { expect, it } from 'vitest';
import { andChains, xorAndChains } from '../rewrite/optimal-chains-data.ts';
import { chainFromText, chainSize } from './chain.ts';
import { synthesise } from './exact-synthesis.ts';
import { npnTable } from './npn.ts';
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

it('agrees with exact synthesis by SAT on every class of up to 6 gates', () => {
  const { representatives } = npnTable();
  let agreed = 0;
  for (const [c, [first]] of readOptimalChains(xorAndChains).entries()) {
    const gates = chainSize(chainFromText(first!));
    if (gates > 6) continue;
    const tables = [{ inputs: 4, bits: Uint32Array.of(representatives[c]!) }];
    expect(synthesise({ tables })).toMatchObject({ answer: 'found', gates });
    agreed += 1;
  }
  expect(agreed).toBe(210);
});
