import { type FacePorts, portsOfShape, type WordShape, widthOfShape } from '#foundation/contracts/words';
import { createRng, type Rng } from '#foundation/kernel';
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
import { describeTerm, type ListTerm, type NumberTerm, type Register } from './typed-term.ts';
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

describe('a term in words', () => {
  const word = (port: number): NumberTerm => ({ kind: 'word', port });
  const constant = (value: number): NumberTerm => ({ kind: 'constant', value });

  it('tells constants folded, and the rows of a table', () => {
    expect(describeTerm({ kind: 'of', by: 'add', a: word(0), b: constant(-3) })).toBe('(word 0 − 3)');
    expect(describeTerm({ kind: 'of', by: 'subtract', a: word(0), b: constant(0) })).toBe('word 0');
    const rows = Array.from({ length: 10 }, (_, i) => ({ keys: [i], value: 2 * i }));
    expect(describeTerm({ kind: 'table', of: [word(1)], rows: rows.slice(0, 2), otherwise: 5 })).toBe(
      'the table by word 1: 0 → 0, 1 → 2, else 5',
    );
    expect(describeTerm({ kind: 'table', of: [word(1)], rows, otherwise: 5 })).toMatch(/7 → 14, … 2 more, else 5$/);
  });
});

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

  it('keep through an episode what was seen and said, and hold it for the next step', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(0, 7), wordOf(4, 15)] }, wordOf(0, 1));
    const rng = createRng('typed/after');
    const always: NumberTerm = { kind: 'constant', value: 1 };
    const weight: NumberTerm = { kind: 'word', port: 0 };
    for (const does of ['counts', 'clears', 'restarts'] as const) {
      const value = does === 'counts' ? 0 : 1;
      const registers: Register[] = [{ by: 'sum', of: weight, when: always, after: { word: 0, value, does } }];
      const load: NumberTerm = { kind: 'of', by: 'add', a: { kind: 'kept', register: 0 }, b: weight };
      const term: NumberTerm = { kind: 'of', by: 'below', a: { kind: 'word', port: 1 }, b: load };
      const machine = new InstalledThinker(typedPlan({ registers, says: [term] }, face), 128);
      const rows: Situation[] = [];
      const said: number[] = [];
      for (let i = 0; i < 60; i += 1) {
        const begins = i % 12 === 0;
        if (begins) machine.begin();
        const observation = drawObservation(face, rng);
        rows.push({ observation, begins, said: [begins ? 0 : said.at(-1)!] });
        said.push(machine.act([observation])[0]![0]!);
      }
      const batch = new Batch(rows, givenOf(face, registers), 0);
      expect(said).toEqual([...batch.number(term)]);
      expect(new Set(said).size).toBe(2);
    }
  });

  it('go on from item to item, and divide, as values and as circuits', () => {
    const rng = createRng('typed/scans');
    const port = mixed.action.ports[0]!;
    const rows: Situation[] = Array.from({ length: 40 }, () => ({
      observation: drawObservation(mixed, rng),
      begins: true,
      said: [port.low],
    }));
    const batch = new Batch(rows, givenOf(mixed, []), 0);
    const [word, amounts, names] = [0, 3, 4].map((at) => mixed.observation.ports[at]!);
    expect([word!.low, amounts!.low, names!.symbol]).toEqual([-3, 1, true]);
    const within: NumberTerm = { kind: 'word', port: 0 };
    const marks: ListTerm = { kind: 'marks', list: { kind: 'column', port: 4 }, marks: [1, -1, 0] };
    const flow: ListTerm = { kind: 'each', by: 'multiply', a: { kind: 'column', port: 3 }, b: marks };
    const terms = (['floored', 'clamped', 'packed', 'run', 'most'] as const).flatMap((by): NumberTerm[] => {
      const list: ListTerm = { kind: 'scan', by, list: flow, within };
      return [
        { kind: 'fold', by: 'most', list },
        { kind: 'at', list, index: { kind: 'fold', by: 'last', list } },
      ];
    });
    const quotients = [within, { kind: 'constant', value: 2 } as const].map((b): NumberTerm => ({
      kind: 'of',
      by: 'quotient',
      a: { kind: 'fold', by: 'sum', list: flow },
      b,
    }));
    for (const term of [...terms, ...quotients]) {
      const wanted = [...batch.number(term)].map((value) => sayable(value, port));
      expect(machineSays(mixed, term, [], rows), describeTerm(term)).toEqual(wanted);
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

  it('finds the peak of what comes and goes', () => {
    const item: WordShape = { kind: 'fields', fields: [wordOf(0, 1), wordOf(1, 5)] };
    const face = faceOf({ kind: 'list', count: 5, item }, wordOf(0, 25));
    const { winner } = learn(face, (rng) => {
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
    const { winner } = learn(face, (rng) => {
      const seen = drawObservation(face, rng);
      const [kind, price, days] = face.observation.ports.map((port) => readScalar(seen, port));
      return { seen: [seen], answers: [Math.min(price! + 10, days! * [2, 3, 5][Math.min(2, kind!)]!)] };
    });
    expect(winner!.mean).toBe(1);
  });

  it('finds a load that an answer sets back', () => {
    const face = faceOf({ kind: 'fields', fields: [wordOf(1, 8), wordOf(12, 19)] }, wordOf(0, 1));
    const { winner } = learn(face, (rng) => {
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
