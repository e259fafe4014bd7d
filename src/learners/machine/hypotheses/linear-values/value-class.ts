import type { PortedBits } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import type { BitEpisode } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { actionText, sayCases, wordText } from '../say-cases.ts';
import type { WordTree } from '../word-tree.ts';
import { type Feature, featuresOf } from './feature.ts';
import { withoutNoise } from './noise-words.ts';
import { legalActions } from './legal-actions.ts';
import { growTree, leavesOf, type PolicyTree } from './policy-tree.ts';
import { proveTree } from './prove-tree.ts';
import { ValueLearner } from './value-learner.ts';
import { type ValueHypothesis, valuePlan } from './value-plan.ts';

/** Past this many actions each would be tried too seldom. */
const MOST_ACTIONS = 64;
const BATCH = 100;
/** Episodes by chance before words are told from noise. */
const LOOK = { steps: 1500, episodes: 1000 } as const;
/** Episodes between two proposals grow by this factor. */
const GROWTH = 1.7;
const FIRST_PROPOSAL = 3000;
/** States that a tree is grown from, the latest first, and its size. */
const MOST_STATES = 16_000;
const TREE = { leaves: 400, depth: 24 } as const;

/**
 * Values of actions as sums over words, pairs of words and words that are pointed at, learnt by reward from whatever was
 * played; then distilled to a tree of word tests, which is a circuit.
 */
export const valueClass: HypothesisClass<ValueHypothesis> = {
  name: 'linear values',
  says: 'sums over words and their pairs say what an action is worth; a tree of word tests acts by them',
  admits: ({ action }) => legalActions(action, MOST_ACTIONS).length > 1,

  *propose({ face, practice, evidence, meter, rng }: Search) {
    const actions = legalActions(face.action, MOST_ACTIONS);
    while (stepsOf(evidence.episodes) < LOOK.steps && evidence.episodes.length < LOOK.episodes) {
      practice.play('chance', BATCH);
      yield undefined;
    }
    const look = evidence.episodes.slice(0, LOOK.episodes);
    const { features, effort } = withoutNoise(featuresOf(face, look), face, look);
    meter.spend(effort);
    if (features.length === 0) return;
    const learner = new ValueLearner(face, features, actions);
    let [seen, proposed, last] = [0, FIRST_PROPOSAL, ''];
    for (;;) {
      for (; seen < evidence.episodes.length; seen += 1) meter.spend(learner.learn(evidence.episodes[seen]!));
      if (learner.learnt >= proposed) {
        proposed = learner.learnt * GROWTH;
        const choices = learner.choices(latest(evidence.episodes));
        meter.spend(choices.states.length * learner.table.terms);
        const tree = growTree(choices, { ...TREE, codes: learner.codes, actions: actions.length }, (effort) =>
          meter.spend(effort),
        );
        const hypothesis = hypothesisOf(learner, tree, actions);
        const hash = hashOf(hypothesis);
        if (hash !== last) yield hypothesis;
        last = hash;
      }
      const played = practice.play(learner.explorer(rng), BATCH);
      meter.spend(played.reduce((sum, { steps }) => sum + steps.length, 0) * learner.table.terms);
      yield undefined;
    }
  },

  // A value is an average: no single step contradicts it.
  refute: () => undefined,

  carry(hypothesis, from, to) {
    const isSame = JSON.stringify([from.observation, from.action]) === JSON.stringify([to.observation, to.action]);
    return isSame ? hypothesis : undefined;
  },

  toMachine: (hypothesis, face) => valuePlan(hypothesis, face),

  prove: (hypothesis, face) => proveTree(hypothesis, face),

  describe({ features, tree, actions }, { observation, action }) {
    return sayCases(wordTree(tree), {
      feature: (feature) => featureText(features[feature]!, observation),
      low: (feature) => observation.ports[features[feature]!.port]!.low,
      label: (label) => actionText(actions[label]!, action),
    });
  },

  cost: ({ features, tree, actions }) => {
    const leaves = leavesOf(tree);
    return leaves * Math.log2(actions.length) + (leaves - 1) * (Math.log2(features.length) + 4);
  },
};

function wordTree(tree: PolicyTree): WordTree {
  if ('action' in tree) return { leaf: tree.action };
  const { feature, value, test, yes, no } = tree;
  return { test: { feature, value, equal: test === 'is' }, yes: wordTree(yes), no: wordTree(no) };
}

function featureText(feature: Feature, observation: PortedBits): string {
  switch (feature.kind) {
    case 'word':
      return wordText(feature.port, feature.item, observation);
    case 'pointed':
      return `word ${feature.port} at word ${feature.by}${feature.back === 0 ? '' : ` − ${feature.back}`}`;
  }
}

function stepsOf(episodes: readonly BitEpisode[]): number {
  return episodes.reduce((sum, { steps }) => sum + steps.length, 0);
}

/** The latest episodes, as many as give the states that a tree is grown from. */
function latest(episodes: readonly BitEpisode[]): readonly BitEpisode[] {
  let [first, states] = [episodes.length, 0];
  while (first > 0 && states < MOST_STATES) {
    first -= 1;
    states += episodes[first]!.steps.length;
  }
  return episodes.slice(first);
}

function hypothesisOf({ features }: ValueLearner, tree: PolicyTree, actions: readonly Uint8Array[]): ValueHypothesis {
  return { features, tree, actions: actions.map((bits) => [...bits]) };
}
