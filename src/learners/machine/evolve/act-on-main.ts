import { skillIdOf } from '#foundation/contracts';
import { RoutingPolicyUpdate, type RoutingUpdateReport, type PickBatch } from '#learners/machine/routing';
import { type MainMachine, selectorId, type SlotKey } from '#learners/machine/combined';
import { hashOf } from '#foundation/kernel';
import type { Score } from '#tasks/play';
import type { EvolveRun } from './evolve-run.ts';
import { keyOfSlot, keyText, type Leaning, leaningsOf } from './main-state.ts';
import type { EvolveState } from './evolve-state.ts';
import { type MainPlayed, parseWhat, playOnMain, slotNames } from './play-on-main.ts';
import { meanScore, normalisedOf, type Seen, seenOf } from './episode-regret.ts';

/** What a batch of episodes on B_main showed, and what the weights became. */
export type ActedOnMain = RoutingUpdateReport & {
  readonly what: string;
  readonly domain: string;
  readonly score: number;
  readonly seen: readonly Seen[];
  readonly illegal: number;
  readonly leanings: readonly Leaning[];
};

/** η of mirror descent: a slot has few candidates and few batches to tell them apart. */
const RATE = 2;

/** Tasks of one update, and episodes of each: a group shares its first observation. */
const TASKS = 4;
const COPIES = 4;

/** The actors take over the learner's weights after so many updates, so their last episodes lag behind by one update less. */
const UPDATES = 4;
export const BATCH_EPISODES = UPDATES * TASKS * COPIES;

/** A batch of episodes on B_main, with what the weights learn of it. @source spec/pipeline §3.4, §5 */
export function actOnMain(run: EvolveRun, state: EvolveState, what: string, path: string): Promise<ActedOnMain> {
  const { main } = state;
  const inputs = { what, path, seed: run.seed, main: hashOf({ ...main, slots: Object.keys(main.slots) }) };
  return run.journal.step('act-on-main', inputs, () => {
    const machine = run.cache.get(main, `evolve/${run.seed}/act/${path}`);
    const seed = `${run.seed}-act-${path.replaceAll('/', '-')}`;
    const { scores, keys, report } = playAndLearn(run, machine, state, { what, seed });
    const learnt = leaningsOf(machine, keys);
    const kept = main.leanings.filter(({ key }) => keys.every((one) => keyText(one) !== key));
    return {
      ...report,
      what,
      domain: parseWhat(what, run.find).template.domain,
      score: meanScore(scores),
      seen: scores.map(seenOf),
      illegal: scores.reduce((sum, { illegal, steps }) => sum + illegal / Math.max(1, steps), 0) / scores.length,
      leanings: [...kept, ...learnt],
    };
  });
}

/** What was played, the keys of its slots, and what the weights of these keys did. */
interface PlayedAndLearnt {
  readonly scores: readonly Score[];
  readonly keys: readonly SlotKey[];
  readonly report: RoutingUpdateReport;
}

/**
 * Actors play a batch on B_main with the weights that they took over at its beginning; the learner hears of it in parts, and each part moves its
 * weights, so that from the second on the episodes are off-policy. Returns become advantages within their group and move w by mirror descent; what is
 * stale and bad is masked under the schedule of the specification. Under the other schedule it teaches too, which changed no score.
 *
 * @source actors that lag behind the learner: Espeholt et al. 2018, arXiv:1802.01561
 */
// oxlint-disable-next-line max-params -- the run, the machine, its state, and what is played
export function playAndLearn(
  run: EvolveRun,
  machine: MainMachine,
  { main, knobs }: Pick<EvolveState, 'main' | 'knobs'>,
  { what, seed }: { readonly what: string; readonly seed: string },
): PlayedAndLearnt {
  const played = playOnMain(machine, main, {
    what,
    seed,
    split: 'train',
    tasks: UPDATES * TASKS,
    copies: COPIES,
    policy: 'sampled',
    find: run.find,
  });
  const slots = slotNames(what, run.find).map((slot) => ({ slot, key: keyOfSlot(slot, run.find, main) }));
  const reports = slots.flatMap(({ slot, key }) => {
    const learner = learnerOf(run, machine, knobs, key);
    // All parts are gathered before the first one is learnt: their policy is that of the actors.
    const parts = Array.from({ length: UPDATES }, (_, part) => batchOf(learner, key.code, played, { slot, part }));
    return parts.flatMap((batch) => (batch === undefined ? [] : [learner.update(batch)]));
  });
  return { scores: played.scores, keys: slots.map(({ key }) => key), report: summed(reports) };
}

/** What updates the routing policy at a key. Only fragments whose sizes are those of the key are candidates. */
// oxlint-disable-next-line max-params -- the run, the machine, its knobs and the key
function learnerOf(
  run: EvolveRun,
  machine: MainMachine,
  knobs: EvolveState['knobs'],
  key: SlotKey,
): RoutingPolicyUpdate {
  const fitting = machine.fitting(key).map(({ id }) => selectorId(id));
  const { divergenceMax, advantageMin } = knobs;
  return new RoutingPolicyUpdate(machine.machine, fitting, {
    rate: RATE,
    divergenceMax: run.config.schedule === 'seed' ? divergenceMax : Infinity,
    advantageMin,
  });
}

function batchOf(
  learner: RoutingPolicyUpdate,
  key: Uint32Array,
  { scores, served }: MainPlayed,
  { slot, part }: { readonly slot: string; readonly part: number },
): PickBatch | undefined {
  const episodes = served
    .filter((each) => each.slot === slot && Math.floor(each.episode / (TASKS * COPIES)) === part)
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
  const { slot: number } = skillIdOf(slot);
  const own = number === undefined ? undefined : score.metrics[number === 0 ? 'solved_a' : 'solved_b'];
  return Math.min(1, Math.max(0, own ?? normalisedOf(score)));
}

function summed(reports: readonly RoutingUpdateReport[]): RoutingUpdateReport {
  const sum = (of: (report: RoutingUpdateReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const most = (of: (report: RoutingUpdateReport) => number): number => Math.max(0, ...reports.map(of));
  return {
    used: sum(({ used }) => used),
    masked: sum(({ masked }) => masked),
    staleness: most(({ staleness }) => staleness),
    moved: most(({ moved }) => moved),
  };
}
