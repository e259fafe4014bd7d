import type { BitFace, Params, TextFace } from '#foundation/contracts/tasks';
import { emptyShape } from '#foundation/contracts/words';
import { codec, type Layout, shapeOf, whole } from '../faces/bit-layout.ts';
import { parseWord } from '../faces/reply.ts';
import { numberOf, partParams, type Slot } from './part-params.ts';
import { slotBits, type SlotView } from './slot-face.ts';

/** Commit with a confidence in tenths, ask, or abstain. The slot says which base the answer is for. */
export type Decision =
  | { readonly kind: 'predict'; readonly confidence: number; readonly slot: number; readonly answer: unknown }
  | { readonly kind: 'help' }
  | { readonly kind: 'abstain' };

const kinds = ['predict', 'help', 'abstain'] as const;

/** The kind, the confidence, then the base's answer. */
export function decisionBits(slots: readonly Slot[], params: Params): BitFace<SlotView, Decision> {
  const inner = slotBits(slots, params, 1);
  const kind = whole(0, 2);
  const confidence = whole(1, 10);
  const from = kind.width + confidence.width;
  const layout: Layout<Decision> = {
    width: from + inner.action.width,
    shape: {
      kind: 'cases',
      tag: kind.shape,
      cases: [{ kind: 'fields', fields: [confidence.shape, shapeOf(inner.action)] }, emptyShape, emptyShape],
    },
    write(value, bits, at) {
      kind.write(kinds.indexOf(value.kind), bits, at);
      if (value.kind !== 'predict') return;
      confidence.write(value.confidence, bits, at + kind.width);
      bits.set(inner.action.encode({ slot: value.slot, value: value.answer }), at + from);
    },
    read(bits, at) {
      const found = kinds[kind.read(bits, at) ?? kinds.length];
      if (found !== 'predict') return found === undefined ? undefined : { kind: found };
      const tenths = confidence.read(bits, at + kind.width);
      const answer = inner.action.decode(bits.slice(at + from, at + from + inner.action.width));
      if (tenths === undefined || answer === undefined) return undefined;
      return { kind: found, confidence: tenths, slot: answer.slot, answer: answer.value };
    },
  };
  return { observation: inner.observation, action: codec(layout) };
}

/** `PREDICT(0.8) answer`, `HELP` or `ABSTAIN`. */
export function decisionText(slots: readonly Slot[]): TextFace<Params, SlotView, Decision> {
  const base = slots[0]!.template;
  return {
    rules: (params) =>
      'Decide whether to answer the task below. Reply "PREDICT(c) answer" to commit to an answer with confidence c, 0.1 to 1; ' +
      `"HELP" to have it solved for a cost of ${numberOf(params, 'help_cost')}; ` +
      (params['abstain'] === 1 ? `or "ABSTAIN" to earn ${numberOf(params, 'abstain_reward')}. ` : '') +
      `A wrong prediction costs ${numberOf(params, 'penalty')}${params['penalty_mode'] === 'confident' ? ' times c' : ''} more than the task says, ` +
      'and a reply that cannot be read costs as much as the worst one. Some instances are harder than others.\n' +
      base.text.rules(partParams(params, 'base')) +
      (numberOf(params, 'hard_rate') > 0 ? `\nHard instances: ${base.text.rules(partParams(params, 'hard'))}` : ''),
    observation: ({ slot, value }, params) => base.text.observation(value, partParams(params, slots[slot]!.letter)),
    action(action, params) {
      if (action.kind !== 'predict') return action.kind.toUpperCase();
      const answer = base.text.action(action.answer, partParams(params, slots[action.slot]!.letter));
      return `PREDICT(${action.confidence / 10}) ${answer}`;
    },
    parse(reply, params, { slot, value }) {
      const at = reply.toUpperCase().lastIndexOf('PREDICT');
      if (at < 0) {
        const word = parseWord(reply, ['HELP', 'ABSTAIN']);
        return word === undefined ? undefined : { kind: word === 'HELP' ? 'help' : 'abstain' };
      }
      const match = /^PREDICT\s{0,9}(?:\(\s{0,9}(\d?\.?\d+)\s{0,9}\))?[\s:]{0,9}/i.exec(reply.slice(at));
      const confidence = match?.[1] === undefined ? 10 : Math.round(Number(match[1]) * 10);
      if (match === null || !(confidence >= 1 && confidence <= 10)) return undefined;
      const rest = reply.slice(at + match[0].length);
      const answer = base.text.parse(rest, partParams(params, slots[slot]!.letter), value);
      return answer === undefined ? undefined : { kind: 'predict', confidence, slot, answer };
    },
  };
}
