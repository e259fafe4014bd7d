import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { hasAnswers, isFaultless, markAnswers } from '../reward-labels.ts';
import { evaluateFold, readLists } from './evaluate-fold.ts';
import {
  foldBindings,
  type FoldHypothesis,
  joins,
  mixes,
  numberedSides,
  quests,
  type Sides,
  sidesApart,
} from './fold-hypothesis.ts';
import { foldPlan } from './fold-plan.ts';

const BATCH = 100;
const EXAMPLES = 200;
const TURN = 100_000;

interface FoldExample {
  readonly lists: readonly (readonly (readonly number[])[])[];
  readonly answer: number;
}

/** Folds of lists of lists under all valuations of their symbols: is there one, are all such that … */
export const foldClass: HypothesisClass<FoldHypothesis> = {
  name: 'fold over valuations',
  says: 'lists of lists of symbols are folded under every valuation of what the symbols stand for',
  admits: (face) => foldBindings(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    while (evidence.episodes.length < EXAMPLES) {
      practice.play('chance', BATCH);
      yield undefined;
    }
    for (const binding of foldBindings(face)) {
      const examples = foldExamples(evidence.episodes, binding, face).slice(0, EXAMPLES);
      const symbols = face.observation.ports[binding.lists[0]!]!.values;
      const apart = sidesApart(
        examples.flatMap(({ lists }) => lists.flat()),
        symbols,
      );
      let spent = 0;
      for (const candidate of candidates(
        apart === undefined ? numberedSides(symbols) : [apart],
        binding.lists.length,
      )) {
        const wrong = examples.find(({ lists, answer }) => {
          const found = evaluateFold(candidate, lists);
          spent += found.effort;
          meter.spend(found.effort);
          return found.answer !== answer;
        });
        if (spent > TURN) {
          spent = 0;
          yield undefined;
        }
        if (wrong !== undefined || examples.length === 0) continue;
        const from = evidence.episodes.length;
        yield { ...binding, ...candidate };
        const port = face.action.ports[binding.answer]!;
        if (isFaultless(evidence.episodes, evidence.episodes.length - from, port, face.action.ports)) return 'settled';
      }
    }
  },

  refute(hypothesis, { episodes }, face) {
    const port = face.action.ports[hypothesis.answer]!;
    return markAnswers(episodes, port, face.action.ports).find(({ step, words, right }) => {
      const lists = hypothesis.lists.map((index) =>
        readLists(step.observation, face.observation.ports[index]!, face.observation.ports),
      );
      return (evaluateFold(hypothesis, lists).answer === words[0]) !== (right === 1);
    })?.step;
  },

  carry(hypothesis, from, to) {
    const next = foldBindings(to).find(({ lists }) => String(lists) === String(hypothesis.lists));
    if (next === undefined || from.observation.ports.length !== to.observation.ports.length) return undefined;
    const symbols = to.observation.ports[next.lists[0]!]!.values;
    const before = from.observation.ports[next.lists[0]!]!.values;
    if (symbols === before) return hypothesis;
    const way = numberedSides(before).findIndex((sides) => String(sides.thing) === String(hypothesis.sides.thing));
    return way < 0 ? undefined : { ...hypothesis, ...next, sides: numberedSides(symbols)[way]! };
  },

  toMachine: (hypothesis, face) => foldPlan(hypothesis, face),

  describe: ({ inner, outer, mix, quest, lists }) =>
    `${quest} valuation of ${outer}(${inner}(symbols))${lists.length === 2 ? `, lists mixed by ${mix}` : ''}`,

  cost: ({ lists }) => Math.log2(joins.length ** 2 * quests.length * (lists.length === 2 ? mixes.length : 1)),
};

function* candidates(
  ways: readonly Sides[],
  lists: number,
): Generator<Omit<FoldHypothesis, 'lists' | 'answer'>, void, void> {
  for (const sides of ways) {
    for (const inner of joins) {
      for (const outer of joins) {
        for (const mix of lists === 1 ? (['first'] as const) : mixes.slice(1)) {
          for (const quest of quests) yield { sides, inner, outer, mix, quest };
        }
      }
    }
  }
}

function foldExamples(
  episodes: readonly BitEpisode[],
  { lists, answer }: Pick<FoldHypothesis, 'lists' | 'answer'>,
  face: FacePorts,
): FoldExample[] {
  const { ports } = face.observation;
  return markAnswers(episodes, face.action.ports[answer]!, face.action.ports).map(({ step, words, right }) => ({
    lists: lists.map((index) => readLists(step.observation, ports[index]!, ports)),
    answer: right === 1 ? words[0]! : 1 - words[0]!,
  }));
}
