import { raceDefaults, type Learnt } from '#learners/machine/hypotheses';
import { blindRace } from '#learners/machine/evolve';
import { skillName } from '#foundation/contracts';
import { mean } from '#foundation/statistics';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { adversaryLaw, efforts } from '#tasks/adversary';
import { templates } from '#tasks/registry';
import { cpuSecondsSince } from '../cpu-time.ts';
import { spread } from '../evolve/spread.ts';
import type { Suite, SuiteOptions, SuiteResult, Table } from '../suite.ts';
import { atLeast } from '../target.ts';

/** Learnt: this much of the way from chance to the best, on held-out tasks, in the mean over seeds. */
const LEARNT = 0.9;
/** A level counts where the best cheap player stays below this share. */
const CHEAP = 0.5;
/** Templates that are to be learnt. */
const BAR = 22;
/** Levels in a row below half of the way, after which the higher ones are not tried. */
const GIVE_UP = 2;
const HALF = 0.5;
/** Seeds after which a level that is below half in their mean is not raced again. */
const SIEVE = 2;
/** Levels that get half of the default budget; level 1 and the highest get a tenth of it. */
const MIDDLE = [2, 3, 4];

const sizes = {
  quick: { seeds: 1, heldOut: 60 },
  full: { seeds: 5, heldOut: 200 },
} as const;

/** One template at one level, over all seeds. */
interface Cell {
  readonly template: AnyTemplate;
  readonly level: number;
  readonly scores: number[];
  /** Of the winner of each seed. */
  readonly classes: string[];
  readonly episodes: number[];
}

/** What carries over from one level of a seed to the next, and from bases to wrappers. */
interface Seeded {
  readonly seed: number;
  readonly heldOut: number;
  readonly skills: Learnt[];
}

const isWrapper = ({ name }: AnyTemplate): boolean => name.includes('(');

/** Quick: the templates that other benchmarks have too, at two levels. Bases come before wrappers, so that their skills can be terms. */
function placesOf(quick: boolean): { readonly template: AnyTemplate; readonly levels: readonly number[] }[] {
  const chosen = quick
    ? templates.filter((template) => template.tags.includes('benchmark') && !isWrapper(template))
    : templates;
  return [...chosen]
    .sort((a, b) => Number(isWrapper(a)) - Number(isWrapper(b)))
    .map((template) => ({
      template,
      levels: quick ? [1, 2] : [...new Set([1, ...MIDDLE, template.levels.length])],
    }));
}

/** Below half in the mean of the first seeds: others would not make it learnt. */
function isSifted({ scores }: Cell): boolean {
  return scores.length >= SIEVE && mean(scores.slice(0, SIEVE)) < HALF;
}

/** Races the levels of a template from below until two in a row are not learnt; what was learnt is there for what comes later. */
function raceLevels(cells: readonly Cell[], { seed, heldOut, skills }: Seeded, isQuick: boolean): void {
  let failed = 0;
  for (const cell of cells) {
    if (failed === GIVE_UP) return;
    if (isSifted(cell)) {
      failed += 1;
      continue;
    }
    const { template, level, scores, classes, episodes } = cell;
    const part = !isQuick && MIDDLE.includes(level) ? 0.5 : 0.1;
    const budget = { episodes: raceDefaults.budget.episodes * part, effort: raceDefaults.budget.effort * part };
    const raced = blindRace({ template, level, seed, tasks: heldOut, skills, budget });
    if (raced.learnt !== null) skills.push(raced.learnt);
    scores.push(raced.score);
    classes.push(raced.class ?? 'nothing');
    episodes.push(raced.episodes);
    failed = raced.score < HALF ? failed + 1 : 0;
  }
}

function tableOf(rows: readonly (Cell & { readonly cheap: number })[]): Table {
  return {
    title: 'Blind races: held-out score of the installed machine, mean over seeds with 95 % intervals',
    columns: ['template', 'level', 'highest', 'seeds', 'score', 'least', 'classes', 'best cheap player', 'episodes'],
    rows: rows.map(({ cheap, ...cell }) => {
      const { template, level, scores, classes, episodes } = cell;
      return [
        template.name,
        level,
        level === template.levels.length ? 'yes' : '',
        isSifted(cell) ? `${scores.length}, not raced again: below half` : scores.length,
        spread(scores),
        Math.min(...scores).toFixed(3),
        [...new Set(classes)].join(', '),
        cheap.toFixed(3),
        Math.round(mean(episodes)),
      ];
    }),
  };
}

/** By class, what only it won in any seed among what was learnt at level 2 or more, and what it won beside others. */
function classTable(learnt: readonly Cell[]): Table {
  const names = [...new Set(learnt.flatMap(({ classes }) => classes))].sort();
  const places = (cells: readonly Cell[]): string =>
    cells.map(({ template, level }) => skillName({ template: template.name, level })).join(', ');
  return {
    title: 'What each class wins: templates learnt at level 2 or more',
    columns: ['class', 'templates that it alone won', 'alone', 'beside others'],
    rows: names.map((name) => {
      const own = learnt.filter(({ classes }) => classes.includes(name));
      const alone = own.filter(({ classes }) => classes.every((each) => each === name));
      return [
        name,
        new Set(alone.map(({ template }) => template.name)).size,
        places(alone),
        places(own.filter((cell) => !alone.includes(cell))),
      ];
    }),
  };
}

function raceAll({ quick, seed, ...options }: SuiteOptions): SuiteResult {
  const cpuSeconds = cpuSecondsSince();
  const { seeds, heldOut } = quick ? sizes.quick : sizes.full;
  const all = placesOf(quick).map(({ template, levels }) =>
    levels.map((level): Cell => ({ template, level, scores: [], classes: [], episodes: [] })),
  );
  for (let i = 0; i < seeds; i += 1) {
    const skills: Learnt[] = [];
    for (const cells of all) {
      options.note(`templates: ${cells[0]!.template.name}, seed ${seed + i}`);
      raceLevels(cells, { seed: seed + i, heldOut, skills }, quick);
    }
  }
  const rows = all
    .flat()
    .filter(({ scores }) => scores.length > 0)
    .map((cell) => ({ ...cell, cheap: adversaryLaw(cell.template, cell.level, efforts.quick).best.score }));
  const learnt = rows.filter(({ scores }) => mean(scores) >= LEARNT);
  const counted = learnt.filter(({ level, cheap }) => level >= 2 && cheap < CHEAP);
  const count = (some: readonly Cell[]): number => new Set(some.map(({ template }) => template.name)).size;
  return {
    suite: 'templates',
    quick,
    seed,
    configuration: { seeds, heldOut, learnt: LEARNT, cheap: CHEAP, reward: 'only', classes: 'all, raced blindly' },
    tables: [tableOf(rows), classTable(learnt.filter(({ level }) => level >= 2))],
    plots: [],
    targets: quick
      ? [
          atLeast(
            `templates of ${all.length} learnt at level 2`,
            count(learnt.filter(({ level }) => level === 2)),
            all.length,
          ),
        ]
      : [
          atLeast('templates learnt at level 2 or more where no cheap player reaches 0.5', count(counted), BAR),
          atLeast(
            'templates learnt at level 2 or more, cheap players aside',
            count(learnt.filter(({ level }) => level >= 2)),
            BAR,
          ),
          atLeast(
            'of those that count, at their highest level',
            count(counted.filter(({ template, level }) => level === template.levels.length)),
            5,
          ),
        ],
    notes: [
      'Every race is the one of evolve: the same classes, the same budgets, the same machine; nobody chooses.',
      `A level whose mean over the first ${SIEVE} seeds is below half is not raced on the others.`,
      'Learnt means a mean of 0.9 or more over the seeds. Skills learnt at lower levels, and on bases before wrappers, may be carried over.',
      ...(quick ? ['Quick: the templates tagged benchmark, levels 1 and 2, a tenth of the default budget.'] : []),
    ],
    cpuSeconds: cpuSeconds(),
  };
}

/** `pawl bench templates`: what the learner of evolve reaches from nothing, template by template. */
export const templatesSuite: Suite = {
  // oxlint-disable-next-line typescript/require-await -- a suite is asynchronous; this one computes
  run: async (options) => raceAll(options),
};
