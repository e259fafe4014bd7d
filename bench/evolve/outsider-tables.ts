import { skillName } from '#foundation/contracts';
import { mean } from '#foundation/statistics';
import type { Plot, Table } from '../suite.ts';
import { spread } from './spread.ts';

/** What was reached after so many episodes. */
type Look = {
  readonly episodes: number;
  readonly score: number;
};

/** What learners reached on one template at one level, each from nothing, under one seed. */
export type OutsiderScore = {
  readonly template: string;
  readonly level: number;
  readonly seed: number;
  /** Gates of the machine that was raced for with the most episodes, and weights of the transformer. */
  readonly gates: number;
  readonly weights: number;
  /** By episodes of practice: the machine by a blind race, then learners for which a list is empty where the face is too wide. */
  readonly raced: readonly Look[];
  readonly table: readonly Look[];
  readonly transformer: readonly Look[];
  /** The best of trees, linear models, nearest neighbours and memories, which see the oracle's actions. */
  readonly imitator: string;
  readonly imitated: number;
};

/** By place, in the order of the first seed. */
function byPlace(scores: readonly OutsiderScore[]): OutsiderScore[][] {
  const places = [...new Set(scores.map(skillName))];
  return places.map((place) => scores.filter((score) => skillName(score) === place));
}

export function outsiderTable(scores: readonly OutsiderScore[]): Table {
  const last = (own: readonly OutsiderScore[], of: (each: OutsiderScore) => readonly Look[]): string => {
    const found = own.flatMap((each) => of(each).at(-1)?.score ?? []);
    return found.length === 0 ? 'face too wide' : spread(found);
  };
  const most = Math.max(0, ...scores.flatMap(({ raced }) => raced.map(({ episodes }) => episodes)));
  return {
    title: `Outsiders on the same bits, rewards and episodes: held-out scores after ${most} episodes from nothing, means over seeds with 95 % intervals`,
    columns: [
      'place',
      'seeds',
      'blind race of classes',
      'its gates',
      'tabular Q',
      'transformer, policy gradient',
      'its weights',
      'best imitator of the oracle (trees among them)',
      'its score',
    ],
    rows: byPlace(scores).map((own) => {
      const [first] = own;
      return [
        skillName(first!),
        own.length,
        last(own, ({ raced }) => raced),
        Math.round(mean(own.map(({ gates }) => gates))),
        last(own, ({ table }) => table),
        last(own, ({ transformer }) => transformer),
        first!.weights === 0 ? '–' : first!.weights,
        first!.imitator,
        first!.imitated.toFixed(3),
      ];
    }),
  };
}

/** Mean score of the learners by reward against episodes, over the places that all can face. */
export function efficiencyPlot(scores: readonly OutsiderScore[]): Plot {
  const common = byPlace(scores)
    .filter((own) => own.every(({ table, transformer }) => table.length > 0 && transformer.length > 0))
    .flat();
  const series = (of: (each: OutsiderScore) => readonly Look[]): (readonly [number, number])[] =>
    (common[0]?.raced ?? []).map(({ episodes }, i) => [episodes, mean(common.map((each) => of(each)[i]!.score))]);
  return {
    title: `Sample efficiency: mean held-out score over ${byPlace(common).length} places and all seeds against episodes of practice from nothing`,
    x: { label: 'episodes', scale: 'log' },
    y: { label: 'share of the way from chance to the best', scale: 'linear' },
    series: [
      { name: 'blind race', points: series(({ raced }) => raced) },
      { name: 'tabular Q', points: series(({ table }) => table) },
      { name: 'transformer', points: series(({ transformer }) => transformer) },
    ],
  };
}
