import { hashOf } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { goesOn } from '../reward-labels.ts';
import { seenActions } from '../seen-actions.ts';
import { readWord } from '../word-view.ts';
import { type CopyHypothesis, placeOf, type RewardTerm, statePorts } from './copy-hypothesis.ts';
import { copyBindings, fitCopies } from './fit-copies.ts';
import { copyPlan } from './copy-plan.ts';

const MOST_ACTIONS = 8;
const BATCH = 100;
const FIRST_LOOK = 500;
const MOST_EPISODES = 4000;
/** A copy model that does not give this share of next states is none. */
const LEAST_EXPLAINED = 0.8;
/** What is left of rewards where they are explained to the last. */
const EXACT = 1e-6;

/** The observation carries the world: the next state is copied out of it, and rewards are read from its lists. */
export const copyModelClass: HypothesisClass<CopyHypothesis> = {
  name: 'copy model',
  says: 'the next state is one of two words of the observation, rewards are sums over its lists; values are computed backwards',
  admits: (face) => statePorts(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    if (!goesOn(evidence.episodes)) return;
    const tried = new Set<string>();
    for (let wanted = FIRST_LOOK; wanted <= MOST_EPISODES; wanted *= 2) {
      while (evidence.random.length < wanted) {
        practice.play('chance', BATCH);
        yield undefined;
      }
      const episodes = evidence.random.slice(0, wanted);
      const actions = seenActions(episodes, MOST_ACTIONS);
      if (actions.length < 2) return;
      const bindings = copyBindings(face, episodes);
      if (bindings.length === 0) return;
      for (const binding of bindings) {
        const fitted = fitCopies(face, binding, { actions, episodes }, meter);
        yield undefined;
        if (fitted === undefined || fitted.explained < LEAST_EXPLAINED || tried.has(hashOf(fitted.hypothesis)))
          continue;
        tried.add(hashOf(fitted.hypothesis));
        yield fitted.hypothesis;
        if (fitted.explained === 1 && fitted.error < EXACT) return 'settled';
      }
    }
  },

  refute({ binding, actions, first, second }, { episodes }, { observation: { ports } }) {
    const { offset, width } = ports[binding.state]!;
    for (const { steps } of episodes) {
      for (const step of steps) {
        const action = actions.findIndex((bits) => bits.every((bit, i) => bit === step.action[i]));
        if (step.next === undefined || action < 0) continue;
        const state = readWord(step.observation, offset, width);
        const next = readWord(step.next, offset, width);
        const copies = [first, second].map((rows) =>
          readWord(step.observation, placeOf(rows[action]![state]!, ports), width),
        );
        if (!copies.includes(next)) return step;
      }
    }
    return undefined;
  },

  carry(hypothesis, from, to) {
    const isSame =
      JSON.stringify(from.action) === JSON.stringify(to.action) &&
      JSON.stringify(from.observation) === JSON.stringify(to.observation);
    return isSame ? hypothesis : undefined;
  },

  toMachine: (hypothesis, face) => copyPlan(hypothesis, face),

  describe({ slip, terms, horizon, first }) {
    const sum = terms.map(({ term, weight }) => `${weight.toFixed(2)} · ${termText(term)}`).join(' + ');
    return `the next of ${first[0]!.length} states is copied, ${(100 * slip).toFixed(0)} % from a second word; reward = ${sum}; ${horizon} steps back`;
  },

  cost: ({ first, terms }) => first.length * first[0]!.length * 2 * 6 + 16 * terms.length,
};

function termText(term: RewardTerm): string {
  switch (term.kind) {
    case 'one':
      return '1';
    case 'list':
      return `word ${term.list}[next]`;
    case 'scaled':
      return `word ${term.scalar} · word ${term.list}[next]`;
    case 'near':
      return `[word ${term.list} is one action from next]`;
  }
}
