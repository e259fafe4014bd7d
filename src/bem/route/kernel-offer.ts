import { type FunctionHandle, i32, i64, type ModuleBuilder } from '#wasm';
import { Shared } from './layout.ts';

const { add, geU, gtU, load, ltU, shl, store, sub, wrapI64 } = i32;

/**
 * `offer(distance, slot, ids)` puts a candidate into the list unless it is there or too far; gives the distance that the
 * next one may have. The order is distance, then id: one comparison of keys distance·2³² + id.
 */
export function defineOffer(module: ModuleBuilder): FunctionHandle {
  const params = { distance: 'i32', slot: 'i32', ids: 'i32' } as const;
  return module.function({ params, result: 'i32' }, (f, { distance, slot, ids }) => {
    const id = i64.load32U(add(ids, shl(slot, 2)));
    const key = f.local('i64', i64.or(i64.shl(i64.extendI32U(distance), 32n), id));
    const found = f.local('i32', load(0, Shared.found));
    const wanted = f.local('i32', load(0, Shared.wanted));
    const worst = load(0, Shared.worst);
    const end = f.local('i32', add(Shared.list, shl(found, 3)));
    const place = f.local('i32', end);
    f.while(gtU(place, Shared.list), (_next, done) => {
      const before = i64.load(sub(place, 8));
      f.if(i64.eq(before, key), () => f.return(worst));
      f.branchIf(done, i64.ltU(before, key));
      f.set(place, sub(place, 8));
    });
    f.if(
      ltU(found, wanted),
      () => {
        f.set(found, add(found, 1));
        f.do(store(0, found, Shared.found));
        f.set(end, add(end, 8));
      },
      () => f.if(geU(place, end), () => f.return(worst)),
    );
    f.set(end, sub(end, 8));
    f.while(gtU(end, place), () => {
      f.do(i64.store(end, i64.load(sub(end, 8))));
      f.set(end, sub(end, 8));
    });
    f.do(i64.store(place, key));
    f.if(geU(found, wanted), () => {
      const last = i64.load(add(Shared.list - 8, shl(wanted, 3)));
      f.do(store(0, wrapI64(i64.shrU(last, 32n)), Shared.worst));
    });
    f.result(worst);
  });
}
