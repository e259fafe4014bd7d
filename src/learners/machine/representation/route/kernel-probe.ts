import { type Expression, i32, i64 } from '#logic/wasm/instructions';
import { callResult, type FunctionBody, type FunctionHandle, type Local, type ModuleBuilder } from '#logic/wasm/module';
import { distanceTo, queryLocals, substringOf } from './kernel-code.ts';
import { Part, Shared, Table, CHAINS } from './route-layout.ts';

const { add, and, leU, load, ltU, mul, ne, shl, store, sub, wrapI64, xor } = i32;

/**
 * `probe(partition, table, radius, around)` looks into every bucket whose substring differs from that of the code at
 * `around` in exactly `radius` bits, and offers what it finds; gives how many codes it looked at past the first of each bucket.
 *
 * Buckets are chains, walked 64 at a time: each pass looks at the next code of every chain that is not over, which the bits
 * of a register say. So no load waits for another, no store has an address that a load must be awaited for (later loads would
 * stall behind it), and no branch depends on how full a bucket is: an empty one begins with code 0, which is as far from
 * the query as can be. Past the budget it stops.
 *
 * @source buckets: Norouzi, Punjani & Fleet 2012, Fast search in Hamming space with multi-index hashing
 */
export function defineProbe(module: ModuleBuilder, words: number, offer: FunctionHandle): FunctionHandle {
  const params = { part: 'i32', table: 'i32', radius: 'i32', around: 'i32' } as const;
  return module.function({ params, result: 'i32' }, (f, { part, table, radius, around }) => {
    const key = f.local('i32', substringOf(table, around));
    const heads = f.local('i32', load(table, Table.heads));
    const masks = add(load(table, Table.masks), shl(radius, 2));
    const mask = f.local('i32', load(masks));
    const limit = f.local('i32', load(masks, 4));
    const [chain, now, going] = [f.local('i32'), f.local('i64'), f.local('i64')];
    const seen = f.local('i32', 0);
    const isAffordable = leU(seen, load(0, Shared.budget));
    const look = looker(f, { words, offer, part, table, chain, going });
    f.while(and(ltU(mask, limit), isAffordable), () => {
      f.set(chain, 0);
      f.set(going, 0n);
      f.while(and(ltU(chain, CHAINS), ltU(mask, limit)), () => {
        look(load(add(heads, shl(xor(key, load(mask)), 2))));
        f.set(mask, add(mask, 4));
        f.set(chain, add(chain, 1));
      });
      f.while(and(i64.ne(going, 0n), isAffordable), () => {
        f.set(seen, add(seen, wrapI64(i64.popcnt(going))));
        f.set(now, going);
        f.set(going, 0n);
        f.while(i64.ne(now, 0n), () => {
          f.set(chain, wrapI64(i64.ctz(now)));
          f.set(now, i64.and(now, i64.sub(now, 1n)));
          look(load(shl(chain, 2), Shared.work));
        });
      });
    });
    f.result(seen);
  });
}

interface Looking {
  readonly words: number;
  readonly offer: FunctionHandle;
  readonly part: Local<'i32'>;
  readonly table: Local<'i32'>;
  /** Which chain is looked at, and which go on after it. */
  readonly chain: Local<'i32'>;
  readonly going: Local<'i64'>;
}

/** Looks at a code and notes the next of its chain. */
function looker(
  f: FunctionBody,
  { words, offer, part, table, chain, going }: Looking,
): (number: Expression<'i32'>) => void {
  const query = queryLocals(f, words);
  const codes = f.local('i32', load(part, Part.codes));
  const ids = f.local('i32', load(part, Part.ids));
  const links = f.local('i32', load(table, Table.links));
  const worst = f.local('i32', load(0, Shared.worst));
  const [number, code, next, distance] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
  return (which) => {
    f.set(number, which);
    f.set(code, add(codes, mul(number, 8 * words)));
    f.set(next, load(add(links, shl(number, 2))));
    f.do(store(shl(chain, 2), next, Shared.work));
    f.set(going, i64.or(going, i64.shl(i64.extendI32U(ne(next, 0)), i64.extendI32U(chain))));
    f.set(distance, distanceTo(query, code, 0));
    f.if(leU(distance, worst), () =>
      f.if(number, () => f.set(worst, callResult('i32', offer, distance, sub(number, 1), ids, code))),
    );
  };
}
