import type { OutcomeEvidence, StatisticalCertificate } from '#foundation/contracts/certificates';
import { createRng } from '#foundation/kernel';
import type { Deadline } from './deadline.ts';
import { rolloutInputs } from './read-outcomes.ts';
import type { RecordedSteps } from './recorded-steps.ts';
import type { RolloutTerms } from './run-terms.ts';
import { shown } from './shown.ts';

type Rollouts = Extract<OutcomeEvidence, { kind: 'rollouts' }>;

/** Trials are numbered from 1, in the order of their events. Where a certificate is looked at without them, its order is looked for among so many. */
const MOST_TRIALS = 200;

/** The step that keeps the tasks of all trials of a run, under the world that rollouts are recorded under. */
const TASKS = 'trial-tasks';

/**
 * Whether the evidence is all of it. The tasks of trials are recorded once, by id and hash; trial k asks for them in an order of its own,
 *
 *     order k = the shuffle of their ids by the stream `train/SEED/gate/order/k`
 *
 * and in every repeat for the first so many of it. Whatever else both sides did on these tasks within the repeats of the trial must be
 * told too.
 */
export function checkTrialTasks(
  certificate: StatisticalCertificate,
  terms: RolloutTerms,
  steps: RecordedSteps,
  deadline: Deadline,
): string | undefined {
  const { evidence } = certificate;
  if (evidence.kind !== 'rollouts') return 'the trials of this run are on rollouts, and its evidence is none';
  if (evidence.metric !== terms.metric || evidence.weight !== terms.weight) {
    return `it reads scores by ${evidence.metric} (${evidence.weight}), the settings say ${shown(terms.metric)} (${shown(terms.weight)})`;
  }
  if (evidence.feedback) return 'its rollouts could see feedback, and those of a trial cannot';
  const tasks = tasksIn(steps.find(TASKS, { world: evidence.world }));
  if (tasks === undefined) return 'the run did not record which tasks its trials are on';
  return (
    checkHashes(evidence, tasks) ??
    checkOrder(evidence, [...tasks.keys()], terms, deadline) ??
    checkAll(certificate, evidence, { tasks, terms, steps, deadline })
  );
}

/** Ids and hashes of the tasks, in the order of the split. */
function tasksIn(result: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(result)) return undefined;
  const tasks = new Map<string, string>();
  for (const each of result) {
    if (!Array.isArray(each) || typeof each[0] !== 'string' || typeof each[1] !== 'string') return undefined;
    tasks.set(each[0], each[1]);
  }
  return tasks;
}

function checkHashes(evidence: Rollouts, tasks: ReadonlyMap<string, string>): string | undefined {
  for (const [id, hash] of Object.entries(evidence.tasks)) {
    if (tasks.get(id) !== hash) return `task ${id} is not one that the trials of this run are on`;
  }
  return undefined;
}

function checkOrder(
  { pairs }: Rollouts,
  ids: readonly string[],
  { path, trial: own }: RolloutTerms,
  deadline: Deadline,
): string | undefined {
  const byRepeat = new Map<number, string[]>();
  for (const { task, repeat } of pairs)
    byRepeat
      .set(repeat, byRepeat.get(repeat) ?? [])
      .get(repeat)!
      .push(task);
  for (let trial = own ?? 1; trial <= (own ?? MOST_TRIALS); trial += 1) {
    deadline.ask();
    const order = createRng(`${path}/order/${trial}`).shuffle([...ids]);
    if ([...byRepeat.values()].every((asked) => asked.every((task, i) => task === order[i]))) return undefined;
  }
  return own === undefined
    ? 'its pairs are not the first of the tasks in an order that a trial of this run has'
    : `its pairs are not the first of the tasks in the order of trial ${own}`;
}

interface Known {
  readonly tasks: ReadonlyMap<string, string>;
  readonly terms: RolloutTerms;
  readonly steps: RecordedSteps;
  readonly deadline: Deadline;
}

/** Every pair of rollouts that was recorded within the repeats of the trial is in its evidence. */
function checkAll(
  { incumbent, candidate }: StatisticalCertificate,
  evidence: Rollouts,
  { tasks, terms: { repeats }, steps, deadline }: Known,
): string | undefined {
  const told = new Set(evidence.pairs.map(({ task, repeat }) => `${repeat} ${task}`));
  const least = evidence.pairs.reduce((min, { repeat }) => Math.min(min, repeat), Infinity);
  const first = least - (least % repeats);
  for (const [id, hash] of tasks) {
    for (let repeat = first; repeat < first + repeats; repeat += 1) {
      deadline.ask();
      if (told.has(`${repeat} ${id}`)) continue;
      const isMade = [incumbent, candidate].every((side) =>
        steps.has('rollout', rolloutInputs(evidence, { hash, repeat }, side, 1)),
      );
      if (isMade) return `both sides were rolled out on ${id}, repeat ${repeat}, and the evidence leaves it out`;
    }
  }
  return undefined;
}
