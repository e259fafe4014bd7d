import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createFiniteStateSource } from './finite-state-source.ts';

it('the code length of a long text nears the entropy rate', () => {
  for (const seed of [1, 2, 3]) {
    const rng = createRng(`test/source/${seed}`);
    const source = createFiniteStateSource(12, rng.fork('source'));
    const { bytes, idealBits } = source.draw(200_000, rng.fork('text'));
    // One symbol's cost has a deviation of at most some 2 bits, so the mean of 200,000 lies well within 0.02.
    expect(Math.abs(idealBits / bytes.length - source.entropyRate)).toBeLessThan(0.02);
  }
});

it('the same stream gives the same text', () => {
  const text = (): Uint8Array => createFiniteStateSource(5, createRng('a')).draw(100, createRng('b')).bytes;
  expect(text()).toEqual(text());
});
