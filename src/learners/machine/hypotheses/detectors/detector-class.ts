import type { FacePorts } from '#foundation/contracts/words';
import type { Rng } from '#foundation/kernel';
import type { BitEpisode, BitStep } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { type Actor, actorOf } from '../practice.ts';
import { hasAnswers } from '../reward-labels.ts';
import { readScalar, writeWord } from '../word-view.ts';
import {
  type DetectorBinding,
  detectorBindings,
  type DetectorHypothesis,
  gramCode,
  gramsOf,
  tokensAt,
  tokenValues,
} from './detector-hypothesis.ts';
import { detectorPlan } from './detector-plan.ts';
import { GramCounts } from './gram-counts.ts';

const BATCH = 200;
/** Answers by chance until there are so many right ones; then the answer of the detectors, some words drawn anew. */
const FIRST_HITS = 3;
const REDRAWN = 0.5;
/** A new proposal when the right answers have grown by this factor. */
const GROWTH = 1.6;
/** How fast an old right answer is forgotten when lists of tokens are compared. */
const FORGETTING = 0.02;
/** The effort of an answer, by tokens and words. */
const GRAM_EFFORT = 4;

/** Decision lists over runs of one to three tokens, one for each word of the action, learnt from answers that earned the most. */
export const detectorClass: HypothesisClass<DetectorHypothesis> = {
  name: 'n-gram detectors',
  says: 'runs of tokens that are present decide the words of an answer',
  admits: (face) => detectorBindings(face).length > 0,

  *propose({ face, practice, evidence, meter, rng }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    const learners = detectorBindings(face).map((binding) => new DetectorLearner(binding, face));
    let proposed = 0;
    let seen = 0;
    for (;;) {
      const fresh = evidence.episodes.slice(seen);
      seen = evidence.episodes.length;
      for (const learner of learners) meter.spend(learner.learn(fresh, evidence.highest));
      const [best] = learners.toSorted((a, b) => b.sureness - a.sureness);
      if (best!.hits >= FIRST_HITS && best!.hits >= GROWTH * proposed) {
        proposed = best!.hits;
        yield best!.hypothesis();
      }
      const isBlind = best!.hits < FIRST_HITS;
      const played = isBlind ? practice.play('chance', BATCH) : practice.play(best!.explorer(rng), BATCH);
      meter.spend(played.length * GRAM_EFFORT);
      yield undefined;
    }
  },

  refute({ binding, words }, { episodes, highest }, face) {
    const { ports } = face.observation;
    const values = tokenValues(binding.columns, ports);
    const wrong = episodes.find(({ steps, total }) => {
      const [step] = steps;
      if (steps.length !== 1 || total < highest) return false;
      const grams = gramsOf(tokensAt(step!.observation, binding.columns, ports), values);
      return words.some(({ otherwise, rules }, k) => {
        const rule = rules.find(({ gram }) => grams.has(gramCode(gram, values)));
        return (rule?.value ?? otherwise) !== readScalar(step!.action, face.action.ports[binding.answers[k]!]!);
      });
    });
    return wrong?.steps[0];
  },

  carry(hypothesis, from, to) {
    const next = detectorBindings(to).find(({ columns }) => String(columns) === String(hypothesis.binding.columns));
    const isSame =
      next !== undefined &&
      tokenValues(next.columns, from.observation.ports) === tokenValues(next.columns, to.observation.ports) &&
      next.answers.every((index, k) => {
        const before = from.action.ports[hypothesis.binding.answers[k] ?? -1];
        return before?.values === to.action.ports[index]!.values;
      });
    return isSame ? { ...hypothesis, binding: next } : undefined;
  },

  toMachine: (hypothesis, face) => detectorPlan(hypothesis, face),

  describe: ({ words }) =>
    words
      .map(
        ({ rules }, k) =>
          `word ${k}: ${rules.length} runs, such as ${rules[0]?.gram.join('·') ?? 'none'} → ${rules[0]?.value ?? ''}`,
      )
      .join('; '),

  cost: ({ words }) =>
    words.reduce((sum, { rules }) => sum + rules.reduce((bits, { gram }) => bits + 8 * gram.length + 3, 3), 0),
};

/** What one way to read the tokens has learnt so far. */
class DetectorLearner {
  hits = 0;
  /** Share of the words of the latest right answers that the detectors would have given as well: what tells tokens from noise. */
  sureness = 0;
  private readonly binding: DetectorBinding;
  private readonly face: FacePorts;
  private readonly values: number;
  private counts: GramCounts[];
  private examples: ReadonlySet<number>[] = [];
  private highest = -Infinity;

  constructor(binding: DetectorBinding, face: FacePorts) {
    this.binding = binding;
    this.face = face;
    this.values = tokenValues(binding.columns, face.observation.ports);
    this.counts = binding.answers.map(() => new GramCounts());
  }

  /** Learns from the episodes that earned the most; a higher return than ever makes all before it worthless. */
  learn(episodes: readonly BitEpisode[], highest: number): number {
    if (highest > this.highest) {
      this.highest = highest;
      this.hits = 0;
      this.counts = this.binding.answers.map(() => new GramCounts());
      this.examples = [];
    }
    let effort = 0;
    for (const { steps, total } of episodes) {
      const [step] = steps;
      if (steps.length !== 1 || total < highest) continue;
      const grams = this.gramsAt(step!.observation);
      effort += grams.size * this.counts.length;
      this.hits += 1;
      this.recall(step!, grams);
      this.examples.push(grams);
      for (const [k, counts] of this.counts.entries()) {
        counts.learn(grams, readScalar(step!.action, this.face.action.ports[this.binding.answers[k]!]!));
      }
    }
    return effort;
  }

  private recall(step: BitStep, grams: ReadonlySet<number>): void {
    const { face, binding } = this;
    const right = this.counts.filter(
      (counts, k) => counts.ask(grams).value === readScalar(step.action, face.action.ports[binding.answers[k]!]!),
    );
    this.sureness += FORGETTING * (right.length / this.counts.length - this.sureness);
  }

  hypothesis(): DetectorHypothesis {
    return {
      binding: this.binding,
      words: this.counts.map((counts) => ({
        otherwise: counts.otherwise(),
        rules: counts.rules(this.examples, this.values),
      })),
    };
  }

  /** The detectors' answer; half of the time with a word or two drawn anew, so that what is wrong can be found. */
  explorer(rng: Rng): Actor {
    const { face, binding } = this;
    return actorOf(() => (observation) => {
      const grams = this.gramsAt(observation);
      const words = this.counts.map((counts) => counts.ask(grams).value);
      const redraw = (): void => {
        const k = rng.below(words.length);
        words[k] = rng.below(face.action.ports[binding.answers[k]!]!.values);
      };
      if (rng.chance(REDRAWN)) {
        redraw();
        if (rng.chance(REDRAWN)) redraw();
      }
      const bits = new Uint8Array(face.action.width);
      for (const [k, word] of words.entries()) {
        const { offset, width } = face.action.ports[binding.answers[k]!]!;
        writeWord(bits, offset, width, word);
      }
      return bits;
    });
  }

  private gramsAt(observation: Uint8Array): Set<number> {
    return gramsOf(tokensAt(observation, this.binding.columns, this.face.observation.ports), this.values);
  }
}
