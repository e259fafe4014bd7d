import type { EvolveSummary } from '#learners/machine/evolve';
import { skillName } from '#foundation/contracts';
import { bootstrapInterval, mean } from '#foundation/statistics';
import { createRng } from '#foundation/kernel';

/** What a part of the pipeline is for, and in which direction it is better. */
export type Measure =
  | 'episodes to target'
  | 'verification per gate saved'
  | 'score while practising'
  | 'routed score'
  | 'score of B_main'
  | 'effort per level'
  | 'gain after distillation';

/** One unit, such as a template, in the whole and in an arm of the same seed. */
interface Pair {
  readonly whole: number;
  readonly arm: number;
}

/** Below chance there is nothing to gain but chance. */
export const cut = (score: number): number => Math.min(1, Math.max(0, score));

/** A score from which there is nothing to gain. */
export const PERFECT = 0.9995;

type Units = Readonly<Record<string, number>>;

const ofTemplates =
  (value: (template: EvolveSummary['templates'][number]) => number) =>
  ({ templates }: EvolveSummary): Units =>
    Object.fromEntries(templates.map((each) => [each.template, value(each)]));

const routed = (summary: EvolveSummary): Units => ({
  ...ofTemplates(({ after }) => cut(after))(summary),
  ...Object.fromEntries(
    summary.compositions.map(({ composition, level, solved, score }) => [
      skillName({ template: composition, level }),
      cut(solved ?? score),
    ]),
  ),
});

/** Effort in millions; a template that stands at no level has its whole effort for none. */
const effortPerLevel = ofTemplates(({ spent, levelAfter }) => spent.effort / 1e6 / Math.max(1, levelAfter));

const verification = ({ patches, cost }: EvolveSummary): Units => ({
  run: patches.effort / Math.max(1, cost.learnt - cost.patched),
});

const practised = ({ acted }: EvolveSummary): Units => (acted.batches === 0 ? {} : { run: acted.score });

const gains = ({ distilled }: EvolveSummary): Units =>
  Object.fromEntries(
    distilled.flatMap(({ template, distilled: then, end }) =>
      then < PERFECT ? [[template, cut(end) - cut(then)]] : [],
    ),
  );

/** Units that both have. */
const common =
  (of: (summary: EvolveSummary) => Units) =>
  (whole: EvolveSummary, arm: EvolveSummary): Pair[] => {
    const [ours, theirs] = [of(whole), of(arm)];
    return Object.keys(ours).flatMap((unit) => {
      const other = theirs[unit];
      return other === undefined ? [] : [{ whole: ours[unit]!, arm: other }];
    });
  };

/** Episodes in which each first stands as high as both come. */
export function episodesToTarget(whole: EvolveSummary, arm: EvolveSummary): Pair {
  const highest = ({ climb }: EvolveSummary): number => Math.max(0, ...climb.map(({ levels }) => levels));
  const target = Math.min(highest(whole), highest(arm));
  const until = ({ climb }: EvolveSummary): number => climb.find(({ levels }) => levels >= target)?.episodes ?? 0;
  return { whole: until(whole), arm: until(arm) };
}

interface Rule {
  readonly pairs: (whole: EvolveSummary, arm: EvolveSummary) => readonly Pair[];
  readonly better: 'more' | 'less';
}

const rules: Readonly<Record<Measure, Rule>> = {
  'episodes to target': { pairs: (whole, arm) => [episodesToTarget(whole, arm)], better: 'less' },
  'verification per gate saved': { pairs: common(verification), better: 'less' },
  'score while practising': { pairs: common(practised), better: 'more' },
  'routed score': { pairs: common(routed), better: 'more' },
  'score of B_main': { pairs: common(ofTemplates(({ after }) => cut(after))), better: 'more' },
  'effort per level': { pairs: common(effortPerLevel), better: 'less' },
  'gain after distillation': { pairs: common(gains), better: 'more' },
};

/** The whole beside an arm, seed by seed, in what the arm leaves out is for. */
export interface Difference {
  readonly better: 'more' | 'less';
  readonly pairs: number;
  readonly whole: number;
  readonly arm: number;
  /** Mean of whole − arm. */
  readonly difference: number;
  /** Its 95 % interval, seeds drawn with replacement; none for one seed. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
  readonly verdict: 'the part helps' | 'the part harms' | 'no difference was seen' | 'one seed tells nothing of seeds';
}

/** Undefined where no unit is in both. */
export function differenceOf(
  measure: Measure,
  seeds: readonly { readonly whole: EvolveSummary; readonly arm: EvolveSummary }[],
): Difference | undefined {
  const { pairs, better } = rules[measure];
  const clusters = seeds.map(({ whole, arm }) => pairs(whole, arm)).filter((own) => own.length > 0);
  const all = clusters.flat();
  if (all.length === 0) return undefined;
  const meanDifference = (some: readonly (readonly Pair[])[]): number =>
    mean(some.flat().map(({ whole, arm }) => whole - arm));
  const difference = meanDifference(clusters);
  const interval =
    clusters.length < 2
      ? undefined
      : bootstrapInterval(
          clusters,
          meanDifference,
          { confidence: 0.95, method: 'percentile' },
          createRng(`bench/evolve/${measure}`),
        );
  return {
    better,
    pairs: all.length,
    whole: mean(all.map(({ whole }) => whole)),
    arm: mean(all.map(({ arm }) => arm)),
    difference,
    interval,
    verdict: verdictOf(interval, better),
  };
}

function verdictOf(interval: Difference['interval'], better: Difference['better']): Difference['verdict'] {
  if (interval === undefined) return 'one seed tells nothing of seeds';
  if (interval.low <= 0 && interval.high >= 0) return 'no difference was seen';
  return interval.low > 0 === (better === 'more') ? 'the part helps' : 'the part harms';
}
