import type { BitFace, Params, TextFace } from '#foundation/contracts/tasks';
import { codec, constant, type Layout, record, tagged, whole } from '../faces/bit-layout.ts';
import { parseNumber } from '../faces/reply.ts';
import { layoutOf } from './pair-face.ts';
import { numberOf, partParams, type Slot } from './part-params.ts';
import { type SlotAction, slotBits, type SlotView } from './slot-face.ts';

/** First the forecast is asked for, then one answer after another. */
export type BatchView = { readonly kind: 'forecast' } | { readonly kind: 'solve'; readonly view: SlotView };
export type BatchAction =
  | { readonly kind: 'forecast'; readonly percent: number }
  | { readonly kind: 'solve'; readonly answer: SlotAction };

type SolveView = Extract<BatchView, { kind: 'solve' }>;
type Solve = Extract<BatchAction, { kind: 'solve' }>;
type Forecast = Extract<BatchAction, { kind: 'forecast' }>;

/** Both kinds behind a tag. */
export function batchBits(slots: readonly Slot[], params: Params, size: number): BitFace<BatchView, BatchAction> {
  const inner = slotBits(slots, params, size);
  const solve: Layout<'solve'> = constant('solve');
  const forecast: Layout<'forecast'> = constant('forecast');
  return {
    observation: codec(
      tagged<BatchView>({
        forecast: record<{ readonly kind: 'forecast' }>({ kind: forecast }),
        solve: record<SolveView>({ kind: solve, view: layoutOf(inner.observation) }),
      }),
    ),
    action: codec(
      tagged<BatchAction>({
        forecast: record<Forecast>({ kind: forecast, percent: whole(0, 100) }),
        solve: record<Solve>({ kind: solve, answer: layoutOf(inner.action) }),
      }),
    ),
  };
}

/** The forecast as a percentage, then the base's own text. */
export function batchText(slots: readonly Slot[]): TextFace<Params, BatchView, BatchAction> {
  const base = slots[0]!.template;
  return {
    rules: (params) =>
      `You will solve ${numberOf(params, 'batch_size')} instances of the task below. First foretell which share of them you will solve: reply with a ` +
      `percentage, as in "answer: 80%". At the end you earn ${numberOf(params, 'task_weight')} times your mean task reward, minus ` +
      (params['calibration'] === 'squared' ? 'the square of ' : '') +
      'the distance between the share you foretold and the share you solved (1 if the forecast cannot be read).\n' +
      base.text.rules(partParams(params, 'base')) +
      (numberOf(params, 'hard_rate') > 0 ? `\nHard instances: ${base.text.rules(partParams(params, 'hard'))}` : ''),
    observation(seen, params) {
      if (seen.kind === 'forecast') return 'Which share of the instances will you solve?';
      const { slot, round, value } = seen.view;
      return `[instance ${round + 1}]\n${base.text.observation(value, partParams(params, slots[slot]!.letter))}`;
    },
    action(action, params) {
      if (action.kind === 'forecast') return `${action.percent}%`;
      return base.text.action(action.answer.value, partParams(params, slots[action.answer.slot]!.letter));
    },
    parse(reply, params, seen) {
      if (seen.kind === 'forecast') {
        const share = parseNumber(reply, 0, 1);
        return share === undefined ? undefined : { kind: 'forecast', percent: Math.round(share * 100) };
      }
      const { slot, value } = seen.view;
      const answer = base.text.parse(reply, partParams(params, slots[slot]!.letter), value);
      return answer === undefined ? undefined : { kind: 'solve', answer: { slot, value: answer } };
    },
  };
}
