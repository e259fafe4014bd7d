import { portsOfShape, type WordShape, widthOfShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { InstalledThinker } from '../installed-thinker.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import { writeWord } from '../word-view.ts';
import { featuresOf, featureReader } from './feature.ts';
import { legalActions } from './legal-actions.ts';
import { askTree, growTree, leavesOf } from './policy-tree.ts';
import { proveTree } from './prove-tree.ts';
import { valuePlan } from './value-plan.ts';

const word = (values: number): WordShape => ({ kind: 'word', width: Math.ceil(Math.log2(values)), values, low: 0 });
const sideOf = (shape: WordShape) => ({ width: widthOfShape(shape), ports: portsOfShape(shape) });

/** A scalar that points into a list, and a record of two words that is there at times. */
const face = {
  observation: sideOf({
    kind: 'fields',
    fields: [
      word(3),
      { kind: 'list', count: 3, item: word(4) },
      {
        kind: 'cases',
        tag: { kind: 'word', width: 1, values: 2, low: 0 },
        cases: [
          { kind: 'fields', fields: [] },
          { kind: 'fields', fields: [word(2), word(2)] },
        ],
      },
    ],
  }),
  action: sideOf({
    kind: 'cases',
    tag: { kind: 'word', width: 2, values: 3, low: 0 },
    cases: [{ kind: 'fields', fields: [] }, word(3), { kind: 'list', count: 2, item: word(2), ends: 'length' }],
  }),
};

const rng = createRng('linear values');

function observationByChance(): Uint8Array {
  const bits = Uint8Array.from({ length: face.observation.width }, () => rng.bit());
  writeWord(bits, 0, 2, rng.below(3));
  return bits;
}

const episodes = Array.from({ length: 40 }, () => ({
  by: 'chance' as const,
  total: 0,
  steps: Array.from({ length: 5 }, () => ({
    observation: observationByChance(),
    action: new Uint8Array(4),
    reward: 0,
  })),
}));

describe('legal actions', () => {
  it('are all that tags, ranges and lengths allow', () => {
    // One without words, three of a word, and lists of none, one and two bits.
    expect(legalActions(face.action, 64)).toHaveLength(1 + 3 + (1 + 2 + 4));
    expect(new Set(legalActions(face.action, 64).map(String)).size).toBe(11);
  });

  it('are none where there are too many', () => {
    expect(legalActions(face.action, 10)).toEqual([]);
  });
});

describe('features', () => {
  it('are words that vary and words pointed at', () => {
    const kinds = featuresOf(face, episodes).map(({ kind }) => kind);
    const count = (kind: string): number => kinds.filter((each) => each === kind).length;
    expect([count('word'), count('pointed')]).toEqual([1 + 3 + 1 + 2, 1]);
  });
});

describe('a tree of word tests', () => {
  const features = featuresOf(face, episodes);
  const actions = legalActions(face.action, 64);
  const reader = featureReader(features, face);
  const states = episodes.flatMap(({ steps }) => steps.map(({ observation }) => reader(observation)));
  const codes = features.map((_, i) => 1 + Math.max(...states.map((state) => state[i]!), 20));
  const chosen = states.map((state) => (3 * state[0]! + state.at(-1)!) % actions.length);
  const weights = states.map(() => 1);
  const grow = (leaves: number) =>
    growTree(
      { states, actions: chosen, weights },
      { codes, actions: actions.length, leaves, depth: 24 },
      () => undefined,
    );

  it('makes the choices it was grown from', () => {
    const tree = grow(400);
    expect(states.map((state) => askTree(tree, state))).toEqual(chosen);
  });

  it('has no more leaves than it may', () => {
    expect(leavesOf(grow(5))).toBeLessThanOrEqual(5);
  });

  it('is proved to decide as its paths say', () => {
    const claims = proveTree({ features, tree: grow(12), actions: actions.map((bits) => [...bits]) }, face);
    expect(claims.map(({ claim }) => claim)).toEqual([expect.stringMatching(/^\d+ cases decide as their tests say$/)]);
  });

  it('acts as a machine as it does as a tree, and always within the ranges', () => {
    const tree = grow(400);
    const plan = valuePlan({ features, tree, actions: actions.map((bits) => [...bits]) }, face);
    const machine = new InstalledThinker(plan, 128);
    for (let episode = 0; episode < 3; episode += 1) {
      machine.begin();
      for (let step = 0; step < 20; step += 1) {
        const seen = Array.from({ length: 128 }, observationByChance);
        const wanted = seen.map((bits) => [...actions[askTree(tree, reader(bits))]!]);
        expect(machine.act(seen).map((bits) => [...bits!])).toEqual(wanted);
      }
    }
    expect(proveThinkPlan(plan, face).open).toEqual([]);
  });
});
