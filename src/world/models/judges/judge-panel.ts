import type { AnswerJudge, CompareItem, JudgeItems, RankItem, ScoreItem } from '#foundation/contracts/self-play';
import type { Usage } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

/** Judges that take turns: pass after pass over an answer is another's, and both orders of a pair are one judge's. */
export function createJudgePanel(judges: readonly AnswerJudge[]): AnswerJudge {
  const metered = judges.flatMap(({ meter }) => (meter === undefined ? [] : [meter]));
  const turn = (pass: number): number => pass % judges.length;
  const inTurns = async <Item extends { readonly pass: number }, Verdict>(
    items: readonly Item[],
    seat: (item: Item) => number,
    ask: (judge: AnswerJudge, own: readonly Item[]) => Promise<readonly (Verdict | null)[]>,
  ): Promise<(Verdict | null)[]> => {
    const verdicts = new Array<Verdict | null>(items.length).fill(null);
    const asking = judges.map(async (judge, i) => {
      const own = items.flatMap((item, at) => (seat(item) === i ? [at] : []));
      if (own.length === 0) return;
      const said = await ask(
        judge,
        own.map((at) => items[at]!),
      );
      for (const [k, at] of own.entries()) verdicts[at] = said[k] ?? null;
    });
    await Promise.all(asking);
    return verdicts;
  };
  const single = ({ pass }: ScoreItem): number => turn(pass);
  const both = ({ pass }: CompareItem | RankItem): number => turn(Math.floor(pass / 2));
  return {
    id: `panel of ${judges.map(({ id }) => id).join(' and ')}`,
    isSimulated: judges.some(({ isSimulated }) => isSimulated),
    members: judges.map(({ id }, i) => `${i + 1}. ${id}`),
    score: (items, signal) => inTurns(items, single, (judge, own) => judge.score(own, signal)),
    compare: (items, signal) => inTurns(items, both, (judge, own) => judge.compare(own, signal)),
    rank: (items, signal) =>
      inTurns(items, both, (judge, own) => {
        if (judge.rank !== undefined) return judge.rank(own, signal);
        throw new Fault('models/judge-failed', `judge ${judge.id} puts no lists in order`);
      }),
    close: () => {
      for (const judge of judges) judge.close?.();
    },
    ...(metered.length === 0 ? {} : { meter: meterOf(metered) }),
  };
}

type Meter = NonNullable<AnswerJudge['meter']>;

/** What is asked of all is at most what it would cost of the dearest; what was used is the sum. */
function meterOf(meters: readonly Meter[]): Meter {
  const sum = (a: Usage, b: Usage): Usage => ({
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  });
  return {
    most: (asked: JudgeItems) =>
      meters
        .map((meter) => meter.most(asked))
        .reduce((a, b) => (a.promptTokens + a.completionTokens > b.promptTokens + b.completionTokens ? a : b)),
    take: () => meters.map((meter) => meter.take()).reduce(sum),
  };
}
