import { blindRace, type BlindRace } from '#learners/machine/evolve';
import type { Learnt } from '#learners/machine/hypotheses';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { mean, variance } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';
import { cpuSecondsSince } from '../cpu-time.ts';
import type { Suite, SuiteResult, Table } from '../suite.ts';
import { atLeast, atMost, below } from '../target.ts';
import { officeTemplates } from './office-templates.ts';

/** What one race may spend; what is learnt has this score on so many held-out tasks. */
const BUDGET = { episodes: 20_000, effort: 6e7 } as const;
const LEARNT = 0.9;
const HELD_OUT = 60;
const LEVEL = 1;
const SEEDS = { full: 5, quick: 1 } as const;

/** A template that was held out, learnt with the library of the others and without. */
interface Pair {
  readonly template: string;
  readonly seed: number;
  readonly alone: BlindRace;
  readonly helped: BlindRace;
}

const isLearnt = ({ score }: BlindRace): boolean => score >= LEARNT;

/** All classes race, as they do in `pawl evolve`; in both arms skills are carried over, in one their terms make a library too. */
function learn(template: AnyTemplate, seed: number, skills: readonly Learnt[], hasLibrary: boolean): BlindRace {
  return blindRace({ template, level: LEVEL, seed, tasks: HELD_OUT, skills, hasLibrary, budget: BUDGET });
}

/** Each template in turn is learnt after the others were. */
function leaveOneOut(seed: number, note: (line: string) => void): Pair[] {
  const first = officeTemplates.map((template) => learn(template, seed, [], false));
  return officeTemplates.map((template, i) => {
    const skills = first.flatMap((each, j) => (j !== i && isLearnt(each) ? (each.learnt ?? []) : []));
    const [alone, helped] = [false, true].map((hasLibrary) => learn(template, seed, skills, hasLibrary));
    note(`library: ${template.name}, seed ${seed}: effort ${alone!.effort} without, ${helped!.effort} with`);
    return { template: template.name, seed, alone: alone!, helped: helped! };
  });
}

/** Against the library where something was not learnt: with it the whole budget counts, without it only what was spent. */
function effortRatio({ alone, helped }: Pair): number {
  return (isLearnt(helped) ? helped.effort : Math.max(BUDGET.effort, helped.effort)) / alone.effort;
}

function episodeRatio({ alone, helped }: Pair): number {
  return (isLearnt(helped) ? helped.episodes : Math.max(BUDGET.episodes, helped.episodes)) / alone.episodes;
}

/** What neither arm learnt says nothing of what learning takes. */
const isCounted = ({ alone, helped }: Pair): boolean => isLearnt(alone) || isLearnt(helped);

/** A geometric mean over templates, each the geometric mean over its seeds, with the ends of its 95 % interval. */
interface RatioOf {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

function ratioOver(pairs: readonly Pair[], of: (pair: Pair) => number): RatioOf {
  const logs = namesOf(pairs).map((name) =>
    mean(pairs.filter(({ template }) => template === name).map((pair) => Math.log(of(pair)))),
  );
  const centre = mean(logs);
  const half = quantileOfT(0.95, logs.length - 1) * Math.sqrt(variance(logs) / logs.length);
  return { ratio: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half) };
}

function namesOf(pairs: readonly Pair[]): string[] {
  return [...new Set(pairs.map(({ template }) => template))];
}

function templateTable(pairs: readonly Pair[]): Table {
  return {
    title: 'Held-out templates: what learning them spent with the library of the others and without, means over seeds',
    columns: [
      'template',
      'seeds',
      'learnt without',
      'learnt with',
      'effort without, millions',
      'effort with, millions',
      'effort, ratio',
      'episodes without',
      'episodes with',
      'episodes, ratio',
    ],
    rows: namesOf(pairs).map((name) => {
      const own = pairs.filter(({ template }) => template === name);
      const millions = (of: (pair: Pair) => BlindRace): string =>
        (mean(own.map((pair) => of(pair).effort)) / 1e6).toFixed(2);
      const played = (of: (pair: Pair) => BlindRace): number => Math.round(mean(own.map((pair) => of(pair).episodes)));
      const counted = own.filter(isCounted);
      const ratio = (of: (pair: Pair) => number): string =>
        counted.length === 0 ? '–' : Math.exp(mean(counted.map((pair) => Math.log(of(pair))))).toFixed(2);
      return [
        name,
        own.length,
        own.filter(({ alone }) => isLearnt(alone)).length,
        own.filter(({ helped }) => isLearnt(helped)).length,
        millions(({ alone }) => alone),
        millions(({ helped }) => helped),
        ratio(effortRatio),
        played(({ alone }) => alone),
        played(({ helped }) => helped),
        ratio(episodeRatio),
      ];
    }),
  };
}

function ratioTable(rows: readonly (readonly [string, RatioOf])[]): Table {
  return {
    title: 'With the library beside without, geometric means over templates with 95 % intervals',
    columns: ['what', 'ratio', 'low', 'high'],
    rows: rows.map(([what, { ratio, low, high }]) => [what, ratio.toFixed(3), low.toFixed(3), high.toFixed(3)]),
  };
}

/** What a library is worth: effort and episodes to learn a template after others were learnt, with what recurs in their terms and without. */
export const librarySuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  async run({ quick, seed, ...asked }): Promise<SuiteResult> {
    const cpuSeconds = cpuSecondsSince();
    const seeds = quick ? SEEDS.quick : SEEDS.full;
    const pairs = Array.from({ length: seeds }, (_, i) => leaveOneOut(seed + i, (line) => asked.note(line))).flat();
    const counted = pairs.filter(isCounted);
    const [effort, episodes] = [ratioOver(counted, effortRatio), ratioOver(counted, episodeRatio)];
    const count = (of: (pair: Pair) => BlindRace): number => pairs.filter((pair) => isLearnt(of(pair))).length;
    return {
      suite: 'library',
      quick,
      seed,
      configuration: { seeds, level: LEVEL, heldOut: HELD_OUT, learnt: LEARNT, budget: { ...BUDGET }, classes: 'all' },
      tables: [
        ratioTable([
          ['effort', effort],
          ['episodes', episodes],
        ]),
        templateTable(pairs),
      ],
      plots: [],
      targets: [
        atMost('effort with the library beside without', effort.ratio, 0.6),
        below('upper end of its interval', effort.high, 1),
        atLeast(
          'templates learnt with the library less those without, over seeds',
          count(({ helped }) => helped) - count(({ alone }) => alone),
          0,
        ),
      ],
      notes: [
        `${officeTemplates.length} templates of our own, written for this benchmark before it was first run: rules of an office on four forms of observations.`,
        'Effort and episodes are those of the whole race, all classes together. Where one arm did not learn a template, the whole budget counts with the library, and what was spent counts without.',
        `${pairs.length - counted.length} of ${pairs.length} pairs are in no ratio: neither arm learnt the template.`,
      ],
      cpuSeconds: cpuSeconds(),
    };
  },
};
