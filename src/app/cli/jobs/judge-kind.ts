import { z } from 'zod';
import type { Dispatcher, JobKind } from '#foundation/contracts/ports';
import {
  type AnswerJudge,
  CompareItem,
  Preference,
  RankItem,
  Ranking,
  ScoreItem,
} from '#foundation/contracts/self-play';
import { type Hash, hashOf } from '#foundation/kernel';
import { judgeOf } from '../selfplay/build-selfplay.ts';
import { SelfPlayConfig } from '../selfplay/selfplay-config.ts';
import type { CallPlace } from './rollout-kind.ts';

/** Judgements of one judge: scores of single answers, the better of two, or an order of several. */
const Judging = z.strictObject({
  /** The sections of the configuration that name the judge. */
  judge: z.json(),
  score: z.array(ScoreItem).optional(),
  compare: z.array(CompareItem).optional(),
  rank: z.array(RankItem).optional(),
});
type Judging = z.infer<typeof Judging>;

const Judged = z.strictObject({
  scores: z.array(z.number().nullable()).optional(),
  preferences: z.array(Preference.nullable()).optional(),
  rankings: z.array(Ranking.nullable()).optional(),
});
type Judged = z.infer<typeof Judged>;

/** Items of one job. A constant: what is asked at once must not depend on who answers. */
const itemsPerJob = 16;

export function createJudgeKind({ env, folder }: CallPlace): JobKind<Judging, Judged> {
  const judges = new Map<Hash, AnswerJudge>();
  const judgeFor = (judge: Judging['judge']): AnswerJudge => {
    const key = hashOf(judge);
    const built = judges.get(key) ?? judgeOf(SelfPlayConfig.parse(judge), { folder, env, seed: 1 });
    judges.set(key, built);
    return built;
  };
  return {
    kind: 'selfplay/judge',
    inputs: Judging,
    result: Judged,
    lane: () => 'calls-judge',
    async run({ judge, score, compare, rank }, { signal }) {
      const asked = judgeFor(judge);
      return {
        ...(score === undefined ? {} : { scores: [...(await asked.score(score, signal))] }),
        ...(compare === undefined ? {} : { preferences: [...(await asked.compare(compare, signal))] }),
        ...(rank === undefined ? {} : { rankings: [...((await asked.rank?.(rank, signal)) ?? rank.map(() => null))] }),
      };
    },
  };
}

/** A judge that whichever worker takes the items asks. */
export function queuedJudge(
  judge: AnswerJudge,
  { practice, patterns, topic, judge: named }: SelfPlayConfig,
  dispatcher: Dispatcher,
): AnswerJudge {
  const kind = createJudgeKind({ env: {}, folder: '.' });
  const sent: Judging['judge'] = JSON.parse(JSON.stringify({ practice, patterns, topic, judge: named }));
  const inParts = async <Item, Verdict>(
    items: readonly Item[],
    ask: (part: Item[]) => Promise<readonly Verdict[] | undefined>,
  ): Promise<Verdict[]> => {
    const parts = Array.from({ length: Math.ceil(items.length / itemsPerJob) }, (_, i) =>
      items.slice(itemsPerJob * i, itemsPerJob * (i + 1)),
    );
    return (await Promise.all(parts.map(async (part) => (await ask(part)) ?? []))).flat();
  };
  return {
    ...judge,
    score: (items, signal) =>
      inParts(items, async (score) => (await dispatcher.run(kind, { judge: sent, score }, { signal })).scores),
    compare: (items, signal) =>
      inParts(items, async (compare) => (await dispatcher.run(kind, { judge: sent, compare }, { signal })).preferences),
    rank: (items, signal) =>
      inParts(items, async (rank) => (await dispatcher.run(kind, { judge: sent, rank }, { signal })).rankings),
  };
}
