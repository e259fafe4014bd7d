import { MidPath, type MidPathReport, type PickBatch } from '#bem/learn';
import { type MainMachine, sameSizes, selectorId } from '#bem/main';
import { hashOf } from '#kernel';
import type { Score } from '#tasks/play';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { leaningsOf } from './main-cache.ts';
import { keyOfSlot, type Leaning } from './main-state.ts';
import type { MixedState } from './mixed-state.ts';
import { type MainPlayed, playOnMain, slotNames } from './play-on-main.ts';
import { meanScore, normalisedOf, type Seen, seenOf } from './seen.ts';

/** What a batch of episodes on B_main showed, and what the weights became. */
export type ActedOnMain = {
  readonly score: number;
  readonly seen: readonly Seen[];
  readonly illegal: number;
  readonly used: number;
  readonly masked: number;
  readonly staleness: number;
  readonly moved: number;
  readonly leanings: readonly Leaning[];
};

/** η of mirror descent: a slot has few candidates and few batches to tell them apart. */
const RATE = 2;

/** Tasks of a batch, and episodes of each: a group shares its first observation. */
const TASKS = 8;
const COPIES = 4;
export const BATCH_EPISODES = TASKS * COPIES;

/**
 * Plays a batch on B_main with the weights of some updates ago, and lets it teach the weights of now: returns become advantages within their
 * group, what is stale and bad is masked, and the rest moves w by mirror descent.
 *
 * @source seed 000 §3.4, §5
 */
export function actOnMain(run: EvolveRun, mixed: MixedState, what: string, path: string): Promise<ActedOnMain> {
  const { main } = mixed;
  const behind = behindOf(mixed, what);
  const inputs = {
    what,
    path,
    seed: run.seed,
    behind: hashOf(behind),
    main: hashOf({ ...main, slots: Object.keys(main.slots) }),
  };
  return run.journal.step('act-on-main', inputs, () => {
    const machine = run.cache.get(main, behind, `evolve/${run.seed}/act/${path}`);
    const seed = `${run.seed}-act-${path.replaceAll('/', '-')}`;
    const played = playOnMain(machine, main.slots, {
      what,
      seed,
      split: 'train',
      tasks: TASKS,
      copies: COPIES,
      policy: 'sampled',
    });
    const slots = slotNames(what);
    const learners = slots.map((slot) => learnerOf(run, machine, mixed, slot));
    const batches = slots.map((slot, i) => batchOf(learners[i]!, mixed, played, slot));
    run.cache.load(main, machine, main.leanings);
    const reports = batches.map((batch, i) => (batch === undefined ? undefined : learners[i]!.update(batch)));
    return {
      ...summed(reports.filter((report) => report !== undefined)),
      score: meanScore(played.scores),
      seen: played.scores.map(seenOf),
      illegal:
        played.scores.reduce((sum, { illegal, steps }) => sum + illegal / Math.max(1, steps), 0) / played.scores.length,
      leanings: [
        ...main.leanings.filter(({ slot }) => !slots.includes(slot)),
        ...leaningsOf(machine, slots, main.slots),
      ],
    };
  });
}

/** Updates of a task by which its actors lag behind the learner. */
const LAG = 2;

/** The weights that actors of a task play with. */
function behindOf({ main, past }: MixedState, what: string): readonly Leaning[] {
  const [oldest] = past[what] ?? [];
  if (oldest === undefined) return main.leanings;
  const slots = slotNames(what);
  return [...main.leanings.filter(({ slot }) => !slots.includes(slot)), ...oldest];
}

/** What is remembered of a task before it is updated once more. */
export function remembered({ main, past }: MixedState, what: string): MixedState['past'] {
  const slots = slotNames(what);
  const now = main.leanings.filter(({ slot }) => slots.includes(slot));
  return { ...past, [what]: [...(past[what] ?? []), now].slice(-LAG) };
}

/** The mid path of a slot: only fragments of its sizes are candidates. */
function learnerOf(run: EvolveRun, machine: MainMachine, { main, knobs }: MixedState, slot: string): MidPath {
  const key = keyOfSlot(slot, main.slots);
  const fitting = machine.fragments.filter((fragment) => sameSizes(fragment.key, key)).map(({ id }) => selectorId(id));
  const { divergenceMax, advantageMin } = knobs;
  return new MidPath(machine.machine, fitting, {
    rate: RATE,
    divergenceMax: isWithout(run, 'masking') ? Infinity : divergenceMax,
    advantageMin,
  });
}

function batchOf(
  learner: MidPath,
  { main }: MixedState,
  { scores, served }: MainPlayed,
  slot: string,
): PickBatch | undefined {
  const key = keyOfSlot(slot, main.slots).code;
  const episodes = served
    .filter((each) => each.slot === slot)
    .map(({ episode, fragment }) => {
      const score = scores[episode]!;
      const reward = rewardOf(score, slot);
      return { key, expert: selectorId(fragment), group: `${slot}/${score.id}`, reward };
    });
  return episodes.length === 0 ? undefined : learner.batch(episodes);
}

/**
 * What a slot earned, in [0, 1]: whether its own task was solved, where the composition tells that apart, since stakes of slots differ; else the
 * normalised score.
 */
function rewardOf(score: Score, slot: string): number {
  const [, number] = slot.split('#');
  const own = number === undefined ? undefined : score.metrics[number === '0' ? 'solved_a' : 'solved_b'];
  return Math.min(1, Math.max(0, own ?? normalisedOf(score)));
}

function summed(reports: readonly MidPathReport[]): MidPathReport {
  const sum = (of: (report: MidPathReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const most = (of: (report: MidPathReport) => number): number => Math.max(0, ...reports.map(of));
  return {
    used: sum(({ used }) => used),
    masked: sum(({ masked }) => masked),
    staleness: most(({ staleness }) => staleness),
    moved: most(({ moved }) => moved),
  };
}
