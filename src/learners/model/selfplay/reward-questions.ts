import type { PreferencePair, RewardedText } from '#foundation/contracts/self-play';
import { hashOf } from '#foundation/kernel';
import { type KindBeliefs, worthOf } from './kinds/kind-worth.ts';
import type { DrawnQuestion } from './draw-questions.ts';
import { type MeasuredQuestion, reliabilityValues } from './measure-questions.ts';
import type { SelfPlaySettings } from './settings.ts';

const unmeasured: PreferencePair['reliability'] = { cons: 0, sep: 0, stab: 0, combined: 0 };

/** A drawn text with what it earned the generator. */
export interface RewardedQuestion {
  readonly drawn: DrawnQuestion;
  readonly reward: number;
  /** What the judge made of it; nothing where it is no question, or one asked before. */
  readonly measured?: MeasuredQuestion;
}

/**
 * What each text earns.
 *
 *     reliability  f(R_cons, R_sep, R_stab) − λ_rep · share of the kind in the batch      (mode `seed`: λ_rep = 0)
 *     worth        worth of the kind over that of the best kind known − λ_rep · share of the kind among drafts
 *     difficulty   1 − 2 |p − ½| − λ_rep · share,  p the mean judged score
 *     no question  −λ_inv;  one asked before in the batch −λ_rep
 *
 * @source spec/reliability-loop §3; the share: R-Zero, arXiv:2508.05004, by kind instead of by BLEU cluster
 */
export function rewardQuestions(
  drawn: readonly DrawnQuestion[],
  measured: readonly MeasuredQuestion[],
  settings: SelfPlaySettings,
  beliefs: KindBeliefs,
): RewardedQuestion[] {
  const { generator } = settings;
  if (generator.reward === 'worth') return rewardDrafts(drawn, measured, settings, beliefs);
  const byQuestion = new Map(measured.map((each) => [each.question, each]));
  const counts = new Map<string, number>();
  for (const { kind } of measured) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return drawn.flatMap((each): RewardedQuestion[] => {
    if (each.fault === 'reserved' || each.fault === 'held out') return [];
    if (each.fault === 'repeated') return [{ drawn: each, reward: -generator.repetition }];
    const own = each.fault === undefined ? byQuestion.get(each.question) : undefined;
    if (each.fault !== undefined) return [{ drawn: each, reward: -generator.malformed }];
    if (own === undefined) return [];
    const share = (counts.get(own.kind) ?? 0) / Math.max(1, measured.length);
    const worth =
      generator.reward === 'difficulty' ? 1 - 2 * Math.abs(own.level - 0.5) : own.reliability.combined.value;
    return [{ drawn: each, reward: worth - generator.repetition * share, measured: own }];
  });
}

/** Every draft is rewarded by what is known of its kind, judged or not: the noise of one question's judgements moves nothing. */
function rewardDrafts(
  drawn: readonly DrawnQuestion[],
  measured: readonly MeasuredQuestion[],
  { generator }: SelfPlaySettings,
  beliefs: KindBeliefs,
): RewardedQuestion[] {
  const byQuestion = new Map(measured.map((each) => [each.question, each]));
  const asked = drawn.filter(({ fault }) => fault !== 'reserved' && fault !== 'held out');
  const counts = new Map<string, number>();
  for (const { kind, fault } of asked) if (fault === undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const worths = new Map([...counts.keys()].map((kind) => [kind, worthOf(beliefs, kind)]));
  const best = Math.max(1e-9, ...worths.values());
  return asked.map((each): RewardedQuestion => {
    if (each.fault === 'repeated') return { drawn: each, reward: -generator.repetition };
    if (each.fault !== undefined) return { drawn: each, reward: -generator.malformed };
    const share = counts.get(each.kind)! / asked.length;
    const own = byQuestion.get(each.question);
    const reward = worths.get(each.kind)! / best - generator.repetition * share;
    return { drawn: each, reward, ...(own !== undefined && { measured: own }) };
  });
}

/** Rewards as a policy gradient takes them: one group, since all texts answer one prompt. */
export function rewardedTexts(rewards: readonly RewardedQuestion[], iteration: number): RewardedText[] {
  return rewards.map(({ drawn, reward }, i) => ({
    id: `q${iteration}-${i}`,
    prompt: drawn.prompt,
    completion: drawn.text,
    reward,
    group: `${iteration}`,
  }));
}

/**
 * For trainers without a policy gradient: the best with the worst, the second with the last but one, … of what was rewarded. The
 * reliability is that of the chosen question; one that no judge saw was not measured, and counts as 0.
 */
export function rankedQuestions(
  rewards: readonly RewardedQuestion[],
  iteration: number,
  source: string,
): PreferencePair[] {
  const sorted = rewards.toSorted((a, b) => b.reward - a.reward);
  const count = Math.floor(sorted.length / 2);
  return Array.from({ length: count }, (_, i): PreferencePair => {
    const [best, worst] = [sorted[i]!, sorted[sorted.length - 1 - i]!];
    const level = (reward: number): number => Math.min(1, Math.max(0, reward));
    return {
      id: hashOf([iteration, best.drawn.text, worst.drawn.text]).slice(0, 16),
      iteration,
      prompt: best.drawn.prompt,
      chosen: best.drawn.text,
      rejected: worst.drawn.text,
      scoreChosen: level(best.reward),
      scoreRejected: level(worst.reward),
      margin: best.reward - worst.reward,
      flipRate: 0,
      reliability: best.measured === undefined ? unmeasured : reliabilityValues(best.measured.reliability),
      source,
    };
  }).filter(({ margin }) => margin > 0);
}
