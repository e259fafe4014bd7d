import type { MachineKnobs } from '../machine/knobs.ts';
import { createRouteIndex } from './route-index.ts';
import { anyShard, type Router } from './router.ts';

/** The knobs of a machine that shape its ROUTE. */
export type RouterKnobs = Pick<MachineKnobs, 'codeBits' | 'routeSubstringBits' | 'routeRadius' | 'routeScanBelow'>;

/**
 * ROUTE through the index. Up to `routeScanBelow` experts of a class and shard are scanned, more are found by their substrings
 * of `routeSubstringBits` bits. It is exact unless substrings may differ in fewer bits, `routeRadius`, than they have.
 */
export function createIndexRouter(knobs: RouterKnobs): Router {
  const { codeBits, routeSubstringBits, routeRadius, routeScanBelow } = knobs;
  const index = createRouteIndex(codeBits, { scanBelow: routeScanBelow, substringBits: routeSubstringBits });
  const effort = routeRadius < routeSubstringBits ? { approximate: { radius: routeRadius, expansions: 0 } } : {};
  return {
    insert(slot, { code, class: kind, shard }) {
      index.insert({ id: slot, code, class: String(kind), shard });
    },
    remove(slot) {
      index.remove(slot);
    },
    query({ key, class: kind, shard, k }) {
      const found = index.query(key, {
        wanted: k,
        class: String(kind),
        ...(shard === anyShard ? {} : { shard }),
        ...effort,
      });
      return found.ids;
    },
  };
}
