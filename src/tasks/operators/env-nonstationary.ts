import { createRng, Fault, type Rng } from '#foundation/kernel';
import type { AnyTemplate, Judged, KnownBaseline, Params, Template } from '#foundation/contracts/tasks';
import { choice, int } from '../define/param-range.ts';
import { defineRounds, drawRound, roundOptima } from './define-rounds.ts';
import { numberOf, type Slot } from './part-params.ts';
import { type Round, type Rounds, roundsOracle } from './rounds.ts';
import type { SlotAction, SlotView } from './slot-face.ts';

/** `changes` are the rounds before which the world changed. */
interface ChangingRounds extends Rounds {
  readonly changes: readonly number[];
  /** The rounds as they were before the world changed, for a player that does not notice. */
  readonly before: readonly unknown[];
}

/** A change counts as digested when the mean regret of this many rounds is at most a tenth of the mean optimum. */
const WINDOW = 3;

function drawChanging(slots: readonly Slot[], params: Params, rng: Rng): ChangingRounds {
  const { template } = slots[0]!;
  const segment = numberOf(params, 'segment');
  const kinds = (['reward', 'dynamics'] as const).filter(
    (kind) => params['change_type'] === 'both' || params['change_type'] === (kind === 'reward' ? 'reward_only' : kind),
  );
  const rounds: Round[] = [];
  const changes: number[] = [];
  const before: unknown[] = [];
  for (let index = 0; index <= numberOf(params, 'n_changes'); index += 1) {
    if (index > 0) changes.push(rounds.length);
    const length = rng.int(Math.ceil(segment / 2), Math.floor((3 * segment) / 2));
    for (let i = 0; i < length; i += 1) {
      let { instance } = drawRound(slots, 0, params, rng.fork(rounds.length));
      before.push(instance);
      for (const kind of index === 0 ? [] : kinds) {
        const stream = createRng(`${rng.path}/regime/${index}/${kind}`);
        instance = template.vary!(instance, kind, { index, rng: stream });
      }
      rounds.push({ slot: 0, instance });
    }
  }
  return { params, rounds, changes, before };
}

/** What a player earns that plays on as before. */
function unnoticed(base: AnyTemplate): KnownBaseline[] {
  const why = 'the first stretch is as it expects, and the changed ones are so in part';
  return base.levels.map((_, i) => ({
    predictor: 'ignores changes',
    levels: [i + 1],
    score: i < 2 ? 0.6 : 0.5,
    why,
  }));
}

/** Regret right after a change, and how many rounds pass until it is gone, averaged over the changes. */
function adaptation(
  slots: readonly Slot[],
  { rounds, changes }: ChangingRounds,
  verdicts: readonly Judged[],
): Record<string, number> {
  const optima = roundOptima(slots, rounds);
  const regrets = verdicts.map(({ reward }, i) => optima[i]!.reward - reward);
  const small = mean(optima.map(({ reward }) => Math.abs(reward))) / 10;
  let spike = 0;
  let time = 0;
  for (const [i, change] of changes.entries()) {
    const end = changes[i + 1] ?? rounds.length;
    for (let round = change; round < Math.min(end, change + WINDOW); round += 1) spike += regrets[round]!;
    let from = change;
    while (from < end && mean(regrets.slice(from, Math.min(end, from + WINDOW))) > small) from += 1;
    time += from - change;
  }
  return { regret_spike: spike / changes.length, adaptation: time / changes.length };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * ENV_NONSTATIONARY(base): rounds of the base in a world that changes n_changes times at moments nobody announces. In each
 * stretch rewards, dynamics or both differ from the first one's in the same way. The oracle knows every stretch, so the optimum is a
 * bound, and the policy that ignores changes is a rival.
 *
 * Stretches are segment/2 to 3·segment/2 rounds long, uniformly, so that counting rounds does not tell the moment.
 *
 * @source spec/task-grammar §3.3.1
 */
// oxlint-disable-next-line max-lines-per-function -- one declaration: the members of a template
export function envNonstationary(base: AnyTemplate): Template<Params, ChangingRounds, SlotView, SlotAction> {
  const can = base.vary === undefined ? [] : (base.varies ?? ['reward', 'dynamics']);
  const types = [
    ...(can.includes('reward') ? ['reward_only'] : []),
    ...(can.includes('dynamics') ? ['dynamics'] : []),
    ...(can.length === 2 ? ['both'] : []),
  ];
  if (types.length === 0) {
    throw new Fault('tasks/bad-composition', `ENV_NONSTATIONARY needs a base that can vary; ${base.name} cannot`);
  }
  const slots: readonly Slot[] = [{ letter: 'base', template: base }];
  const counts = [1, 2, 4] as const;
  const rounds = defineRounds<ChangingRounds>({
    name: `ENV_NONSTATIONARY(${base.name})`,
    says: `${base.name}, round after round, in a world that changes without notice.`,
    tags: ['wrapper', 'nonstationary', ...base.tags],
    slots,
    schedule: 'sequence',
    ranges: {
      n_changes: choice(counts, 'how often the world changes'),
      change_type: choice(types, 'what changes: rewards, dynamics or both'),
      segment: int(2, 100, 'mean number of rounds between changes'),
    },
    ownLevel: (level, count) => ({
      n_changes: counts[Math.min(2, Math.floor((3 * (level - 1)) / count))]!,
      change_type: types[(level - 1) % types.length]!,
      segment: 4,
    }),
    counts: (params) => [(numberOf(params, 'n_changes') + 1) * Math.floor((3 * numberOf(params, 'segment')) / 2)],
    draw: (params, rng) => drawChanging(slots, params, rng),
    intro: () =>
      'The task below is played round after round. At moments nobody announces the world changes: rewards may follow ' +
      'another rule, or actions may have other effects. Watch your rewards. They add up over all rounds.',
    metrics: [
      { name: 'regret_spike', better: 'lower', says: `regret over the ${WINDOW} rounds after a change` },
      { name: 'adaptation', better: 'lower', says: 'rounds after a change until regret is nearly gone' },
    ],
    measureRounds: (instance, verdicts) => adaptation(slots, instance, verdicts),
  });
  return {
    ...rounds,
    version: 2,
    baselines: unnoticed(base),
    // The oracle knows of every change before it can be noticed.
    optimum(instance) {
      const { reward, ...known } = rounds.optimum(instance);
      return 'high' in known && known.high !== undefined && known.low !== undefined
        ? { kind: 'bound', reward, low: known.low, high: known.high }
        : { kind: 'bound', reward };
    },
    rivals: ({ before }) => ({
      'ignores changes': roundsOracle(
        slots,
        before.map((instance) => ({ slot: 0, instance })),
      ),
    }),
  };
}
