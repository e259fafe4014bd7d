import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { drawJudgements, nineJudges } from '../fixtures/nine-judges.ts';
import { addEvidence, noEvidence, validityEvidence, validityOf } from './validity.ts';
import { measureReliability, modeSettings, type Reliability } from './reliability.ts';

const DRAWS = 200;

function tableOf(mode: 'default' | 'seed'): Map<string, Reliability[]> {
  return new Map(
    nineJudges.map((judge) => [
      judge.name,
      Array.from({ length: DRAWS }, (_, i) =>
        measureReliability(drawJudgements(judge, createRng(`nine/${judge.name}/${i}`)), modeSettings(mode)),
      ),
    ]),
  );
}

const average = (rows: readonly Reliability[] | undefined, pick: (row: Reliability) => number): number =>
  mean((rows ?? []).map(pick));

describe('nine kinds of judge', () => {
  const table = tableOf('default');
  const seed = tableOf('seed');
  const bad = nineJudges.filter((judge) => !judge.isGood);

  it('ranks the good judge’s medium question above every bad judge’s, whichever combiner trains on it', () => {
    const own = average(table.get('good, medium'), ({ combined }) => combined.value);
    for (const { name } of bad) {
      expect(
        average(table.get(name), ({ combined }) => combined.value),
        name,
      ).toBeLessThan(0.5 * own);
    }
    for (const combiner of ['harmonic', 'min', 'product'] as const) {
      const settings = { ...modeSettings('default'), combiner };
      const of = (name: string): number => {
        const judge = nineJudges.find((each) => each.name === name)!;
        return mean(
          Array.from({ length: 60 }, (_, i) => {
            const judgements = drawJudgements(judge, createRng(`combiner/${name}/${i}`));
            return measureReliability(judgements, settings).combined.value;
          }),
        );
      };
      const best = of('good, medium');
      for (const { name } of bad) expect(of(name), `${combiner}: ${name}`).toBeLessThan(best);
    }
  });

  it.each(bad.map(({ name }) => name))('beats %s in nearly every single draw too', (name) => {
    const goodOnes = table.get('good, medium')!;
    const badOnes = table.get(name)!;
    const lost = goodOnes.filter((one, i) => one.combined.value <= badOnes[i]!.combined.value).length;
    // Eight answers cannot tell luck from an irrelevant feature; pooled over questions of a kind they can, see below.
    expect(lost / DRAWS).toBeLessThan(name === 'consistent on an irrelevant feature' ? 0.35 : 0.15);
  });

  it('gives a constant judge no consistency, and the seed’s formula gives it all', () => {
    expect(average(table.get('constant'), ({ cons }) => cons.value)).toBeCloseTo(0, 12);
    expect(average(seed.get('constant'), ({ cons }) => cons.value)).toBe(1);
  });

  it('shows that the seed’s consistency hardly moves over nine very different judges', () => {
    const values = nineJudges.map(({ name }) => average(seed.get(name), ({ cons }) => cons.value));
    expect(Math.min(...values)).toBeGreaterThan(0.9);
  });

  it('shows that the seed’s stability calls coin flips stable, and the default does not', () => {
    expect(average(seed.get('pure noise'), ({ stab }) => stab.value)).toBeGreaterThan(0.65);
    expect(average(table.get('pure noise'), ({ stab }) => stab.value)).toBeLessThan(0.1);
  });

  it('gives a judge of the first place no stability once both orders are shown', () => {
    expect(average(table.get('always the first place'), ({ stab }) => stab.value)).toBe(0);
  });

  it('tells a judge that is consistently wrong by its separation alone', () => {
    const wrong = table.get('consistently wrong')!;
    expect(average(wrong, ({ cons }) => cons.value)).toBeGreaterThan(0.85);
    expect(average(wrong, ({ sep }) => sep.value)).toBeLessThan(0.03);
  });

  it('finds no difference between answers in noise more often than its level allows', () => {
    for (const name of ['pure noise', 'always the first place']) {
      const found = table.get(name)!.filter(({ pValue }) => pValue <= 0.05).length;
      expect(found / DRAWS, name).toBeLessThan(0.09);
    }
    expect(table.get('good, medium')!.filter(({ pValue }) => pValue <= 0.05).length).toBeGreaterThan(0.98 * DRAWS);
  });

  it('tells right, irrelevant and wrong judges apart by which answer is best in forty questions', () => {
    const validityAfter = (name: string): number[] => {
      const judge = nineJudges.find((each) => each.name === name)!;
      return Array.from({ length: 20 }, (_, run) => {
        const evidences = Array.from({ length: 40 }, (__, i) =>
          validityEvidence(drawJudgements(judge, createRng(`valid/${name}/${run}/${i}`)).answers),
        );
        return validityOf(evidences.reduce(addEvidence, noEvidence));
      });
    };
    expect(mean(validityAfter('good, medium'))).toBeGreaterThan(0.8);
    expect(Math.max(...validityAfter('consistently wrong'))).toBeLessThan(0.05);
    const irrelevant = validityAfter('consistent on an irrelevant feature');
    expect(irrelevant.filter((probability) => probability > 0.95).length).toBeLessThan(2);
  });

  it('keeps every figure and bound in [0, 1], in order', () => {
    const rows = [...table.values(), ...seed.values()].flat();
    const figures = rows.flatMap((row) => [row.cons, row.sep, row.stab, row.learn, row.combined]);
    const outside = figures.filter(({ value, low, high }) => !(low >= 0 && low <= value && value <= high && high <= 1));
    expect(outside).toEqual([]);
  });
});

describe('the interval of the intraclass reliability', () => {
  it('covers the true reliability of four passes about as often as it says', () => {
    const [spread, noise, passes] = [0.1, 0.1, 4];
    const truth = spread ** 2 / (spread ** 2 + noise ** 2 / passes);
    let covered = 0;
    const runs = 400;
    for (let run = 0; run < runs; run += 1) {
      const rng = createRng(`icc/${run}`);
      const answers = Array.from({ length: 8 }, (_, i) => {
        const own = 0.5 + spread * rng.normal();
        const scores = Array.from({ length: passes }, () => Math.min(1, Math.max(0, own + noise * rng.normal())));
        return { text: `${i}`, strong: 1, weak: 1, scores };
      });
      const { cons } = measureReliability({ answers, comparisons: [] });
      if (cons.low <= truth && truth <= cons.high) covered += 1;
    }
    expect(covered / runs).toBeGreaterThan(0.85);
    expect(covered / runs).toBeLessThan(0.95);
  });
});

describe('a question that cannot be measured', () => {
  it('has the value 0 and says nothing', () => {
    const { cons, sep, stab, combined, pValue } = measureReliability({
      answers: [{ text: 'x', strong: 8, weak: 0, scores: [1, 1] }],
      comparisons: [],
    });
    for (const part of [cons, sep, stab]) expect(part).toEqual({ value: 0, low: 0, high: 1 });
    expect(combined.value).toBeLessThan(0.01);
    expect(pValue).toBe(1);
  });

  it('is refused when a score lies outside the scale', () => {
    const answers = [{ text: 'x', strong: 1, weak: 0, scores: [7] }];
    expect(() => measureReliability({ answers, comparisons: [] })).toThrow(/not in \[0, 1\]/);
    const comparisons = [{ first: 0, second: 3, winner: 'tie' as const }];
    expect(() => measureReliability({ answers: [], comparisons })).toThrow(/cannot be compared/);
  });
});
