import type { PortedBits, WordPort } from '#foundation/contracts/words';
import { placesOf, readWord, writeWord } from '../word-view.ts';

/** One word of an action, and where it stands in its list. */
interface Slot {
  readonly port: WordPort;
  readonly place: number;
  readonly item: number;
}

/**
 * Every action that the shape of a face allows, or none where there are more than `most`. Words of another case and items past the end of a
 * list stay 0. Tags and lengths lie before what they rule, so that one pass fills all.
 */
export function legalActions({ ports, width }: PortedBits, most: number): Uint8Array[] {
  const isPlain = ports.every(({ role, repeats }) => role !== 'real' && role !== 'mark' && repeats.length <= 1);
  if (!isPlain) return [];
  const slots = ports.flatMap((port) => placesOf(port).map((place, item): Slot => ({ port, place, item })));
  let actions: Uint8Array[] = [new Uint8Array(width)];
  for (const slot of slots) {
    const open = actions.filter((bits) => isOpen(bits, slot, ports)).length;
    // Counted before it is made: a word may have more values than fit a list.
    if (open * slot.port.values + actions.length - open > most) return [];
    actions = actions.flatMap((bits) => (isOpen(bits, slot, ports) ? filled(bits, slot) : [bits]));
  }
  return actions;
}

function isOpen(bits: Uint8Array, { port, item }: Slot, ports: readonly WordPort[]): boolean {
  const scalar = (index: number): number => readWord(bits, ports[index]!.offset, ports[index]!.width);
  const length = port.repeats[0]?.length;
  return port.cases.every(({ tag, value }) => scalar(tag) === value) && (length === undefined || item < scalar(length));
}

function filled(bits: Uint8Array, { port, place }: Slot): Uint8Array[] {
  return Array.from({ length: port.values }, (_, value) => {
    const next = bits.slice();
    writeWord(next, place, port.width, value);
    return next;
  });
}
