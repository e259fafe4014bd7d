import type { Json } from '#foundation/contracts';
import { type OutcomeEvidence, PairedOutcome, type StatisticalCertificate } from '#foundation/contracts/certificates';
import { isRecord } from '#foundation/kernel';
import type { Deadline } from './deadline.ts';
import type { RecordedSteps } from './recorded-steps.ts';

type Evidence<Kind extends OutcomeEvidence['kind']> = Extract<OutcomeEvidence, { kind: Kind }>;

/** The paired outcomes that the recorded steps of the run give, or what is wrong with them. */
export function readOutcomes(
  certificate: StatisticalCertificate,
  steps: RecordedSteps,
  deadline: Deadline,
): readonly PairedOutcome[] | string {
  const { evidence } = certificate;
  return evidence.kind === 'paired'
    ? readPaired(certificate, evidence, steps)
    : readRollouts(certificate, evidence, steps, deadline);
}

function readPaired(
  { incumbent, candidate }: StatisticalCertificate,
  evidence: Evidence<'paired'>,
  steps: RecordedSteps,
): readonly PairedOutcome[] | string {
  const all: PairedOutcome[] = [];
  for (const { name, inputs } of evidence.steps) {
    if (!isRecord(inputs) || inputs['incumbent'] !== incumbent || inputs['candidate'] !== candidate) {
      return `step ${name} is not about the two that the certificate compares`;
    }
    const outcomes = outcomesIn(steps.find(name, inputs));
    if (outcomes === undefined) return `the run did not record step ${name}`;
    for (const outcome of outcomes) all.push(outcome);
  }
  return all;
}

/** The outcomes that a recorded result holds; nothing where it holds none. */
export function outcomesIn(result: unknown): readonly PairedOutcome[] | undefined {
  const outcomes = isRecord(result) ? result['outcomes'] : undefined;
  if (!Array.isArray(outcomes)) return undefined;
  const read: PairedOutcome[] = [];
  for (const outcome of outcomes) {
    const { success, data } = PairedOutcome.safeParse(outcome);
    if (!success) return undefined;
    read.push(data);
  }
  return read;
}

/**
 * Means over the repeats of a task, in the order in which tasks were first asked for. A side without a score counts as the worst for the
 * candidate, a pair without any is left out.
 */
function readRollouts(
  certificate: StatisticalCertificate,
  evidence: Evidence<'rollouts'>,
  steps: RecordedSteps,
  deadline: Deadline,
): readonly PairedOutcome[] | string {
  const hashes = Object.values(evidence.tasks);
  if (new Set(hashes).size !== hashes.length) return 'one task is counted under two ids';
  const sums = new Map<string, { incumbent: number; candidate: number; count: number }>();
  const asked = new Set<string>();
  for (const pair of evidence.pairs) {
    deadline.ask();
    const task = evidence.tasks[pair.task];
    if (task === undefined) return `task ${pair.task} has no hash`;
    const name = JSON.stringify([pair.task, pair.repeat]);
    if (asked.has(name)) return `repeat ${pair.repeat} of task ${pair.task} is counted twice`;
    asked.add(name);
    const scoreOf = (side: 'incumbent' | 'candidate'): number | null | string => {
      const inputsOf = (tries: number): Json =>
        rolloutInputs(evidence, { ...pair, hash: task }, certificate[side], tries);
      const result = steps.find('rollout', inputsOf(pair[side]));
      if (result === undefined) return `the run recorded no rollout of the ${side} on ${pair.task}`;
      if (steps.has('rollout', inputsOf(pair[side] + 1))) return `the ${side} was tried on ${pair.task} once more`;
      return read(result, evidence);
    };
    const [incumbent, candidate] = [scoreOf('incumbent'), scoreOf('candidate')];
    if (typeof incumbent === 'string') return incumbent;
    if (typeof candidate === 'string') return candidate;
    if (incumbent === null && candidate === null) continue;
    const sum = sums.get(pair.task) ?? { incumbent: 0, candidate: 0, count: 0 };
    sums.set(pair.task, {
      incumbent: sum.incumbent + (incumbent === null ? 1 : incumbent),
      candidate: sum.candidate + (candidate === null ? 0 : candidate),
      count: sum.count + 1,
    });
  }
  const order = [...new Set(evidence.pairs.map(({ task }) => task))].filter((task) => sums.has(task));
  return order.map((task) => {
    const { incumbent, candidate, count } = sums.get(task)!;
    return { task, incumbent: incumbent / count, candidate: candidate / count };
  });
}

/** The inputs of the recorded step of one rollout: its key follows from them. */
// oxlint-disable-next-line max-params -- one rollout of one side
export function rolloutInputs(
  { world, feedback }: Pick<Evidence<'rollouts'>, 'world' | 'feedback'>,
  { hash, repeat }: { readonly hash: string; readonly repeat: number },
  skill: string,
  tries: number,
): Json {
  const inputs = { skill, task: hash, world, repeat, feedback };
  return tries === 1 ? inputs : { ...inputs, tries };
}

/** The score of a recorded rollout by the certificate's metric; null where it has none. */
function read(result: unknown, { metric, weight }: Evidence<'rollouts'>): number | null | string {
  const outcome = isRecord(result) ? result['outcome'] : undefined;
  if (!isRecord(outcome)) return 'a recorded rollout cannot be read';
  if (outcome['kind'] !== 'scored') return null;
  const score = outcome['score'];
  const [hard, soft] = isRecord(score) ? [score['hard'], score['soft']] : [];
  if (typeof hard !== 'number' || typeof soft !== 'number') return 'a recorded rollout has no score';
  if (metric === 'mixed') return (1 - weight) * hard + weight * soft;
  return metric === 'hard' ? hard : soft;
}
