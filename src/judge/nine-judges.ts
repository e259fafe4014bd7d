import type { Rng } from '#kernel';
import type { Comparison, JudgedAnswer, Judgements } from './judgements.ts';

/** A kind of judge with the question it looks at, for tests: what is true of answers, and what the judge says. */
export interface SyntheticJudge {
  readonly name: string;
  readonly isGood: boolean;
  /** Chance that a strong and that a weak answer is right. */
  readonly right: readonly [strong: number, weak: number];
  score(answer: Truth, rng: Rng): number;
  /** Chance that the first of two answers wins, from what the judge makes of them. */
  first(a: Truth, b: Truth): number;
}

/** One drawn answer: whether it is right, and a feature that has nothing to do with it. */
interface Truth {
  readonly isRight: boolean;
  readonly length: number;
}

const noisy = (centre: number, spread: number, rng: Rng): number =>
  Math.min(1, Math.max(0, centre + spread * rng.normal()));
const byTruth = (answer: Truth, rng: Rng): number => noisy(answer.isRight ? 0.85 : 0.15, 0.1, rng);
const preferRight = (a: Truth, b: Truth): number => (a.isRight === b.isRight ? 0.5 : a.isRight ? 0.95 : 0.05);

const good = { isGood: true, score: byTruth, first: preferRight };

/**
 * Nine kinds of judge: three good ones that differ in the question, and six that no one should learn from.
 *
 * @source research on reliability metrics, section 1.5
 */
export const nineJudges: readonly SyntheticJudge[] = [
  { ...good, name: 'good, medium', right: [0.7, 0.3] },
  { ...good, name: 'good, hard', right: [0.1, 0.05] },
  { ...good, name: 'good, easy', right: [0.97, 0.93] },
  { name: 'constant', isGood: false, right: [0.7, 0.3], score: () => 0.7, first: () => 0.5 },
  { name: 'pure noise', isGood: false, right: [0.7, 0.3], score: (_, rng) => rng.float(), first: () => 0.5 },
  {
    name: 'floor with rare flips',
    isGood: false,
    right: [0.7, 0.3],
    score: (_, rng) => (rng.chance(0.03) ? 1 : 0),
    first: () => 0.5,
  },
  {
    name: 'always the first place',
    isGood: false,
    right: [0.7, 0.3],
    score: (_, rng) => noisy(0.5, 0.05, rng),
    first: () => 1,
  },
  {
    name: 'consistently wrong',
    isGood: false,
    right: [0.7, 0.3],
    score: ({ isRight, length }, rng) => byTruth({ isRight: !isRight, length }, rng),
    first: (a, b) => 1 - preferRight(a, b),
  },
  {
    name: 'consistent on an irrelevant feature',
    isGood: false,
    right: [0.7, 0.3],
    score: ({ length }, rng) => noisy(length, 0.05, rng),
    first: (a, b) => (a.length > b.length ? 0.97 : 0.03),
  },
];

/** Draws answers of one question (half strong, half weak), scores each in `passes` passes and compares every pair in both orders. */
export function drawJudgements(judge: SyntheticJudge, rng: Rng, answers = 8, passes = 4): Judgements {
  const truths = Array.from({ length: answers }, (_, i): Truth => {
    const isStrong = i < answers / 2;
    return { isRight: rng.chance(judge.right[isStrong ? 0 : 1]), length: rng.float() };
  });
  const judged = truths.map((truth, i): JudgedAnswer => ({
    text: `answer ${i}`,
    strong: i < answers / 2 ? 1 : 0,
    weak: i < answers / 2 ? 0 : 1,
    scores: Array.from({ length: passes }, () => judge.score(truth, rng)),
  }));
  const comparisons: Comparison[] = [];
  for (let a = 0; a < answers; a += 1) {
    for (let b = a + 1; b < answers; b += 1) {
      for (let pass = 0; pass < passes; pass += 1) {
        const [first, second] = pass % 2 === 0 ? [a, b] : [b, a];
        const wins = rng.chance(judge.first(truths[first]!, truths[second]!));
        comparisons.push({ first, second, winner: wins ? 'first' : 'second' });
      }
    }
  }
  return { answers: judged, comparisons };
}
