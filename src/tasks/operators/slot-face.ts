import type { BitCodec, BitFace, Params, TextFace } from '#foundation/contracts/tasks';
import { codec, type Layout, shapeOf, whole } from '../faces/bit-layout.ts';
import { partParams, type Slot } from './part-params.ts';

/** What is done to one base of a composition. */
export interface SlotAction {
  readonly slot: number;
  readonly value: unknown;
}

/** What is seen of one base, and in which round. */
export interface SlotView extends SlotAction {
  readonly round: number;
}

/** A value that lies in one of several codecs: which one, then its bits, then zeros. */
function slotLayout(codecs: readonly BitCodec<unknown>[]): Layout<SlotAction> {
  const slot = whole(0, codecs.length - 1);
  return {
    width: slot.width + Math.max(...codecs.map(({ width }) => width)),
    shape: { kind: 'cases', tag: slot.shape, cases: codecs.map(shapeOf) },
    write(value, bits, at) {
      slot.write(value.slot, bits, at);
      bits.set(codecs[value.slot]!.encode(value.value), at + slot.width);
    },
    read(bits, at) {
      const found = slot.read(bits, at);
      if (found === undefined) return undefined;
      const from = at + slot.width;
      const value = codecs[found]!.decode(bits.slice(from, from + codecs[found]!.width));
      return value === undefined ? undefined : { slot: found, value };
    },
  };
}

/** The bit face of a composition that shows one base at a time. */
export function slotBits(slots: readonly Slot[], params: Params, rounds: number): BitFace<SlotView, SlotAction> {
  const faces = slots.map(({ letter, template }) => template.bits(partParams(params, letter)));
  const seen = slotLayout(faces.map((face) => face.observation));
  const round = whole(0, rounds - 1);
  const view: Layout<SlotView> = {
    width: round.width + seen.width,
    shape: { kind: 'fields', fields: [round.shape, shapeOf(seen)] },
    write(value, bits, at) {
      round.write(value.round, bits, at);
      seen.write(value, bits, at + round.width);
    },
    read(bits, at) {
      const found = round.read(bits, at);
      const inner = seen.read(bits, at + round.width);
      return found === undefined || inner === undefined ? undefined : { round: found, ...inner };
    },
  };
  return { observation: codec(view), action: codec(slotLayout(faces.map((face) => face.action))) };
}

/** The text face of a composition that shows one base at a time; a letter says which, where there are several. */
export function slotText(
  slots: readonly Slot[],
  intro: (params: Params) => string,
): TextFace<Params, SlotView, SlotAction> {
  const several = slots.length > 1;
  return {
    rules(params) {
      const rules = slots.map(({ letter, template }) => {
        const own = template.text.rules(partParams(params, letter));
        return several ? `Task ${letter.toUpperCase()}: ${own}` : own;
      });
      return [intro(params), ...rules].join('\n');
    },
    observation({ slot, round, value }, params) {
      const { letter, template } = slots[slot]!;
      const head = `[round ${round + 1}${several ? `, task ${letter.toUpperCase()}` : ''}]`;
      return `${head}\n${template.text.observation(value, partParams(params, letter))}`;
    },
    action({ slot, value }, params) {
      const { letter, template } = slots[slot]!;
      return template.text.action(value, partParams(params, letter));
    },
    parse(reply, params, { slot, value: seen }) {
      const { letter, template } = slots[slot]!;
      const value = template.text.parse(reply, partParams(params, letter), seen);
      return value === undefined ? undefined : { slot, value };
    },
  };
}
