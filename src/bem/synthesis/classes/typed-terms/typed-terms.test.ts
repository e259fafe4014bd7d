import { type FacePorts, portsOfShape, type WordShape, widthOfShape } from '#contracts/words';
import { createRng, type Rng } from '#kernel';
import { describe, expect, it } from 'vitest';
import { type Ruled, ruledPractice } from '../fixtures/ruled-practice.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import { Meter } from '../meter.ts';
import { race, raceDefaults, type RaceResult } from '../race.ts';
import { lengthOf, placesOf, readPort, readScalar, writeWord } from '../word-view.ts';
import { Batch, type Situation } from './batch.ts';
import { givenOf } from './examples.ts';
import { growTerms } from './grow-terms.ts';
import { sortOf, TermPool } from './term-pool.ts';
import { typedClass } from './typed-class.ts';
import { describeTerm, type NumberTerm, type Register } from './typed-term.ts';
import { typedPlan } from './typed-plan.ts';

const wordOf = (low: number, high: number): WordShape => ({
  kind: 'word',
  width: Math.max(1, Math.ceil(Math.log2(high - low + 1))),
  values: high - low + 1,
  low,
});
const nameOf = (values: number): WordShape => ({ ...wordOf(0, values - 1), symbol: true }) as WordShape;

function faceOf(observation: WordShape, answer: WordShape): FacePorts {
  return {
    observation: { width: widthOfShape(observation), ports: portsOfShape(observation) },
    action: { width: widthOfShape(answer), ports: portsOfShape(answer) },
  };
}

/** Two words, a list of records that has an end, and a list that has none. */
const mixed = faceOf(
  {
    kind: 'fields',
    fields: [
      wordOf(-3, 4),
      nameOf(3),
      { kind: 'list', count: 4, ends: 'length', item: { kind: 'fields', fields: [wordOf(1, 6), nameOf(3)] } },
      { kind: 'list', count: 3, item: wordOf(0, 5) },
      { kind: 'list', count: 3, ends: 'mark', item: wordOf(0, 3) },
    ],
  },
  wordOf(-2, 9),
);

function drawObservation({ observation: { ports, width } }: FacePorts, rng: Rng): Uint8Array {
  const bits = new Uint8Array(width);
  for (const port of ports)
    for (const place of placesOf(port)) writeWord(bits, place, port.width, rng.below(port.values));
  return bits;
}

/** What the machine of a program says, episode after episode. */
function machineSays(face: FacePorts, says: NumberTerm, registers: readonly Register[], rows: readonly Situation[]) {
  const machine = new InstalledThinker(typedPlan({ registers, says: [says] }, face), 128);
  const port = face.action.ports[0]!;
  return rows.map(({ observation, begins }) => {
    if (begins) machine.begin();
    return readScalar(machine.act([observation])[0]!, port) + port.low;
  });
}

/** The value that can be said. */
function sayable(value: number, { low, values }: { readonly low: number; readonly values: number }): number {
  return value >= low && value < low + values ? value : low;
}

describe('typed terms', () => {
  it('mean the same as values and as circuits', () => {
    const rng = createRng('typed/terms');
    const port = mixed.action.ports[0]!;
    const rows: Situation[] = Array.from({ length: 24 }, () => ({
      observation: drawObservation(mixed, rng),
      begins: true,
      said: [port.low],
    }));
    const batch = new Batch(rows, givenOf(mixed, []), 0);
    const pool = new TermPool(batch, new Meter(), () => {});
    const terms: NumberTerm[] = [];
    for (const _ of growTerms(pool, { ports: mixed.observation.ports, more: [] })) {
      if (pool.numbers.length > 6000) break;
    }
    for (let i = 0; i < pool.numbers.length; i += 1 + rng.below(240)) terms.push(pool.numbers[i]!.term);
    const kinds = new Set(terms.map((term) => (term.kind === 'fold' || term.kind === 'of' ? term.by : term.kind)));
    expect(kinds.size).toBeGreaterThanOrEqual(10);
    for (const term of terms) {
      const wanted = [...batch.number(term)].map((value) => sayable(value, port));
      expect(machineSays(mixed, term, [], rows), describeTerm(term)).toEqual(wanted);
    }
  });

  it('keep sums, the last and the most through an episode', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(-3, 4), nameOf(3)] }, wordOf(-40, 60));
    const rng = createRng('typed/kept');
    const isOne: NumberTerm = {
      kind: 'of',
      by: 'same',
      a: { kind: 'word', port: 1 },
      b: { kind: 'constant', value: 1 },
    };
    const port = face.action.ports[0]!;
    const rows = Array.from({ length: 60 }, (_, i): Situation => ({
      observation: drawObservation(face, rng),
      begins: i % 12 === 0,
      said: [port.low],
    }));
    for (const by of ['sum', 'last', 'most'] as const) {
      const registers: Register[] = [{ by, of: { kind: 'word', port: 0 }, when: isOne }];
      const batch = new Batch(rows, givenOf(face, registers), 0);
      const term: NumberTerm = { kind: 'kept', register: 0 };
      expect(machineSays(face, term, registers, rows)).toEqual([...batch.number(term)]);
    }
  });
});

function learn(face: FacePorts, draw: (rng: Rng) => Ruled): RaceResult {
  const practice = ruledPractice(face, draw, createRng('ruled'));
  return race({ ...raceDefaults, classes: [typedClass], practice, rng: createRng('race') });
}

describe('the search for typed terms', () => {
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
    const { winner } = learn(face, (rng) => {
      const seen = drawObservation(face, rng);
      const length = lengthOf(seen, names!, face.observation.ports);
      const [is, costs, at] = [readPort(seen, names!), readPort(seen, prices!), readPort(seen, shops!)];
      let best = -1;
      for (let k = 0; k < length; k += 1) {
        if (is[k] === readScalar(seen, wanted!) && (best < 0 || costs[k]! < costs[best]!)) best = k;
      }
      return { seen: [seen], answers: [best < 0 ? (length === 0 ? 0 : at[0]!) : at[best]!] };
    });
    expect(winner!.mean).toBe(1);
    expect(winner!.says).toContain('whereLeast');
  });

  it('finds two memories that are updated together', () => {
    const face = faceOf(nameOf(3), wordOf(0, 4));
    const { winner } = learn(face, (rng) => {
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

  it('finds sums without the extremes', () => {
    const face = faceOf({ kind: 'list', count: 4, item: wordOf(0, 7) }, wordOf(0, 14));
    const { winner } = learn(face, (rng) => {
      const seen = drawObservation(face, rng);
      const marks = readPort(seen, face.observation.ports[0]!).sort((a, b) => a - b);
      return { seen: [seen], answers: [marks[1]! + marks[2]!] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('finds cases', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(0, 7), wordOf(0, 7), wordOf(0, 7)] }, wordOf(0, 7));
    const { winner } = learn(face, (rng) => {
      const seen = drawObservation(face, rng);
      const [a, b, c] = face.observation.ports.map((port) => readScalar(seen, port));
      return { seen: [seen], answers: [a! < b! ? c! : Math.max(0, a! - c!)] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('admits words and lists, whatever they are about, and answers of a few words', () => {
    expect(typedClass.admits(mixed)).toBe(true);
    expect(
      typedClass.admits({
        ...mixed,
        action: { width: 4, ports: portsOfShape({ kind: 'list', count: 4, item: wordOf(0, 1) }) },
      }),
    ).toBe(false);
    expect(sortOf(mixed.observation.ports[0]!)).toBe('number');
  });
});
