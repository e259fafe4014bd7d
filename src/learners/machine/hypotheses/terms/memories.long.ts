import { describe, expect, it } from 'vitest';
import { drawObservation, faceOf, nameOf, wordOf } from '../fixtures/word-face.ts';
import { learnTerm } from '../fixtures/learn-term.ts';
import { readScalar, writeWord } from '../word-view.ts';

describe('the search for terms with memories', () => {
  it('finds two memories that are updated together', () => {
    const face = faceOf(nameOf(3), wordOf(0, 4));
    const { winner } = learnTerm(face, (rng) => {
      const steps = Array.from({ length: 10 }, () => rng.below(3));
      let [at, isBack] = [0, false];
      const answers = steps.map((step) => {
        if (step === 2) isBack = !isBack;
        return (at = (at + (isBack ? 5 - step : step)) % 5);
      });
      return { seen: steps.map((step) => Uint8Array.of(step & 1, step >> 1)), answers };
    });
    expect(winner!.mean).toBe(10);
  });

  it('finds a load that an answer sets back', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(1, 8), wordOf(12, 19)] }, wordOf(0, 1));
    const { winner } = learnTerm(face, (rng) => {
      const hold = rng.below(8);
      let load = 0;
      const seen: Uint8Array[] = [];
      const answers = Array.from({ length: 10 }, () => {
        const bits = drawObservation(face, rng);
        writeWord(bits, face.observation.ports[1]!.offset, 3, hold);
        seen.push(bits);
        const weight = readScalar(bits, face.observation.ports[0]!) + 1;
        const isFull = load + weight > hold + 12;
        load = isFull ? weight : load + weight;
        return isFull ? 1 : 0;
      });
      return { seen, answers };
    });
    expect(winner!.mean).toBe(10);
  });
});
