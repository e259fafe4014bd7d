import type { WordShape } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { drawObservation, faceOf, nameOf, wordOf } from '../fixtures/word-face.ts';
import { learnTerm } from '../fixtures/learn-term.ts';
import { lengthOf, readPort, readScalar } from '../word-view.ts';

describe('the search for terms', () => {
  it('finds the least row that fits, in records whose list has an end', () => {
    const face = faceOf(
      {
        kind: 'fields',
        fields: [
          nameOf(3),
          {
            kind: 'list',
            count: 6,
            ends: 'length',
            item: { kind: 'fields', fields: [nameOf(3), wordOf(0, 15), wordOf(0, 7)] },
          },
        ],
      },
      wordOf(0, 7),
    );
    const [wanted, , names, prices, shops] = face.observation.ports;
    const { winner } = learnTerm(face, (rng) => {
      const seen = drawObservation(face, rng);
      const length = lengthOf(seen, names!, face.observation.ports);
      const [is, costs, at] = [readPort(seen, names!), readPort(seen, prices!), readPort(seen, shops!)];
      let best = -1;
      for (let k = 0; k < length; k += 1) {
        if (is[k] === readScalar(seen, wanted!) && (best < 0 || costs[k]! < costs[best]!)) best = k;
      }
      return { seen: [seen], answers: [best < 0 ? 0 : at[best]!] };
    });
    expect(winner!.mean).toBe(1);
    expect(winner!.says).toContain('with the least');
  });

  it('finds sums without the extremes', () => {
    const face = faceOf({ kind: 'list', count: 4, item: wordOf(0, 7) }, wordOf(0, 14));
    const { winner } = learnTerm(face, (rng) => {
      const seen = drawObservation(face, rng);
      const marks = readPort(seen, face.observation.ports[0]!).sort((a, b) => a - b);
      return { seen: [seen], answers: [marks[1]! + marks[2]!] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('finds cases', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(0, 7), wordOf(0, 7), wordOf(0, 7)] }, wordOf(0, 7));
    const { winner } = learnTerm(face, (rng) => {
      const seen = drawObservation(face, rng);
      const [a, b, c] = face.observation.ports.map((port) => readScalar(seen, port));
      return { seen: [seen], answers: [a! < b! ? c! : Math.max(0, a! - c!)] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('finds the peak of what comes and goes', () => {
    const item: WordShape = { kind: 'fields', fields: [wordOf(0, 1), wordOf(1, 5)] };
    const face = faceOf({ kind: 'list', count: 5, item }, wordOf(0, 25));
    const { winner } = learnTerm(face, (rng) => {
      const seen = drawObservation(face, rng);
      const [comes, people] = face.observation.ports.map((port) => readPort(seen, port));
      let [inside, peak] = [0, 0];
      for (const [k, number] of people!.entries()) {
        inside += comes![k] === 1 ? number + 1 : -number - 1;
        peak = Math.max(peak, inside);
      }
      return { seen: [seen], answers: [peak] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('finds a rate for each name, and a cap', () => {
    const face = faceOf({ kind: 'fields', fields: [nameOf(3), wordOf(10, 25), wordOf(0, 9)] }, wordOf(0, 31));
    const { winner } = learnTerm(face, (rng) => {
      const seen = drawObservation(face, rng);
      const [kind, price, days] = face.observation.ports.map((port) => readScalar(seen, port));
      return { seen: [seen], answers: [Math.min(price! + 10, days! * [2, 3, 5][Math.min(2, kind!)]!)] };
    });
    expect(winner!.mean).toBe(1);
  });
});
