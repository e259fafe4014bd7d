import { isRecord } from '#foundation/kernel';
import type { Ending } from './check-final.ts';
import { isSame } from './event-book.ts';
import type { Facts } from './facts.ts';
import { rolloutInputs } from './read-outcomes.ts';
import { shown } from './shown.ts';
import { inside, of } from './told-trials.ts';

/** The repeat of measurements that no trial sees. */
const APART = 1_000_000;

/** Rounding of means. */
const TOLERANCE = 1e-9;

/** Tries of one rollout that are looked for. */
const MOST_TRIES = 1000;

interface Rolled {
  readonly task: string;
  readonly type: string;
  /** Nothing where the world failed. */
  readonly hard?: number;
  readonly soft?: number;
}

/** The scores of the headline, computed again from the rollouts on the tasks that were recorded for it. */
export function checkHeadline(ending: Ending): string[] {
  const { run, book } = ending;
  const ended = book.told.get('run-ended')?.at(-1) ?? {};
  const score = ended['score'];
  if (!isRecord(score)) return ['the event run-ended tells no score'];
  // Time may be over before the test is: then nothing is made of what was seen of it.
  if (score['split'] === 'none') return [];
  const recorded = testTasks(ending);
  if (recorded === undefined) return ['no recorded step says which tasks the score is on'];
  if (score['split'] !== recorded.split) {
    return [
      `the score is on the split ${shown(score['split'])}, the tasks that were recorded are of ${shown(recorded.split)}`,
    ];
  }
  const sides = [
    ['before', of(book.told.get('training-started')?.[0], 'skill')],
    ['after', of(run.summary, 'skill')],
    ['final', inside(ended, 'final', 'hash')],
  ] as const;
  const rolled = sides.map(([, skill]) => rolloutsOf(skill, recorded, ending));
  const wrong = sides.flatMap(([side], i) => {
    const all = rolled[i];
    if (all === undefined) return [`the run recorded no rollouts of the skill that it scores ${side} training`];
    return checkScore(side, score[side], all, ending);
  });
  const [before, after] = rolled;
  return before === undefined || after === undefined
    ? wrong
    : [...wrong, ...checkDifference(score, before, after, ending)];
}

interface TestTasks {
  readonly split: unknown;
  readonly world: string;
  readonly tasks: readonly (readonly [id: string, hash: string, type: string])[];
}

function testTasks({ terms, steps }: Ending): TestTasks | undefined {
  const world = terms.rolledIn;
  if (world === undefined) return undefined;
  const found = steps.find('test-tasks', { world });
  if (!isRecord(found) || !Array.isArray(found['tasks'])) return undefined;
  const tasks = found['tasks'].flatMap((each: unknown): (readonly [string, string, string])[] =>
    Array.isArray(each) ? [[String(each[0]), String(each[1]), String(each[2])]] : [],
  );
  return { split: found['split'], world, tasks };
}

/** What a skill did on the tasks, in their order: the last try of each. */
function rolloutsOf(skill: unknown, { world, tasks }: TestTasks, { steps, deadline }: Ending): Rolled[] | undefined {
  if (typeof skill !== 'string') return undefined;
  const all: Rolled[] = [];
  for (const [task, hash, type] of tasks) {
    deadline.ask();
    const inputsOf = (tries: number): ReturnType<typeof rolloutInputs> =>
      rolloutInputs({ world, feedback: false }, { hash, repeat: APART }, skill, tries);
    let last = 0;
    while (last < MOST_TRIES && steps.has('rollout', inputsOf(last + 1))) last += 1;
    if (last === 0) return undefined;
    const outcome = of(steps.find('rollout', inputsOf(last)), 'outcome');
    const [hard, soft] = [inside(outcome, 'score', 'hard'), inside(outcome, 'score', 'soft')];
    const isScored = of(outcome, 'kind') === 'scored' && typeof hard === 'number' && typeof soft === 'number';
    all.push(isScored ? { task, type, hard, soft } : { task, type });
  }
  return all;
}

function checkScore(side: string, told: unknown, all: readonly Rolled[], { terms }: Ending): string[] {
  const scored = all.filter(({ hard }) => hard !== undefined);
  if (scored.length === 0) return told === null ? [] : [`a score ${side} training is told, and no rollout has one`];
  if (!isRecord(told)) return [`no score ${side} training is told, and rollouts have one`];
  const byType = new Map<string, number[]>();
  for (const { type, hard } of scored) byType.set(type, [...(byType.get(type) ?? []), hard!]);
  const types = [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const figures: Facts = {
    score: meanOf(scored.map((each) => scoreOf(each, terms.rollouts))),
    hard: meanOf(scored.map(({ hard }) => hard!)),
    soft: meanOf(scored.map(({ soft }) => soft!)),
    tasks: scored.length,
    unscored: all.length - scored.length,
    byType: Object.fromEntries(types.map(([type, values]) => [type, { total: values.length, hard: meanOf(values) }])),
  };
  return Object.entries(figures).flatMap(([name, value]) =>
    isNear(told[name], value)
      ? []
      : [`the ${name} ${side} training is ${shown(told[name])}, what was recorded gives ${shown(value)}`],
  );
}

/** Wins, losses and the mean of the differences, on a split that nothing was chosen on. */
function checkDifference(
  score: Facts,
  before: readonly Rolled[],
  after: readonly Rolled[],
  { terms }: Ending,
): string[] {
  const told = score['difference'];
  if (!isRecord(told)) return [];
  const differences = before.flatMap((one, i) => {
    const other = after[i]!;
    const isPaired = one.hard !== undefined && other.hard !== undefined;
    return isPaired ? [scoreOf(other, terms.rollouts) - scoreOf(one, terms.rollouts)] : [];
  });
  const figures: Facts = {
    mean: meanOf(differences),
    wins: differences.filter((difference) => difference > 0).length,
    losses: differences.filter((difference) => difference < 0).length,
  };
  return Object.entries(figures).flatMap(([name, value]) =>
    isNear(told[name], value)
      ? []
      : [`the ${name} of the difference is ${shown(told[name])}, what was recorded gives ${shown(value)}`],
  );
}

function scoreOf({ hard = 0, soft = 0 }: Rolled, terms: Ending['terms']['rollouts']): number {
  if (terms?.metric === 'soft') return soft;
  const weight = Number(terms?.weight);
  return terms?.metric === 'mixed' ? (1 - weight) * hard + weight * soft : hard;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function isNear(told: unknown, value: unknown): boolean {
  if (typeof told === 'number' && typeof value === 'number') return Math.abs(told - value) <= TOLERANCE;
  return isRecord(told) && isRecord(value)
    ? isSame(Object.keys(told).toSorted(), Object.keys(value).toSorted()) &&
        Object.keys(value).every((name) => isNear(told[name], value[name]))
    : told === value;
}
