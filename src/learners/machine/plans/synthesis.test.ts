import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { type Automaton, runAutomaton } from './automaton.ts';
import { AutomatonProposer } from './automaton-proposer.ts';
import { agreesWith } from './programs/program.ts';
import { finalSequence } from './sequence.ts';
import { proveWidening } from './word-cells/widen.ts';
import { stepWordCell, type WordCell } from './word-cells/word-cell.ts';

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
