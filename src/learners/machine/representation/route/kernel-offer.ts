import { i32, i64, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { Candidate, Shared } from './route-layout.ts';

const { add, geU, gtU, load, ltU, mul, shl, store, sub, wrapI64 } = i32;

/**
 * `offer(distance, slot, ids, code)` puts a candidate into the list unless it is there or too far; gives the distance that
 * the next one may have. The order is distance, then id: one comparison of keys.
 */
export function defineOffer(module: ModuleBuilder): FunctionHandle {
  const { size } = Candidate;
  const params = { distance: 'i32', slot: 'i32', ids: 'i32', code: 'i32' } as const;
  return module.function({ params, result: 'i32' }, (f, { distance, slot, ids, code }) => {
    const id = i64.load32U(add(ids, shl(slot, 2)));
    const key = f.local('i64', i64.or(i64.shl(i64.extendI32U(distance), 32n), id));
    const found = f.local('i32', load(0, Shared.found));
    const wanted = f.local('i32', load(0, Shared.wanted));
    const worst = load(0, Shared.worst);
    const end = f.local('i32', add(Shared.list, mul(found, size)));
    const place = f.local('i32', end);
    f.while(gtU(place, Shared.list), (_next, done) => {
      const before = i64.load(sub(place, size));
      f.if(i64.eq(before, key), () => f.return(worst));
      f.branchIf(done, i64.ltU(before, key));
      f.set(place, sub(place, size));
    });
    f.if(
      ltU(found, wanted),
      () => {
        f.set(found, add(found, 1));
        f.do(store(0, found, Shared.found));
        f.set(end, add(end, size));
      },
      () => f.if(geU(place, end), () => f.return(worst)),
    );
    f.set(end, sub(end, size));
    f.while(gtU(end, place), () => {
      f.do(v128.store(end, v128.load(sub(end, size))));
      f.set(end, sub(end, size));
    });
    f.do(i64.store(place, key, Candidate.key));
    f.do(store(place, code, Candidate.code));
    f.if(geU(found, wanted), () => {
      const last = i64.load(add(Shared.list - size, mul(wanted, size)));
      f.do(store(0, wrapI64(i64.shrU(last, 32n)), Shared.worst));
    });
    f.result(worst);
  });
}
