import { createRng } from '#foundation/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDomain,
  createDomainBoard,
  creditDomains,
  type DomainBoard,
  type DomainResult,
  observeDomains,
} from './domain-board.ts';
import { allocateDomains, pickPractice, type ScheduleRule, splitModes } from './domain-scheduler.ts';
import { turnKnobs } from '../knobs.ts';
import { practiceModes } from './practice-mode.ts';

const knobs = turnKnobs();
const rules: readonly ScheduleRule[] = ['repaired', 'seed', 'tscl', 'uniform'];
const names = ['math', 'code', 'safety', 'meta'];

function play(results: readonly DomainResult[], domains: readonly string[] = names): DomainBoard {
  return results.reduce((board, result) => observeDomains(board, [result], knobs), createDomainBoard(domains));
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const result = fc.record({ domain: fc.constantFrom(...names), score: unit, drift: unit, violations: unit });
const history = fc.array(result, { maxLength: 60 });
const waiting = fc.dictionary(fc.constantFrom(...names), fc.nat(50));

describe.each(rules)('the %s rule', (rule) => {
  it('property: gives each mode a distribution, whatever was seen', () => {
    fc.assert(
      fc.property(history, waiting, (results, counts) => {
        const allocation = allocateDomains(play(results), rule, counts, knobs);
        for (const mode of practiceModes) {
          expect(allocation[mode].every((p) => p >= 0 && p <= 1)).toBe(true);
          expect(allocation[mode].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
        }
      }),
    );
  });

  it('property: does not depend on the order in which domains are listed', () => {
    fc.assert(
      fc.property(history, waiting, (results, counts) => {
        const forth = allocateDomains(play(results), rule, counts, knobs);
        const back = allocateDomains(play(results, names.toReversed()), rule, counts, knobs);
        for (const mode of practiceModes) {
          for (const [i, p] of back[mode].toReversed().entries()) expect(p).toBeCloseTo(forth[mode][i]!, 9);
        }
      }),
    );
  });

  it('is even when nothing is known', () => {
    const { act } = allocateDomains(createDomainBoard(names), rule, {}, knobs);
    for (const p of act) expect(p).toBeCloseTo(1 / 4, 12);
  });

  it('gives a lone domain everything', () => {
    const board = play([{ domain: 'math', score: 0.3 }], ['math']);
    expect(allocateDomains(board, rule, {}, knobs).verify).toEqual([1]);
  });

  it('reads a board that went through JSON the same way', () => {
    const board = play([0.1, 0.4, 0.2, 0.6].map((score) => ({ domain: 'code', score, drift: 0.2 })));
    const copy = JSON.parse(JSON.stringify(board)) as DomainBoard;
    expect(allocateDomains(copy, rule, {}, knobs)).toEqual(allocateDomains(board, rule, {}, knobs));
  });
});

/** Every domain at 0.5 with the same wobble, except for what `change` says of one domain at one visit. */
function wobble(domain: string, change: (visit: number) => Partial<DomainResult>): DomainBoard {
  let board = createDomainBoard(names);
  for (let visit = 0; visit < 20; visit += 1) {
    const score = 0.5 + (visit % 2 === 0 ? 0.05 : -0.05);
    const results = names.map((name) => ({ domain: name, score, ...(name === domain ? change(visit) : {}) }));
    board = observeDomains(board, results, knobs);
  }
  return board;
}

describe('the default rule repairs the seed', () => {
  const share = (board: DomainBoard, rule: ScheduleRule): number => allocateDomains(board, rule, {}, knobs).act[0]!;

  it('forgetting attracts practice, where the seed sees nothing', () => {
    const forgetting = wobble('math', (visit) => ({ score: 0.9 - visit / 30 }));
    expect(share(forgetting, 'repaired')).toBeGreaterThan(0.5);
    const flat = { ...turnKnobs(), uncertaintyWeight: 0 };
    expect(allocateDomains(forgetting, 'seed', {}, flat).act[0]).toBeCloseTo(0.25, 9);
  });

  it('wild dice attract none, where the seed follows their variance', () => {
    const rng = createRng('dice');
    const wild = wobble('math', () => ({ score: rng.float() }));
    expect(share(wild, 'repaired')).toBeLessThan(0.4);
    expect(share(wild, 'seed')).toBeGreaterThan(0.7);
  });

  it('a mastered domain gets less than an even share', () => {
    const mastered = wobble('math', () => ({ score: 1 }));
    expect(share(mastered, 'repaired')).toBeLessThan(0.25);
  });

  it('an unstable domain keeps its practice and gains verification; the seed takes both away', () => {
    const unstable = wobble('math', () => ({ drift: 0.5, violations: 0.2 }));
    const repaired = allocateDomains(unstable, 'repaired', {}, knobs);
    expect(repaired.act[0]).toBeCloseTo(0.25, 9);
    expect(repaired.verify[0]).toBeGreaterThan(0.5);
    const seed = allocateDomains(unstable, 'seed', {}, knobs);
    expect(seed.act[0]).toBeLessThan(0.05);
    expect(seed.verify[0]).toBeLessThan(0.05);
  });

  it('property: no domain falls below the floor', () => {
    fc.assert(
      fc.property(history, (results) => {
        const { act } = allocateDomains(play(results), 'repaired', {}, knobs);
        for (const p of act) expect(p).toBeGreaterThanOrEqual(knobs.floor / names.length - 1e-12);
      }),
    );
  });

  it.each(['repaired', 'seed'] as const)('%s: the yield of past patches draws every mode', (rule) => {
    const board = creditDomains(createDomainBoard(names), ['code'], 2, knobs);
    const { act, verify } = allocateDomains(board, rule, {}, knobs);
    expect(act[1]).toBeGreaterThan(0.5);
    expect(verify[1]).toBeGreaterThan(0.5);
  });

  it('a trace of PoX or instability is no full signal', () => {
    const trace = creditDomains(
      wobble('math', () => ({ drift: 1e-4 })),
      ['math'],
      1e-4,
      knobs,
    );
    const { act, verify } = allocateDomains(trace, 'repaired', {}, knobs);
    expect(act[0]).toBeCloseTo(0.25, 2);
    expect(verify[0]).toBeCloseTo(0.25, 1);
  });

  it('waiting patches draw verification in proportion, and nothing else', () => {
    const even = turnKnobs({ floor: 0 });
    const { act, verify } = allocateDomains(createDomainBoard(names), 'repaired', { code: 9 }, even);
    expect(act[1]).toBeCloseTo(1 / 4, 12);
    expect(verify[1]).toBeCloseTo(10 / 13, 12);
  });

  it('the seed lets waiting patches sharpen what the score says', () => {
    const board = creditDomains(createDomainBoard(names), ['code'], 2, knobs);
    const { verify } = allocateDomains(board, 'seed', { code: 9 }, knobs);
    expect(verify[1]).toBeCloseTo(1 / (1 + 3 * Math.exp(-6)), 9);
  });
});

describe('the seed rule', () => {
  it('agrees with a sum worked by hand', () => {
    // math: ΔL = 0.4, variance 0.04, no drift. code: ΔL = 0, variance 0, drift EMA > 0. So S_math = 2, S_code = −1.
    const board = play(
      [
        { domain: 'math', score: 0.2 },
        { domain: 'math', score: 0.6 },
        { domain: 'code', score: 0.5, drift: 0.3 },
        { domain: 'code', score: 0.5, drift: 0.3 },
      ],
      ['math', 'code'],
    );
    const { act, synth } = allocateDomains(board, 'seed', {}, knobs);
    expect(act[0]).toBeCloseTo(1 / (1 + Math.exp(3 * -1 - 3 * 2)), 12);
    expect(synth[0]).toBeCloseTo(1 / (1 + Math.exp(3 * -1 - 6 * 2)), 12);
  });
});

describe('the board of domains', () => {
  it('counts drift and violations as instability', () => {
    const [math] = play([{ domain: 'math', score: 0.5, drift: 0.5, violations: 0.25 }]).domains;
    expect(math!.instability).toBeCloseTo(0.75 * knobs.driftRate, 12);
  });

  it('lets a new domain join, and practises it at once', () => {
    const board = addDomain(
      wobble('math', () => ({})),
      'language',
    );
    const { act } = allocateDomains(board, 'repaired', {}, knobs);
    expect(act[4]).toBeGreaterThan(0.5);
    expect(() => addDomain(board, 'math')).toThrow(expect.objectContaining({ code: 'schedule/twice' }));
  });

  it('ages by one step per observation, however many domains it holds', () => {
    const board = observeDomains(
      createDomainBoard(names),
      names.map((domain) => ({ domain, score: 0.5 })),
      knobs,
    );
    expect(board.step).toBe(1);
    expect(board.domains.map(({ track }) => track.marks)).toEqual(names.map(() => [{ at: 0, score: 0.5 }]));
  });
});

describe('modes of practice', () => {
  it('property: the shares of the modes sum to 1', () => {
    fc.assert(
      fc.property(unit, (alpha) => {
        const { act, synth, verify } = splitModes(alpha, knobs);
        expect(act + synth + verify).toBeCloseTo(1, 12);
        expect(Math.min(act, synth, verify)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are drawn by share, domains by allocation, and the same stream draws the same', () => {
    const board = createDomainBoard(names);
    const allocation = { act: [1, 0, 0, 0], synth: [0, 1, 0, 0], verify: [0, 0, 0.5, 0.5] };
    const draw = (): string[] => {
      const rng = createRng('modes');
      return Array.from({ length: 4000 }, () => {
        const { mode, domain } = pickPractice(board, splitModes(0.2, knobs), allocation, rng);
        return `${mode} ${domain}`;
      });
    };
    const drawn = draw();
    expect(draw()).toEqual(drawn);
    const rate = (what: string): number => drawn.filter((each) => each === what).length / 4000;
    expect(rate('act math')).toBeCloseTo(0.56, 1);
    expect(rate('synth code')).toBeCloseTo(0.24, 1);
    expect(rate('verify safety') + rate('verify meta')).toBeCloseTo(0.2, 1);
  });
});

describe('faults of the domain scheduler', () => {
  it.each([
    [() => play([{ domain: 'art', score: 0.5 }]), 'schedule/unknown'],
    [() => play([{ domain: 'math', score: 1.5 }]), 'schedule/bad-observation'],
    [() => play([{ domain: 'math', score: Number.NaN }]), 'schedule/bad-observation'],
    [() => play([{ domain: 'math', score: 0.5, drift: -1 }]), 'schedule/bad-observation'],
    [() => allocateDomains(createDomainBoard([]), 'repaired', {}, knobs), 'schedule/unknown'],
  ])('%s is %s', (act, code) => {
    expect(act).toThrow(expect.objectContaining({ code }));
  });
});
