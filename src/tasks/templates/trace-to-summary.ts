import { defineAnswer } from '../define/define-answer.ts';
import { codec, inOrder, type Layout, padded, upTo, whole } from '../faces/bit-layout.ts';
import { answerPart } from '../faces/reply.ts';
import { readTemplateTrace } from '../language/read-template-trace.ts';
import { templateWorlds } from '../language/template-world.ts';
import type { Moment, TraceWorld } from '../language/trace-world.ts';
import type { Template } from '#foundation/contracts/tasks';
import { choice, int, type ParamsOf } from '../define/param-range.ts';
import { known } from '../define/known-baselines.ts';

const params = {
  env_type: choice(['GRID_COLLECT', 'CAUSAL_BANDIT', 'TOOL_DB_LOOKUP'], 'which template the trajectory is from'),
  max_len: int(1, 7, 'most events a summary may name'),
  trace_len: int(4, 64, 'steps of the trajectory'),
  reward: choice(['exact', 'f1'], '1 for exactly the right summary else 0, or the F1 of the events named'),
};
type TraceParams = ParamsOf<typeof params>;

/** Places in the world's list of tags. */
type Summary = readonly number[];

interface TraceInstance {
  readonly params: TraceParams;
  readonly trace: readonly Moment[];
  readonly summary: Summary;
}

function worldOf(env: TraceParams['env_type']): TraceWorld {
  return templateWorlds[env];
}

/** Ordered choices of k of n tags, for k up to `most`. */
function choices(n: number, most: number): number[] {
  const counts = [1];
  for (let k = 1; k <= most; k += 1) counts.push(counts[k - 1]! * (n - k + 1));
  return counts;
}

/** Harmonic mean of precision and recall; two empty summaries agree. */
function f1(said: readonly unknown[], truth: readonly unknown[]): number {
  if (said.length + truth.length === 0) return 1;
  return (2 * said.filter((tag) => truth.includes(tag)).length) / (said.length + truth.length);
}

/** A summary of distinct tags; several "none" or an unknown word is no summary. */
function parseSummary(reply: string, { env_type, max_len }: TraceParams): Summary | undefined {
  const { tags } = worldOf(env_type);
  const words = answerPart(reply)
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  if (words.length === 1 && words[0]!.toLowerCase() === 'none') return [];
  const summary = words.map((word) => tags.findIndex((tag) => tag.toLowerCase() === word.toLowerCase()));
  if (summary.length === 0 || summary.length > max_len || summary.includes(-1)) return undefined;
  return new Set(summary).size === summary.length ? summary : undefined;
}

/** Tags that are all different; bits that repeat one are no summary. */
function summaryLayout(most: number, tags: number): Layout<Summary> {
  const list = upTo(most, whole(0, tags - 1));
  return {
    ...list,
    read(bits, at) {
      const summary = list.read(bits, at);
      return summary !== undefined && new Set(summary).size === summary.length ? summary : undefined;
    },
  };
}

const levels: readonly TraceParams[] = [
  { env_type: 'GRID_COLLECT', max_len: 2, trace_len: 8, reward: 'exact' },
  { env_type: 'TOOL_DB_LOOKUP', max_len: 3, trace_len: 8, reward: 'exact' },
  { env_type: 'CAUSAL_BANDIT', max_len: 4, trace_len: 10, reward: 'exact' },
  { env_type: 'GRID_COLLECT', max_len: 5, trace_len: 24, reward: 'exact' },
  { env_type: 'TOOL_DB_LOOKUP', max_len: 6, trace_len: 32, reward: 'exact' },
  { env_type: 'CAUSAL_BANDIT', max_len: 7, trace_len: 48, reward: 'exact' },
];

/**
 * Which salient events does a trajectory hold? The summary names each kind of event once, in the order they first happen, and only the
 * first `max_len` of them: exactly one summary is right. The
 * trajectories are those of other templates, played partly by their oracles.
 *
 * @source spec/task-grammar §5.2.1
 */
export const traceToSummary: Template<TraceParams, TraceInstance, readonly Moment[], Summary> = defineAnswer<
  TraceParams,
  TraceInstance,
  readonly Moment[],
  Summary
>({
  name: 'TRACE_TO_SUMMARY',
  version: 2,
  family: 'language',
  domain: 'language',
  tags: ['language', 'environment'],
  baselines: [
    ...known(
      [1, 2],
      { 'small tree': 0.45, linear: 0.5, nearest: 0.35 },
      'short trajectories hold few events, each seen in a single step',
    ),
    ...known(
      [1],
      { constant: 0.25, 'by step': 0.25, 'single feature': 0.25 },
      'with so few events one summary is the most frequent, or told by one of them',
    ),
    ...known([4], { constant: 0.5, 'by step': 0.35 }, 'F1 pays for naming the most frequent events'),
  ],
  says: 'Name the salient events of a trajectory in the order they first happen.',
  params,
  levels,
  metrics: [{ name: 'f1', better: 'higher', says: 'F1 of the events named against the true ones' }],
  difficulty: ({ max_len, trace_len }) => max_len * Math.log2(trace_len),
  generate(params, rng) {
    const { trace, events } = worldOf(params.env_type).play(params.trace_len, rng);
    return { params, trace, summary: [...new Set(events)].slice(0, params.max_len) };
  },
  observe: ({ trace }) => trace,
  answer: ({ summary }) => summary,
  reward({ params: { reward }, summary }, action) {
    if (reward === 'f1') return f1(action, summary);
    return action.length === summary.length && action.every((tag, i) => tag === summary[i]) ? 1 : 0;
  },
  check({ params: { env_type, max_len, reward }, trace }, action) {
    const truth = readTemplateTrace(env_type, trace).slice(0, max_len).join(' ');
    const tags = action.map((tag) => worldOf(env_type).tags[tag]!);
    const ok = tags.join(' ') === truth;
    if (reward === 'exact' || truth === '') return { ok, reward: ok ? 1 : 0 };
    const words = truth.split(' ');
    const common = new Set(tags).size + words.length - new Set([...tags, ...words]).size;
    const precision = common / Math.max(1, tags.length);
    const recall = common / words.length;
    return { ok, reward: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
  },
  measureAnswer: ({ summary }, action) => ({ f1: action === undefined ? 0 : f1(action, summary) }),
  randomAction(_, rng, { env_type, max_len }) {
    const n = worldOf(env_type).tags.length;
    return rng.distinct(rng.weighted(choices(n, max_len)), n);
  },
  randomReturn({ params: { env_type, max_len, reward }, summary }) {
    const n = worldOf(env_type).tags.length;
    const counts = choices(n, max_len);
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (reward === 'exact') return 1 / all;
    // Each of the k named tags is a true one with probability |truth| / n.
    const scores = counts.map((count, k) => {
      if (k + summary.length === 0) return count;
      return (count * 2 * k * summary.length) / n / (k + summary.length);
    });
    return scores.reduce((sum, score) => sum + score, 0) / all;
  },
  text: {
    rules: ({ env_type, max_len, reward }) =>
      `Below is what a player of ${env_type} saw and did, one line per step: what is seen, then what is done. Summarise it as a list of events: ` +
      `${worldOf(env_type).says}. What an action leads to shows in the next line; what would follow the last line does not count. Name each kind of event once, in the order they ` +
      `first happen, and only the first ${max_len}; events of the same step come in the order of this list: ${worldOf(env_type).tags.join(', ')}. ` +
      `${reward === 'exact' ? 'The right list earns 1, anything else 0' : 'You earn the F1 of the events you name, in any order'}. ` +
      `Reply as in "answer: ${worldOf(env_type).tags[0]}, ${worldOf(env_type).tags[3]}", or "answer: none".`,
    observation: (trace, { env_type }) =>
      trace
        .map(([seen, done], t) => `${t + 1}. ${worldOf(env_type).sights[seen]} ${worldOf(env_type).deeds[done]}`)
        .join('\n'),
    action: (summary, { env_type }) =>
      summary.length === 0 ? 'none' : summary.map((tag) => worldOf(env_type).tags[tag]!).join(', '),
    parse: parseSummary,
  },
  bits({ env_type, max_len, trace_len }) {
    const { sights, deeds, tags } = worldOf(env_type);
    const moment = momentLayout(sights.length, deeds.length);
    return {
      observation: codec(padded(trace_len, moment)),
      action: codec(summaryLayout(max_len, tags.length)),
      token: moment.width + 1,
    };
  },
});

function momentLayout(sights: number, deeds: number): Layout<Moment> {
  const both = inOrder([whole(0, sights - 1), whole(0, deeds - 1)]);
  return {
    ...both,
    read(bits, at) {
      const [seen, done] = both.read(bits, at) ?? [];
      return seen === undefined || done === undefined ? undefined : [seen, done];
    },
  };
}
