import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { validityEvidence } from '#learners/model/judge/reliability';
import { mean } from '#foundation/statistics';
import { usualChoice } from '../choice-knobs.ts';
import { betaSample } from './beta-sample.ts';
import { chooseByWorth } from './choose-worth.ts';
import { bookKinds, type KindBook } from './kind-book.ts';
import { likenessOfKinds } from './kind-likeness.ts';
import { type KindBeliefs, validityOfKind, worthOf } from './kind-worth.ts';

describe('a draw of a Beta distribution', () => {
  it('has its mean a / (a + b) and its variance a b / ((a + b)² (a + b + 1))', () => {
    for (const [a, b] of [
      [0.3, 0.7],
      [1, 1],
      [2, 5],
      [40, 3],
    ] as const) {
      const rng = createRng(`beta/${a}/${b}`);
      const draws = Array.from({ length: 20_000 }, () => betaSample(a, b, rng));
      const centre = a / (a + b);
      const spread = (a * b) / ((a + b) ** 2 * (a + b + 1));
      expect(Math.abs(mean(draws) - centre)).toBeLessThan(5 * Math.sqrt(spread / draws.length));
      expect(mean(draws.map((x) => (x - centre) ** 2)) / spread).toBeCloseTo(1, 1);
      expect(draws.every((x) => x >= 0 && x <= 1)).toBe(true);
    }
  });
});

describe('likeness of kinds', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
  const kinds = fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), texts, { minKeys: 2, maxKeys: 6 });

  it('lies in [0, 1], is the same both ways, and 0 for what was never seen', () => {
    fc.assert(
      fc.property(kinds, (all) => {
        const likeness = likenessOfKinds(new Map(Object.entries(all)));
        for (const one of Object.keys(all)) {
          expect(likeness(one, 'a kind of four words')).toBe(0);
          for (const other of Object.keys(all)) {
            const found = likeness(one, other);
            expect(found).toBeGreaterThanOrEqual(0);
            expect(found).toBeLessThanOrEqual(1 + 1e-9);
            expect(likeness(other, one)).toBe(found);
          }
        }
      }),
    );
  });

  it('is greater where rare words are shared, and nothing where only common ones are', () => {
    const likeness = likenessOfKinds(
      new Map([
        ['add', ['sum of 1 2']],
        ['all', ['sum of 7 9 5']],
        ['rev', ['rev of abc']],
      ]),
    );
    expect(likeness('add', 'all')).toBeGreaterThan(0);
    expect(likeness('add', 'rev')).toBe(0);
  });
});

const record = { answered: 4, telling: 2, judged: 4, apart: 3, valid: [0, 0, 0, 0, 0], pairs: 1 };
const beliefs = (book: KindBook, more: Partial<KindBeliefs> = {}): KindBeliefs => ({
  book,
  likeness: () => 0,
  weights: usualChoice,
  ...more,
});

describe('worth of a kind', () => {
  const counts = fc.record({ judged: fc.nat(20), apart: fc.nat(20), pairs: fc.nat(20), telling: fc.nat(10) });
  const bookOf = ({
    judged,
    apart,
    pairs,
    telling,
  }: {
    judged: number;
    apart: number;
    pairs: number;
    telling: number;
  }) => new Map([['k', { ...record, judged: judged + apart, apart, pairs, answered: 10, telling }]]);

  it('lies in (0, 1], rises with what the judge tells apart and answers that differ, falls with pairs', () => {
    fc.assert(
      fc.property(counts, (one) => {
        const worth = worthOf(beliefs(bookOf(one)), 'k');
        expect(worth).toBeGreaterThan(0);
        expect(worth).toBeLessThanOrEqual(1);
        const than = (more: Partial<typeof one>): number => worthOf(beliefs(bookOf({ ...one, ...more })), 'k');
        expect(than({ apart: one.apart + 1 })).toBeGreaterThan(worth);
        expect(than({ judged: one.judged + 1 })).toBeLessThan(worth);
        expect(than({ pairs: one.pairs + 1 })).toBeLessThan(worth);
        expect(than({ telling: one.telling + 1 })).toBeGreaterThan(worth);
        expect(worthOf(beliefs(bookOf(one)), 'k', { chosen: 1 })).toBeLessThan(worth);
      }),
    );
  });

  it('is moved by a factor only while that is weighed', () => {
    const [low, high] = [
      bookOf({ judged: 5, apart: 1, pairs: 9, telling: 1 }),
      bookOf({ judged: 0, apart: 9, pairs: 0, telling: 9 }),
    ];
    const none = { reliabilityWeight: 0, learningWeight: 0, breadthWeight: 0 };
    for (const name of ['reliabilityWeight', 'learningWeight', 'breadthWeight'] as const) {
      const of = (book: KindBook, weight: number): number =>
        worthOf(beliefs(book, { weights: { ...none, [name]: weight } }), 'k');
      expect(of(low, 0)).toBe(of(high, 0));
      expect(of(high, 1)).toBeGreaterThan(of(low, 1));
    }
  });

  it('takes a kind never seen for what those are that are asked alike, and tries what is unknown', () => {
    const good = { ...record, judged: 30, apart: 29, valid: [9, 9, 9, 9, 9] };
    const bad = { ...record, judged: 30, apart: 0 };
    const near = (kind: string) => (one: string, other: string) => ([one, other].includes(kind) ? 1 : 0);
    const book: KindBook = new Map([
      ['good', good],
      ['bad', bad],
    ]);
    const [like, unlike] = [beliefs(book, { likeness: near('good') }), beliefs(book, { likeness: near('bad') })];
    expect(worthOf(like, 'new')).toBeGreaterThan(1.5 * worthOf(unlike, 'new'));
    expect(validityOfKind(like, 'new')).toBeGreaterThan(validityOfKind(unlike, 'new'));
    const draws = Array.from({ length: 200 }, (_, i) => worthOf(unlike, 'new', { rng: createRng(`draw/${i}`) }));
    const known = Array.from({ length: 200 }, (_, i) => worthOf(unlike, 'bad', { rng: createRng(`draw/${i}`) }));
    expect(Math.max(...draws)).toBeGreaterThan(3 * Math.max(...known));
  });
});

describe('what is chosen by worth', () => {
  const items = fc.array(
    fc.record({ kind: fc.constantFrom('a', 'b', 'c'), worth: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );

  it('is at most so many, each once, the best first, and the same with the same chance', () => {
    fc.assert(
      fc.property(items, fc.nat(8), (all, most) => {
        const choose = () => chooseByWorth(all, most, createRng('choose'), ({ worth }) => worth);
        const found = choose();
        expect(found).toHaveLength(Math.min(most, all.length));
        expect(new Set(found).size).toBe(found.length);
        const least = Math.min(...found.map(({ worth }) => worth));
        const left = all.filter((one) => !found.includes(one));
        expect(left.every(({ worth }) => worth <= least)).toBe(true);
        expect(choose()).toEqual(found);
      }),
    );
  });

  it('spreads over kinds where each choice lowers the next of its kind', () => {
    const all = ['a', 'a', 'a', 'a', 'b', 'b'].map((kind) => ({ kind }));
    const worth = ({ kind }: { kind: string }, chosen: number): number => (kind === 'a' ? 1 : 0.6) / (1 + chosen);
    const found = chooseByWorth(all, 3, createRng('spread'), worth).map(({ kind }) => kind);
    expect(found).toEqual(['a', 'b', 'a']);
  });
});

describe('the book of kinds', () => {
  const pair = {} as never;
  const answers = [0.9, 0.1, 0.1].map((score, i) => ({
    text: `${i}`,
    strong: i === 0 ? 1 : 0,
    weak: 1,
    scores: [score],
  }));
  const kept = { kind: 'k', refusal: undefined, evidence: validityEvidence(answers), pairs: [pair], isRecalled: false };

  it('counts what the judge told apart, not what says nothing of it, and a recalled question once', () => {
    const book = bookKinds(
      new Map(),
      [],
      [kept, { ...kept, refusal: 'mastered', pairs: [] }, { ...kept, isRecalled: true }],
    );
    expect(book.get('k')).toMatchObject({ judged: 1, apart: 1, pairs: 2 });
    const untold = bookKinds(book, [], [{ ...kept, refusal: 'answers not told apart', pairs: [] }]);
    expect(untold.get('k')).toMatchObject({ judged: 2, apart: 1, pairs: 2 });
  });

  it('lets what was seen of answers fade', () => {
    const once = bookKinds(new Map(), [{ kind: 'k', difference: 1 }], []);
    expect(once.get('k')).toMatchObject({ answered: 1, telling: 1 });
    expect(bookKinds(once, [{ kind: 'k', difference: 0 }], []).get('k')).toMatchObject({ answered: 1.8, telling: 0.8 });
  });
});
