import { describe, expect, it } from 'vitest';
import { checkProof, parseDimacs } from '#logic/sat';
import { createRng } from '#foundation/kernel';
import { type Automaton, Move, runAutomaton } from './automaton.ts';
import { AutomatonProposer } from './automaton-proposer.ts';
import { agreesWith } from './program.ts';
import { planProgram } from './program-experts.ts';
import { certifyWidening } from './certify-widening.ts';
import { provePlan } from './prove-plan.ts';
import { finalSequence } from './sequence.ts';
import { proveWidening } from './widen.ts';
import { stepWordCell, type WordCell } from './word-cell.ts';

const bitsOf = (value: number, count: number): number[] => Array.from({ length: count }, (_, i) => (value >>> i) & 1);

/** All automata of two states over two classes. */
const allAutomata: readonly Automaton[] = Array.from({ length: 64 }, (_, code) => ({
  kind: 'automaton',
  classes: 2,
  states: 2,
  counters: 0,
  next: bitsOf(code, 4),
  moves: [],
  answers: bitsOf(code >>> 4, 2),
}));

describe('AutomatonProposer', () => {
  it('finds an automaton of two states exactly when one of all 64 fits', () => {
    let found = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const rng = createRng(`proposer/${seed}`);
      const drawn = Array.from({ length: 4 }, () => Array.from({ length: rng.int(1, 5) }, () => rng.bit()));
      const strings = new Map(drawn.map((string) => [string.join(''), string]));
      const examples = [...strings.values()].map((string) => finalSequence(string, rng.bit()));
      const fits = allAutomata.some((automaton) => examples.every((one) => agreesWith(automaton, one)));
      const proposal = new AutomatonProposer({ classes: 2, answers: 2, states: 2, counters: 0 }).propose(examples, 1e5);
      expect(proposal.answer, `seed ${seed}`).toBe(fits ? 'candidate' : 'none');
      if (proposal.answer !== 'candidate') continue;
      expect(examples.every((one) => agreesWith(proposal.candidate, one))).toBe(true);
      found += 1;
    }
    expect(found).toBeGreaterThan(10);
    expect(found).toBeLessThan(60);
  });

  it('finds a stack of two symbols exactly when one of all 4,096 tables fits', () => {
    const size = { classes: 2, answers: 2, states: 1, counters: 0, symbols: 2 } as const;
    const tables = Array.from({ length: 4096 }, (_, code): Automaton => ({
      kind: 'automaton',
      ...size,
      next: [0, 0, 0, 0, 0, 0],
      moves: [],
      stack: Array.from({ length: 6 }, (_unused, row) => (code >>> (2 * row)) & 3),
      answers: [0, 1, 2],
    }));
    let found = 0;
    for (let seed = 0; seed < 16; seed += 1) {
      const rng = createRng(`stack-proposer/${seed}`);
      const drawn = Array.from({ length: 14 }, () => Array.from({ length: rng.int(1, 7) }, () => rng.bit()));
      const strings = new Map(drawn.map((string) => [string.join(''), string]));
      const target = { ...rng.pick(tables), answers: [rng.bit(), rng.bit(), rng.bit()] };
      const label = (string: number[]): number => (seed % 2 === 0 ? rng.bit() : runAutomaton(target, string).at(-1)!);
      const examples = [...strings.values()].map((string) => finalSequence(string, label(string)));
      // A table fits when no top of the stack is met with two labels.
      const fits = tables.some((each) => {
        const met: (number | undefined)[] = [];
        return examples.every(({ classes, labels }) => {
          const top = runAutomaton(each, classes).at(-1)!;
          met[top] ??= labels.at(-1)!;
          return met[top] === labels.at(-1);
        });
      });
      const proposal = new AutomatonProposer(size).propose(examples, 1e6);
      expect(proposal.answer, `seed ${seed}`).toBe(fits ? 'candidate' : 'none');
      if (proposal.answer !== 'candidate') continue;
      expect(examples.every((one) => agreesWith(proposal.candidate, one))).toBe(true);
      found += 1;
    }
    expect(found).toBeGreaterThan(6);
    expect(found).toBeLessThan(16);
  });
});

/** Up on one class, down on the other; below zero it stays. */
const depth: Automaton = {
  kind: 'automaton',
  classes: 2,
  states: 1,
  counters: 1,
  next: new Array<number>(6).fill(0),
  moves: [[Move.up, Move.up, Move.hold, Move.down, Move.down, Move.hold]],
  answers: [1, 0, 0],
};

describe('provePlan', () => {
  const plan = planProgram(depth, { maxLength: 16 });

  it('proves that a count wide enough never wraps, and the bound that the runs suggest', () => {
    const claims = provePlan(plan, 16, [{ least: -1, most: 16 }]);
    expect(claims.map(({ claim }) => claim)).toEqual([
      'count 0 never wraps within 16 tokens',
      'count 0 is never below -1',
    ]);
    for (const { cnf, proof } of claims.flatMap(({ proofs }) => proofs)) {
      expect(checkProof(parseDimacs(cnf), proof).verified).toBe(true);
    }
  });

  it('claims neither that a narrow count never wraps nor a bound that does not hold', () => {
    expect(provePlan(plan, 64, [])).toEqual([]);
    const claims = provePlan(plan, 16, [{ least: 0, most: 16 }]);
    expect(claims.map(({ claim }) => claim)).toEqual(['count 0 never wraps within 16 tokens']);
  });
});

/** Adds the first carry; class 1 complements the word as well, so its zero is elsewhere at every width. */
const adder: WordCell = {
  kind: 'word-cell',
  classes: 2,
  width: 4,
  cellBit: [0, 1, 1, 0, 1, 0, 0, 1],
  cellCarry: [0, 0, 0, 1, 0, 0, 0, 1],
  controlMode: new Array<number>(8).fill(0),
  controlCarry: [1, 1, 1, 1, 0, 0, 0, 0],
  answers: [0, 1, 0, 0],
};

describe('proveWidening', () => {
  it('holds of a word that counts', () => {
    expect(stepWordCell(adder, 6, 0)).toBe(7);
    const widening = proveWidening(adder, 14);
    expect(widening.answer === 'proved' && widening.pairs.length).toBe(8);
  });

  it('is refuted by the shortest tokens where the top bit depends on the width', () => {
    // The carry flips at every place, so what arrives at the top depends on how many places there are.
    const flipping: WordCell = { ...adder, cellBit: [0, 0, 1, 1, 0, 0, 1, 1], cellCarry: [1, 1, 0, 0, 1, 1, 0, 0] };
    expect(proveWidening(flipping, 14)).toMatchObject({ answer: 'proved' });
    expect(proveWidening(flipping, 13)).toEqual({ answer: 'refuted', tokens: [0] });
  });
});

describe('certifyWidening', () => {
  it('has a proof that checks exactly where looking at every pair finds no difference', () => {
    const answers = { proved: 0, refuted: 0 };
    const relations = new Set<string>();
    for (let seed = 0; seed < 50; seed += 1) {
      const rng = createRng(`widen/${seed}`);
      const bits = (count: number): number[] => Array.from({ length: count }, () => rng.bit());
      const drawn: WordCell = {
        ...adder,
        width: 3,
        // Half of them are adders with another control, which widen more often than random cells.
        ...(seed % 2 === 0 && { cellBit: bits(8), cellCarry: bits(8) }),
        controlMode: bits(8),
        controlCarry: bits(8),
      };
      const { answer } = proveWidening(drawn, 6);
      answers[answer] += 1;
      const claim = certifyWidening(drawn, 6);
      expect(claim !== undefined, `seed ${seed}`).toBe(answer === 'proved');
      if (claim === undefined) continue;
      relations.add(claim.claim.includes('signed number') ? 'number' : 'pairs');
      for (const { cnf, proof } of claim.proofs) expect(checkProof(parseDimacs(cnf), proof).verified).toBe(true);
    }
    expect(Math.min(answers.proved, answers.refuted)).toBeGreaterThan(5);
    expect(relations.size).toBe(2);
  });
});
