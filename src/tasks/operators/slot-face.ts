import type { AnyTemplate, BitFace, Params } from '#contracts';
import { codec, type Layout, whole } from '../faces/bit-layout.ts';
import { partParams, type Slot } from './part-params.ts';

/** What is seen of, or done to, one base of a composition. */
export interface Slotted {
  readonly slot: number;
  readonly value: unknown;
}

/** The layout of a value that lies in one of several codecs: which one, then its bits, then zeros. */
function slotLayout(
  codecs: readonly { width: number; encode(value: unknown): Uint8Array; decode(bits: Uint8Array): unknown }[],
): Layout<Slotted> {
  const slot = whole(0, codecs.length - 1);
  return {
    width: slot.width + Math.max(...codecs.map(({ width }) => width)),
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
export function slotBits(slots: readonly Slot[], params: Params): BitFace<Slotted, Slotted> {
  const faces = slots.map(({ letter, template }) => template.bits(partParams(params, letter)));
  return {
    observation: codec(slotLayout(faces.map((face) => face.observation))),
    action: codec(slotLayout(faces.map((face) => face.action))),
  };
}

/** The text face of a composition that shows one base at a time; a letter says which, where there are several. */
export function slotText(
  slots: readonly Slot[],
  intro: (params: Params) => string,
): AnyTemplate['text'] & { rules(params: Params): string } {
  const several = slots.length > 1;
  const at = ({ slot }: Slotted): Slot => slots[slot]!;
  return {
    rules: (params) =>
      [
        intro(params),
        ...slots.map(({ letter, template }) => {
          const rules = template.text.rules(partParams(params, letter));
          return several ? `Task ${letter.toUpperCase()}: ${rules}` : rules;
        }),
      ].join('\n'),
    observation(observation, params) {
      const seen = asSlotted(observation);
      const { letter, template } = at(seen);
      const text = template.text.observation(seen.value, partParams(params, letter));
      return several ? `[task ${letter.toUpperCase()}]\n${text}` : text;
    },
    action(action, params) {
      const done = asSlotted(action);
      const { letter, template } = at(done);
      return template.text.action(done.value, partParams(params, letter));
    },
    parse(reply, params, observation) {
      const seen = asSlotted(observation);
      const { letter, template } = at(seen);
      const value = template.text.parse(reply, partParams(params, letter), seen.value);
      return value === undefined ? undefined : { slot: seen.slot, value };
    },
  };
}

/** What the composition itself made; anything else is a bug. */
export function asSlotted(value: unknown): Slotted {
  if (
    typeof value === 'object' &&
    value !== null &&
    'slot' in value &&
    'value' in value &&
    typeof value.slot === 'number'
  ) {
    return { slot: value.slot, value: value.value };
  }
  throw new Error('invariant broken: a composition got an observation or action that is not its own');
}
