import type { PreferencePair, RewardedText } from '#foundation/contracts/self-play';
import { hashOf } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { keptPair } from './tell-iteration.ts';
import { type MeasuredQuestion, reliabilityValues } from './measure-questions.ts';
import { type Play, sourceOf } from './play.ts';

/** The pairs that a batch of questions teaches. */
export function pairsOf(play: Play, measured: readonly MeasuredQuestion[], iteration: number): PreferencePair[] {
  const { form } = play.ports;
  return measured.flatMap(({ question, judged, pairs, reliability }) =>
    pairs.map((pair): PreferencePair => {
      const kept = keptPair(pair, judged.judgements.answers);
      return {
        id: hashOf([question, kept.chosen, kept.rejected, iteration]).slice(0, 16),
        iteration,
        prompt: form.put(question),
        ...kept,
        reliability: reliabilityValues(reliability),
        source: sourceOf(play),
      };
    }),
  );
}

/** The judged answers of kept questions, for policy gradients: one group per question. */
export function rewardedAnswers(play: Play, measured: readonly MeasuredQuestion[], iteration: number): RewardedText[] {
  const { form } = play.ports;
  return measured
    .filter(({ refusal }) => refusal === undefined)
    .flatMap(({ question, judged }, q) =>
      judged.judgements.answers.flatMap(({ text, scores, strong }, i) =>
        Array.from({ length: scores.length === 0 ? 0 : strong }, (_, n): RewardedText => ({
          id: `a${iteration}-${q}-${i}-${n}`,
          prompt: form.put(question),
          completion: text,
          reward: mean(scores),
          group: question,
        })),
      ),
    );
}
