import type { Json } from '#foundation/contracts';
import type { OutcomeEvidence, PairedOutcome, StatisticalCertificate } from '#foundation/contracts/certificates';
import type { Blobs } from '#foundation/contracts/ports';
import { hashOf, type Hash, isRecord } from '#foundation/kernel';

/** The recorded steps of a run: the hash of the result by the key, which is the hash of name and inputs. */
export type Effects = ReadonlyMap<Hash, Hash>;

type Evidence<Kind extends OutcomeEvidence['kind']> = Extract<OutcomeEvidence, { kind: Kind }>;

/** The paired outcomes that the recorded steps of the run give, or what is wrong with them. */
export function readOutcomes(
  certificate: StatisticalCertificate,
  effects: Effects,
  blobs: Blobs,
): readonly PairedOutcome[] | string {
  const { evidence } = certificate;
  const resultOf = (name: string, inputs: Json): unknown => {
    const result = effects.get(hashOf({ name, inputs }));
    const bytes = result === undefined ? undefined : blobs.getBlob(result);
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  };
  return evidence.kind === 'paired'
    ? readPaired(certificate, evidence, resultOf)
    : readRollouts(certificate, evidence, resultOf);
}

type ResultOf = (name: string, inputs: Json) => unknown;

function readPaired(
  { incumbent, candidate }: StatisticalCertificate,
  { steps }: Evidence<'paired'>,
  resultOf: ResultOf,
): readonly PairedOutcome[] | string {
  const all: PairedOutcome[] = [];
  for (const { name, inputs } of steps) {
    if (!isRecord(inputs) || inputs['incumbent'] !== incumbent || inputs['candidate'] !== candidate) {
      return `step ${name} is not about the two that the certificate compares`;
    }
    const result = resultOf(name, inputs);
    if (!isRecord(result) || !Array.isArray(result['outcomes'])) return `the run did not record step ${name}`;
    all.push(...result['outcomes']);
  }
  return all;
}

/**
 * Means over the repeats of a task, in the order in which tasks were first asked for. A side without a score counts as the worst for the
 * candidate, a pair without any is left out.
 */
function readRollouts(
  certificate: StatisticalCertificate,
  evidence: Evidence<'rollouts'>,
  resultOf: ResultOf,
): readonly PairedOutcome[] | string {
  const sums = new Map<string, { incumbent: number; candidate: number; count: number }>();
  const asked = new Set<string>();
  for (const pair of evidence.pairs) {
    const task = evidence.tasks[pair.task];
    if (task === undefined) return `task ${pair.task} has no hash`;
    const name = JSON.stringify([pair.task, pair.repeat]);
    if (asked.has(name)) return `repeat ${pair.repeat} of task ${pair.task} is counted twice`;
    asked.add(name);
    const scoreOf = (side: 'incumbent' | 'candidate'): number | null | string => {
      const { world, feedback } = evidence;
      const tries = pair[side];
      const inputs = { skill: certificate[side], task, world, repeat: pair.repeat, feedback };
      const result = resultOf('rollout', tries === 1 ? inputs : { ...inputs, tries });
      return result === undefined
        ? `the run recorded no rollout of the ${side} on ${pair.task}`
        : read(result, evidence);
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
