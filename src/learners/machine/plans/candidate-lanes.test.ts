import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { runAutomaton, signRows } from './automaton.ts';
import { AutomatonProposer } from './automaton-proposer.ts';
import { CandidateLanes } from './candidate-lanes.ts';
import { CandidateSpace } from './candidate-space.ts';
import { fewestErrors } from './fewest-errors.ts';
import { agreesWith } from './programs/program.ts';
import { finalSequence, type Sequence } from './sequence.ts';

const sizes = [
  { classes: 2, states: 2, counters: 0 },
  { classes: 3, states: 2, counters: 0 },
  { classes: 2, states: 3, counters: 0 },
  { classes: 2, states: 1, counters: 1 },
];

const draw = (rng: Rng, classes: number, length: number): number[] => Array.from({ length }, () => rng.below(classes));

describe('CandidateLanes', () => {
  it.each(sizes)(
    'has every automaton of $classes classes, $states states, $counters counters where it would be',
    (size) => {
      const space = new CandidateSpace(size);
      const lanes = new CandidateLanes(space, 12);
      const places = size.states * signRows(size.counters);
      const identity = Array.from({ length: places }, (_, place) => place);
      const tokens = draw(createRng(`lanes/${space.count}`), size.classes, 12);
      lanes.load(0);
      lanes.begin();
      const found = tokens.map((token) => (lanes.step(token), lanes.places()));
      for (let number = 0; number < space.count; number += 1) {
        const expected = runAutomaton(space.program(number, identity), tokens);
        const at = found.map((masks) => masks.findIndex((mask) => ((mask[number >>> 5]! >>> (number & 31)) & 1) === 1));
        expect(at, `automaton ${number}`).toEqual([...expected]);
      }
    },
  );
});

/** Strings whose labels some automaton of the space gives, or none does. */
function drawData(rng: Rng, space: CandidateSpace, isRandom: boolean): Sequence[] {
  const { classes, states, counters } = space.size;
  const answers = Array.from({ length: states * signRows(counters) }, () => rng.bit());
  const target = space.program(rng.below(space.count), answers);
  return Array.from({ length: 24 }, () => {
    const tokens = draw(rng, classes, rng.int(1, 9));
    return finalSequence(tokens, isRandom ? rng.bit() : runAutomaton(target, tokens).at(-1)!);
  });
}

describe('fewestErrors', () => {
  it('with no error allowed finds an automaton exactly when the solver does', () => {
    const answers = { candidate: 0, none: 0, unknown: 0 };
    for (let seed = 0; seed < 12; seed += 1) {
      const rng = createRng(`exact/${seed}`);
      const space = new CandidateSpace(sizes[seed % sizes.length]!);
      const data = drawData(rng, space, seed % 3 === 0);
      const { program } = fewestErrors(space, data, 2, 0);
      const { answer } = new AutomatonProposer({ ...space.size, answers: 2 }).propose(data, 1e6);
      answers[answer] += 1;
      expect(program !== undefined, `seed ${seed}`).toBe(answer === 'candidate');
      expect(program === undefined || data.every((one) => agreesWith(program, one))).toBe(true);
    }
    expect(Math.min(answers.candidate, answers.none)).toBeGreaterThan(2);
  });

  it('finds as few errors as any of the 64 automata of two states has', () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const rng = createRng(`noisy/${seed}`);
      const space = new CandidateSpace(sizes[0]!);
      const data = drawData(rng, space, false).map((one) =>
        rng.chance(0.2) ? finalSequence(one.classes, 1 - one.labels.at(-1)!) : one,
      );
      const every = Array.from({ length: 64 }, (_, code) => {
        const program = space.program(code & 15, [(code >>> 4) & 1, (code >>> 5) & 1]);
        return data.filter((one) => !agreesWith(program, one)).length;
      });
      const best = Math.min(...every);
      expect(fewestErrors(space, data, 2, 0.5), `seed ${seed}`).toMatchObject({ errors: best, candidates: 16 });
      expect(fewestErrors(space, data, 2, (best - 1) / data.length).program).toBeUndefined();
    }
  });
});
