import { type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import type { Word } from '#logic/circuit/words';
import type { WordPort } from '#foundation/contracts/words';
import { type CircuitValue, constantWire, type Gates, type Slots, type Wire } from '../../terms/circuits/gates.ts';
import { placesOf } from '../word-view.ts';
import type { Source } from './face-columns.ts';
import { everyTwo } from './face-rows.ts';

/** A word as it lies, which counts from its lowest value. Its range is that of its bits: what is said is in range whatever is seen. */
export function portWire(gates: Gates, bits: Word, { low }: Pick<WordPort, 'low'>): Wire {
  return gates.add({ bits: [...bits, FALSE], low: 0, high: 2 ** bits.length - 1 }, constantWire(low));
}

/** The word of a port of no list. */
export function scalarWire(gates: Gates, input: Word, port: WordPort): Wire {
  return portWire(gates, input.slice(port.offset, port.offset + port.width), port);
}

/** The wires of a list column of the observation. */
export function listSlots(
  gates: Gates,
  input: Word,
  ports: readonly WordPort[],
  source: Source & { readonly is: 'items' | 'places' | 'two' },
): CircuitValue {
  const port = ports[source.port]!;
  const there = thereOf(gates, input, ports, port);
  const items = placesOf(port).map((at) => portWire(gates, input.slice(at, at + port.width), port));
  if (source.is === 'items') return { items, there, isDense: true };
  if (source.is === 'places') return { items: items.map((_, k) => constantWire(k + 1)), there, isDense: true };
  const twos = everyTwo(items.length);
  const made: Slots = {
    items: twos.map(([first, second], k) =>
      source.which === 'places' ? constantWire(k + 1) : items[source.which === 'first' ? first : second]!,
    ),
    there: twos.map(([, second]) => there[second]!),
    isDense: true,
  };
  return made;
}

/** Whether each item of a list is there. */
function thereOf(gates: Gates, input: Word, ports: readonly WordPort[], { repeats: [repeat] }: WordPort): Edge[] {
  const { count, length, mark } = repeat!;
  if (length !== undefined) {
    const { offset, width } = ports[length]!;
    const told: Wire = { bits: [...input.slice(offset, offset + width), FALSE], low: 0, high: 2 ** width - 1 };
    return Array.from({ length: count }, (_, k) => gates.isLess(constantWire(k), told));
  }
  if (mark === undefined) return new Array<Edge>(count).fill(TRUE);
  let goesOn: Edge = TRUE;
  return placesOf(ports[mark]!).map((at) => (goesOn = gates.builder.and(goesOn, gates.builder.not(input[at]!))));
}

/** Bits of the observation that a source reads, lengths and marks of lists among them. */
export function bitsRead(source: Source, ports: readonly WordPort[]): number[] {
  if (!('port' in source) || source.port === undefined) return [];
  const used = [source.port];
  for (const { length, mark } of ports[source.port]!.repeats) {
    if (length !== undefined) used.push(length);
    if (mark !== undefined) used.push(mark);
  }
  return used.flatMap((at) =>
    placesOf(ports[at]!).flatMap((from) => Array.from({ length: ports[at]!.width }, (_, i) => from + i)),
  );
}
