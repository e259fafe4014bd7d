import { type FacePorts, portsOfShape, type WordShape } from '#foundation/contracts/words';
import { createRng, type Rng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { hypothesisClasses } from './hypothesis-classes.ts';
import { type Ruled, ruledPractice } from './fixtures/ruled-practice.ts';
import type { HypothesisClass } from './hypothesis-class.ts';
import { race, raceDefaults, type RaceResult } from './race.ts';
import { sequenceClass } from './sequences/sequence-class.ts';
import { stateMachineClass } from './state-machines/state-machine-class.ts';
import { termClass } from './terms/term-class.ts';
import { readPort, writeWord } from './word-view.ts';

const wordOf = (values: number): WordShape => ({
  kind: 'word',
  width: Math.max(1, Math.ceil(Math.log2(values))),
  values,
  low: 0,
});

function faceOf(observation: WordShape, answers: number, bits: number): FacePorts {
  const action = wordOf(answers);
  return {
    observation: { width: bits, ports: portsOfShape(observation) },
    action: { width: Math.ceil(Math.log2(answers)), ports: portsOfShape(action) },
  };
}

function learn(classes: readonly HypothesisClass[], face: FacePorts, draw: (rng: Rng) => Ruled): RaceResult {
  const practice = ruledPractice(face, draw, createRng('ruled'));
  return race({ ...raceDefaults, classes, practice, rng: createRng('race') });
}

/** A random automaton: next state by token and state; its answers are drawn too. */
function randomMachine(rng: Rng, tokens: number, states: number, answers: number) {
  const next = Array.from({ length: tokens }, () => Array.from({ length: states }, () => rng.below(states)));
  const says = Array.from({ length: states }, (_, state) => (state < answers ? state : rng.below(answers)));
  return (seen: readonly number[]): number[] => {
    let state = 0;
    return seen.map((token) => says[(state = next[token]![state]!)]!);
  };
}

describe('a state machine', () => {
  it.each([1, 2, 3, 4])('is learnt from what is earned step by step (%i)', (seed) => {
    const rng = createRng(`machine/${seed}`);
    const machine = randomMachine(rng, 4, 6, 3);
    const face = faceOf({ kind: 'fields', fields: [wordOf(2), wordOf(2)] }, 3, 2);
    const { winner } = learn([stateMachineClass], face, (draws) => {
      const seen = Array.from({ length: 12 }, () => draws.below(4));
      // The first word is the higher digit of the token.
      return { seen: seen.map((token) => Uint8Array.of(token >> 1, token & 1)), answers: machine(seen) };
    });
    expect(winner!.mean).toBe(12);
  });
});

describe('a sequence program', () => {
  it.each([1, 2, 3])('is climbed to over records of two words (%i)', (seed) => {
    const rng = createRng(`records/${seed}`);
    // Most tokens leave most states as they are, as words that say nothing do.
    const next = Array.from({ length: 9 }, () =>
      Array.from({ length: 4 }, (_, state) => (rng.chance(0.6) ? state : rng.below(4))),
    );
    const answerOf = (seen: readonly number[]): number => seen.reduce((state, token) => next[token]![state]!, 0);
    const item: WordShape = { kind: 'fields', fields: [wordOf(3), wordOf(3)] };
    const face = faceOf({ kind: 'list', count: 6, item }, 4, 24);
    const { winner } = learn([sequenceClass], face, (draws) => {
      const seen = Array.from({ length: 6 }, () => draws.below(9));
      const bits = new Uint8Array(24);
      for (const [i, token] of seen.entries()) {
        writeWord(bits, 4 * i, 2, Math.floor(token / 3));
        writeWord(bits, 4 * i + 2, 2, token % 3);
      }
      return { seen: [bits], answers: [answerOf(seen)] };
    });
    expect(winner!.mean).toBe(1);
  });
});

describe('a modular sum', () => {
  const count = 5;
  const listFace = (modulus: number, length = count): FacePorts =>
    faceOf({ kind: 'list', count: length, item: wordOf(8) }, modulus, 3 * length);
  const drawList =
    (rule: (words: readonly number[]) => number, length = count) =>
    (draws: Rng): Ruled => {
      const bits = Uint8Array.from({ length: 3 * length }, () => draws.bit());
      return { seen: [bits], answers: [rule(readPort(bits, listFace(2, length).observation.ports[0]!))] };
    };

  it.each([2, 3, 4, 7, 10, 12])('is solved for, modulo %i', (modulus) => {
    const rng = createRng(`sum/${modulus}`);
    const multiples = Array.from({ length: count }, () => rng.below(modulus));
    const rule = (words: readonly number[]): number =>
      words.reduce((sum, word, i) => sum + word * multiples[i]!, 1) % modulus;
    const { winner } = learn([termClass], listFace(modulus), drawList(rule));
    expect(winner!.mean).toBe(1);
  });

  it('of tables is solved for where words are names', () => {
    const rng = createRng('tables');
    const tables = Array.from({ length: count }, () => Array.from({ length: 8 }, () => rng.below(6)));
    const rule = (words: readonly number[]): number => words.reduce((sum, word, i) => sum + tables[i]![word]!, 0) % 6;
    const { winner } = learn([termClass], listFace(6), drawList(rule));
    expect(winner!.mean).toBe(1);
  });

  it('goes on with its multiples on a longer list', () => {
    const rule = (words: readonly number[]): number =>
      words.toReversed().reduce((sum, word, i) => sum + word * (i % 2 === 0 ? 3 : 1), 0) % 10;
    const first = learn([termClass], listFace(10), drawList(rule)).winner!;
    expect(first.says).toContain('[3, 1]');
    const practice = ruledPractice(listFace(10, 9), drawList(rule, 9), createRng('longer'));
    const options = { ...raceDefaults, classes: [termClass], practice, rng: createRng('race') };
    const { winner } = race({ ...options, skills: [first.learnt] });
    expect(winner).toMatchObject({ carried: true, mean: 1 });
  });
});

it('no class is named twice', () => {
  const names = hypothesisClasses.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
