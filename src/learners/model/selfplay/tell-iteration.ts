import type { PreferencePair } from '#foundation/contracts/self-play';
import type { Comparison, JudgedAnswer } from '#learners/model/judge';
import type { Estimate, Reliability } from '#learners/model/judge/reliability';
import { canonicalText, type Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { DrawnQuestion } from './draw-questions.ts';
import type { ComparedPair } from './compare-pairs.ts';
import type { MeasuredQuestion } from './measure-questions.ts';
import { meanInterval } from './mean-interval.ts';
import type { Play } from './play.ts';

/** A judged question as the run keeps it: what an exported task set is made of. */
export interface QuestionRecord {
  readonly question: string;
  readonly kind: string;
  readonly iteration: number;
  readonly refusal: string | null;
  readonly reliability: Readonly<Record<'cons' | 'sep' | 'stab' | 'combined', Estimate>>;
  readonly validity: number;
  readonly level: number;
  /** The answer that the judge liked best, and its mean score. */
  readonly best: string;
  readonly bestScore: number;
  /** All answers, best first, and the pairs trained on: chosen, rejected. */
  readonly answers: readonly string[];
  /** What the judge said of each of them, pass by pass, and of pairs of them: first, second, who won. */
  readonly votes: {
    readonly scores: readonly (readonly number[])[];
    /** How many of the drawn answers were this one, by regime. */
    readonly strong: readonly number[];
    readonly weak: readonly number[];
    readonly comparisons: readonly (readonly [number, number, Comparison['winner']])[];
  };
  readonly pairs: readonly KeptPair[];
  /** As the solver was asked. */
  readonly prompt: string;
  readonly generator: string;
  readonly solver: string;
}

/** A pair that was trained on: mean scores of both, their difference on the passes that did not rank them, and the label noise. */
export type KeptPair = Pick<
  PreferencePair,
  'chosen' | 'rejected' | 'scoreChosen' | 'scoreRejected' | 'margin' | 'flipRate'
>;

/** Reliability as plain data. */
function plain({ cons, sep, stab, combined }: Reliability): QuestionRecord['reliability'] {
  const of = ({ value, low, high }: Estimate): Estimate => ({ value, low, high });
  return { cons: of(cons), sep: of(sep), stab: of(stab), combined: of(combined) };
}

/** How often each reason kept a question from teaching. */
export function countRefusals(
  drawn: readonly DrawnQuestion[],
  measured: readonly MeasuredQuestion[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fault } of drawn) if (fault !== undefined) counts[fault] = (counts[fault] ?? 0) + 1;
  for (const { refusal } of measured) if (refusal !== undefined) counts[refusal] = (counts[refusal] ?? 0) + 1;
  return counts;
}

/** Keeps the judged questions of an iteration as a blob of JSON lines, and tells the run of them. */
export async function tellIteration(
  play: Play,
  iteration: number,
  parts: {
    readonly drawn: readonly DrawnQuestion[];
    readonly measured: readonly MeasuredQuestion[];
    readonly pairs: number;
    /** Passes of the judge that were not needed so far. */
    readonly passesSaved: number;
    readonly checkpoints: { readonly generator: string; readonly solver: string };
  },
): Promise<Hash> {
  const { drawn, measured, pairs, passesSaved, checkpoints } = parts;
  const records = measured.map((each) =>
    recordOf(each, { iteration, prompt: play.ports.form.put(each.question), ...checkpoints }),
  );
  const lines = records.map((record) => `${canonicalText({ ...record })}\n`).join('');
  const blob = play.ports.journal.putBlob(new TextEncoder().encode(lines));
  const values = measured.map(({ reliability }) => reliability.combined.value);
  const { level: reliability, low, high } = meanInterval(values);
  await play.report('questions-judged', {
    iteration,
    drawn: drawn.length,
    judged: measured.length,
    kept: measured.filter(({ refusal }) => refusal === undefined).length,
    pairs,
    refusals: countRefusals(drawn, measured),
    kinds: countKinds(measured),
    reliability,
    reliabilityLow: low,
    reliabilityHigh: high,
    level: measured.length === 0 ? 0 : mean(measured.map(({ level }) => level)),
    judgeCalls: play.tally.judgeCalls,
    passesSaved,
    records: blob,
    samples: records.slice(0, 3).map(({ question, best, bestScore, refusal }) => ({
      question,
      best,
      bestScore,
      refusal,
    })),
  });
  return blob;
}

function recordOf(
  each: MeasuredQuestion,
  { iteration, prompt, ...checkpoints }: Pick<QuestionRecord, 'iteration' | 'prompt' | 'generator' | 'solver'>,
): QuestionRecord {
  const { question, kind, refusal = null, reliability, validity, level, judged } = each;
  const ranked = judged.judgements.answers
    .map((answer, index) => ({ ...answer, index, score: answer.scores.length === 0 ? 0 : mean(answer.scores) }))
    .toSorted((a, b) => b.score - a.score);
  const place = new Map(ranked.map(({ index }, rank) => [index, rank]));
  return {
    question,
    kind,
    iteration,
    refusal,
    reliability: plain(reliability),
    validity,
    level,
    best: ranked[0]?.text ?? '',
    bestScore: ranked[0]?.score ?? 0,
    answers: ranked.map(({ text }) => text),
    votes: {
      scores: ranked.map(({ scores }) => scores),
      strong: ranked.map(({ strong }) => strong),
      weak: ranked.map(({ weak }) => weak),
      comparisons: judged.judgements.comparisons.map(({ first, second, winner }) => [
        place.get(first)!,
        place.get(second)!,
        winner,
      ]),
    },
    pairs: each.pairs.map((pair) => keptPair(pair, judged.judgements.answers)),
    prompt,
    ...checkpoints,
  };
}

/** A compared pair as training reads it. */
export function keptPair({ chosen, rejected, margin, test }: ComparedPair, answers: readonly JudgedAnswer[]): KeptPair {
  const [best, worst] = [answers[chosen]!, answers[rejected]!];
  return {
    chosen: best.text,
    rejected: worst.text,
    scoreChosen: mean(best.scores),
    scoreRejected: mean(worst.scores),
    margin,
    flipRate: test.flipRate(),
  };
}

function countKinds(measured: readonly MeasuredQuestion[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of measured) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
