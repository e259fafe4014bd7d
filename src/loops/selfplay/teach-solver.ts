import type { PreferencePair, RewardedText } from '#contracts/self-play';
import { hashOf } from '#kernel';
import { mean } from '#statistics';
import type { MeasuredQuestion } from './measure-questions.ts';
import type { Play } from './play.ts';

/** The pairs that a batch of questions teaches. */
export function pairsOf(play: Play, measured: readonly MeasuredQuestion[], iteration: number): PreferencePair[] {
  const { form, journal } = play.ports;
  return measured.flatMap(({ question, judged, pairs, reliability }) =>
    pairs.map(({ chosen, rejected, margin, test }): PreferencePair => {
      const [best, worst] = [judged.judgements.answers[chosen]!, judged.judgements.answers[rejected]!];
      const { cons, sep, stab, combined } = reliability;
      return {
        id: hashOf([question, best.text, worst.text, iteration]).slice(0, 16),
        iteration,
        prompt: form.put(question),
        chosen: best.text,
        rejected: worst.text,
        scoreChosen: mean(best.scores),
        scoreRejected: mean(worst.scores),
        margin,
        flipRate: test.flipRate(),
        reliability: { cons: cons.value, sep: sep.value, stab: stab.value, combined: combined.value },
        source: journal.run,
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
