import {
  callResult,
  type Expression,
  type FunctionBody,
  type FunctionHandle,
  i32,
  type Local,
  type ModuleBuilder,
} from '#wasm';
import { distanceTo, queryLocals, substringOf } from './kernel-code.ts';
import { Part, Shared, Table, WORK_SIZE } from './layout.ts';

const { add, and, leU, load, ltU, mul, ne, shl, store, sub, xor } = i32;

/**
 * `probe(partition, table, radius, around)` looks into every bucket whose substring differs from that of the code at
 * `around` in exactly `radius` bits, and offers what it finds; gives how many codes it looked at.
 *
 * Buckets are chains. Heads are gathered into a list, then each pass looks at the list and leaves the next links in their
 * place; no load waits for another and no branch depends on how full a bucket is. Past the budget it stops.
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
    const waiting = f.local('i32');
    const seen = f.local('i32', 0);
    const isAffordable = leU(seen, load(0, Shared.budget));
    const drain = drainer(f, { words, offer, part, table, waiting });
    f.while(and(ltU(mask, limit), isAffordable), () => {
      f.set(waiting, 0);
      f.while(and(ltU(waiting, WORK_SIZE), ltU(mask, limit)), () => {
        append(f, waiting, load(add(heads, shl(xor(key, load(mask)), 2))));
        f.set(mask, add(mask, 4));
      });
      f.while(and(ne(waiting, 0), isAffordable), () => {
        f.set(seen, add(seen, waiting));
        drain();
      });
    });
    f.result(seen);
  });
}

/** Writes behind the list always, and lets the list grow only when the value is not 0. */
function append(f: FunctionBody, size: Local<'i32'>, value: Expression<'i32'>): void {
  const written = f.local('i32', value);
  f.do(store(shl(size, 2), written, Shared.work));
  f.set(size, add(size, ne(written, 0)));
}

interface Drained {
  readonly words: number;
  readonly offer: FunctionHandle;
  readonly part: Local<'i32'>;
  readonly table: Local<'i32'>;
  readonly waiting: Local<'i32'>;
}

/** One pass over the list: each slot's code is looked at, and the slot gives way to the next of its chain. */
function drainer(f: FunctionBody, { words, offer, part, table, waiting }: Drained): () => void {
  const query = queryLocals(f, words);
  const codes = f.local('i32', load(part, Part.codes));
  const ids = f.local('i32', load(part, Part.ids));
  const links = f.local('i32', load(table, Table.links));
  const worst = f.local('i32', load(0, Shared.worst));
  const [read, kept, slot] = [f.local('i32'), f.local('i32'), f.local('i32')];
  const [code, distance] = [f.local('i32'), f.local('i32')];
  return () => {
    f.set(read, 0);
    f.set(kept, 0);
    f.while(ltU(read, waiting), () => {
      f.set(slot, sub(load(shl(read, 2), Shared.work), 1));
      append(f, kept, load(add(links, shl(slot, 2))));
      f.set(code, add(codes, mul(slot, 8 * words)));
      f.set(distance, distanceTo(query, code, 0));
      f.if(leU(distance, worst), () => f.set(worst, callResult('i32', offer, distance, slot, ids, code)));
      f.set(read, add(read, 1));
    });
    f.set(waiting, kept);
  };
}
