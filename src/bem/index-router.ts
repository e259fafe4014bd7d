import { createRouteIndex } from './route/route-index.ts';
import { anyShard, type Router } from './router.ts';

/** ROUTE through the index: exact, and fast for many experts. `codeBits` is the length of every code and key. */
export function createIndexRouter(codeBits: number): Router {
  const index = createRouteIndex(codeBits);
  return {
    insert(slot, { code, class: kind, shard }) {
      index.insert({ id: slot, code, class: String(kind), shard });
    },
    remove(slot) {
      index.remove(slot);
    },
    query({ key, class: kind, shard, k }) {
      const found = index.query(key, { wanted: k, class: String(kind), ...(shard === anyShard ? {} : { shard }) });
      return found.ids;
    },
  };
}
