import { FALSE, TRUE } from '#logic/circuit/graph';
import { constantWire, type Gates, type Slots, type Wire } from './gates.ts';
import { kept, placesOfSlots } from './slots.ts';

/** Keeps what has the right place. */
export function keptAt(gates: Gates, list: Slots, isRight: (place: Wire) => number): Slots {
  const places = placesOfSlots(gates, list);
  return kept(gates, list, (k) => isRight(places[k]!));
}

export function reversed({ items, there }: Slots): Slots {
  return { items: items.toReversed(), there: there.toReversed(), isDense: false };
}

export function withoutFirst(gates: Gates, list: Slots): Slots {
  let isBefore = TRUE;
  const there = list.there.map((edge) => {
    const stays = gates.builder.and(edge, gates.builder.not(isBefore));
    isBefore = gates.builder.and(isBefore, gates.builder.not(edge));
    return stays;
  });
  return { items: list.items, there, isDense: false };
}

export function uniqueSlots(gates: Gates, list: Slots): Slots {
  const { builder } = gates;
  return kept(gates, list, (k) =>
    builder.not(
      list.items
        .slice(0, k)
        .reduce(
          (any, item, i) => builder.or(any, builder.and(list.there[i]!, gates.isEqual(item, list.items[k]!))),
          FALSE,
        ),
    ),
  );
}

export function sumsOfSlots(gates: Gates, list: Slots): Slots {
  let sum = constantWire(0);
  const items = list.items.map(
    (item, k) => (sum = gates.add(sum, gates.choose(list.there[k]!, item, constantWire(0)))),
  );
  return { ...list, items };
}

/** The item before each item; 0 for the first. */
export function laterSlots(gates: Gates, list: Slots): Slots {
  let held = constantWire(0);
  const items = list.items.map((item, k) => {
    const before = held;
    held = gates.choose(list.there[k]!, item, held);
    return before;
  });
  return { ...list, items };
}

/** Each item less the one before it; of the first there is none. */
export function stepsOfSlots(gates: Gates, list: Slots): Slots {
  const before = laterSlots(gates, list).items;
  const { there } = withoutFirst(gates, list);
  return { items: list.items.map((item, k) => gates.subtract(item, before[k]!)), there, isDense: false };
}
