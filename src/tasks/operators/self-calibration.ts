import type {
  AnyTemplate,
  Environment,
  Judged,
  Params,
  Policy,
  StepResult,
  Template,
} from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { choice, int, number } from '../define/param-range.ts';
import { estimateRandomReturn } from '../play/rollout.ts';
import { type BatchAction, batchBits, batchText, type BatchView } from './batch-face.ts';
import { drawRound } from './define-rounds.ts';
import { easyHardLevels, easyHardSlots } from './easy-hard.ts';
import { composedRanges, partConflict, partParams, type Slot, numberOf } from './part-params.ts';
import type { Rounds } from './rounds.ts';

const own = {
  batch_size: int(1, 64, 'instances in a batch, M'),
  calibration: choice(['squared', 'absolute'], 'the penalty: (p_pred − p_true)² or |p_pred − p_true|'),
  task_weight: number(2, 100, 'weight of the mean task reward; from 2 on, answering worse never pays'),
  hard_rate: number(0, 1, 'share of instances drawn with the hard parameters'),
};

function penaltyOf(params: Params, percent: number | undefined, accuracy: number): number {
  if (percent === undefined) return 1;
  const gap = Math.abs(percent / 100 - accuracy);
  return params['calibration'] === 'squared' ? gap * gap : gap;
}

class BatchEnvironment implements Environment<BatchView, BatchAction> {
  private readonly slots: readonly Slot[];
  private readonly batch: Rounds;
  private percent: number | undefined;
  private at = -1;
  private right = 0;

  constructor(slots: readonly Slot[], batch: Rounds) {
    this.slots = slots;
    this.batch = batch;
  }

  observe(): BatchView {
    if (this.at < 0) return { kind: 'forecast' };
    const round = Math.min(this.at, this.batch.rounds.length - 1);
    const { slot, instance } = this.batch.rounds[round]!;
    return { kind: 'solve', view: { slot, round, value: this.slots[slot]!.template.start(instance).observe() } };
  }

  step(action: BatchAction | undefined): StepResult {
    const { params, rounds } = this.batch;
    if (this.at >= rounds.length) return { reward: 0, done: true };
    if (this.at < 0) {
      this.percent = action?.kind === 'forecast' ? action.percent : undefined;
      this.at = 0;
      return { reward: 0, done: false };
    }
    const { slot, instance } = rounds[this.at]!;
    const { template } = this.slots[slot]!;
    const given = action?.kind === 'solve' && action.answer.slot === slot ? action.answer.value : undefined;
    const { reward } = template.start(instance).step(given);
    if (template.verify(instance, [given]).ok) this.right += 1;
    this.at += 1;
    const done = this.at === rounds.length;
    const penalty = done ? penaltyOf(params, this.percent, this.right / rounds.length) : 0;
    return { reward: (numberOf(params, 'task_weight') * reward) / rounds.length - penalty, done };
  }
}

/** The forecast, and the base's verdicts on the answers that follow it; an answer not given is judged as none. */
function judgeBatch(
  slots: readonly Slot[],
  { rounds }: Rounds,
  actions: readonly (BatchAction | undefined)[],
): { readonly percent: number | undefined; readonly verdicts: readonly Judged[] } {
  const [first, ...rest] = actions;
  const verdicts = rest.slice(0, rounds.length).map((action, i) => {
    const { slot, instance } = rounds[i]!;
    const given = action?.kind === 'solve' && action.answer.slot === slot ? action.answer.value : undefined;
    return slots[slot]!.template.verify(instance, [given]);
  });
  return { percent: first?.kind === 'forecast' ? first.percent : undefined, verdicts };
}

function batchOracle(slots: readonly Slot[], { rounds }: Rounds): Policy<BatchView, BatchAction> {
  return {
    act(seen) {
      if (seen.kind === 'forecast') return { kind: 'forecast', percent: 100 };
      const { slot, round, value } = seen.view;
      return {
        kind: 'solve',
        answer: { slot, value: slots[slot]!.template.oracle(rounds[round]!.instance).act(value) },
      };
    },
  };
}

/**
 * SELF_CALIBRATION_BATCH(base): foretell your accuracy on a batch, then solve it.
 *
 *     return = task_weight · mean task reward − (p_pred − p_true)²   (or the absolute difference)
 *
 * With task_weight ≥ 2 a right answer is always worth more than the calibration it could spoil, so nobody gains by answering
 * worse to meet a forecast. The oracle foretells 100 % and is right.
 *
 * @source spec/task-grammar §6.3.1; squared error is proper: Brier 1950
 */
// oxlint-disable-next-line max-lines-per-function -- one declaration: the members of a template
export function selfCalibrationBatch(base: AnyTemplate): Template<Params, Rounds, BatchView, BatchAction> {
  const slots = easyHardSlots('SELF_CALIBRATION_BATCH', base);
  const size = (params: Params): number => numberOf(params, 'batch_size');
  const weight = (params: Params): number => numberOf(params, 'task_weight');
  const template: Template<Params, Rounds, BatchView, BatchAction> = defineTemplate({
    name: `SELF_CALIBRATION_BATCH(${base.name})`,
    family: 'wrapper',
    domain: 'meta',
    tags: ['wrapper', 'meta-self', ...base.tags],
    // Whatever answers the base answers the batch.
    baselines: base.baselines ?? [],
    says: `A batch of ${base.name} whose accuracy is foretold.`,
    shape: 'episode',
    params: composedRanges(slots, own),
    levels: easyHardLevels(base, (level) => ({
      batch_size: 3 + level,
      calibration: 'squared',
      task_weight: 2,
      hard_rate: 0.3,
    })),
    metrics: [
      { name: 'calibration_error', better: 'lower', says: 'distance of the forecast from the accuracy' },
      { name: 'accuracy', better: 'higher', says: 'share of right answers' },
      { name: 'forecast', better: 'higher', says: 'the accuracy foretold' },
    ],
    conflict: (params) => partConflict(slots, params),
    difficulty: (params) => size(params) * base.difficulty(partParams(params, 'base')),
    rewardRange(params) {
      const ranges = slots.map(({ letter }) => base.rewardRange(partParams(params, letter)));
      const low = weight(params) * Math.min(0, ...ranges.map((range) => range.low)) - 1;
      return { low, high: weight(params) * Math.max(...ranges.map((range) => range.high)) };
    },
    maxSteps: (params) => 1 + size(params),
    generate: (params, rng) => ({
      params,
      rounds: Array.from({ length: size(params) }, (_, i) => {
        const slot = rng.chance(numberOf(params, 'hard_rate')) ? 1 : 0;
        return drawRound(slots, slot, params, rng.fork(i));
      }),
    }),
    start: (batch) => new BatchEnvironment(slots, batch),
    oracle: (batch) => batchOracle(slots, batch),
    optimum({ params, rounds }) {
      const sum = rounds.reduce((total, { instance }) => total + base.optimum(instance).reward, 0);
      return { kind: 'exact', reward: (weight(params) * sum) / rounds.length };
    },
    randomAction(seen, rng, params) {
      if (seen.kind === 'forecast') return { kind: 'forecast', percent: rng.below(101) };
      const { slot, value } = seen.view;
      const part = partParams(params, slots[slot]!.letter);
      return { kind: 'solve', answer: { slot, value: base.randomAction(value, rng, part) } };
    },
    randomReturn: (instance): number =>
      estimateRandomReturn(template, { params: instance.params, instance }, `${template.name}/random`, 128),
    verify(instance, actions) {
      const { params, rounds } = instance;
      const { percent, verdicts } = judgeBatch(slots, instance, actions);
      const right = verdicts.filter(({ ok }) => ok).length;
      const sum = verdicts.reduce((total, verdict) => total + verdict.reward, 0);
      const finished = verdicts.length === rounds.length;
      const penalty = finished ? penaltyOf(params, percent, right / rounds.length) : 0;
      const reward = (weight(params) * sum) / rounds.length - penalty;
      if (finished && right === rounds.length) return { ok: true, reward };
      return { ok: false, reward, why: `${right} of ${rounds.length} answers were right` };
    },
    measure(instance, { actions }) {
      const { percent, verdicts } = judgeBatch(slots, instance, actions);
      const accuracy = verdicts.filter(({ ok }) => ok).length / instance.rounds.length;
      if (percent === undefined) return { accuracy };
      return { accuracy, forecast: percent / 100, calibration_error: Math.abs(percent / 100 - accuracy) };
    },
    text: batchText(slots),
    bits: (params) => batchBits(slots, params, size(params)),
  });
  return template;
}
