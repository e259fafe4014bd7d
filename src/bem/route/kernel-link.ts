import { type FunctionHandle, i32, type ModuleBuilder } from '#wasm';
import { copyCode, forEachTable, recordAt, substringOf } from './kernel-code.ts';
import { Part, Table } from './layout.ts';

const { add, eq, load, ltU, mul, ne, shl, store } = i32;

/**
 * `link(partition, from, to)` gives the slots from … to − 1 their records and enters them into all tables. A chain
 * ends in 0.
 */
export function defineLink(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', from: 'i32', to: 'i32' } }, (f, { part, from, to }) => {
    const slot = f.local('i32', from);
    const record = f.local('i32');
    f.while(ltU(slot, to), () => {
      copyCode(f, recordAt(part, add(slot, 1)), add(load(part, Part.codes), mul(slot, 8 * words)), words);
      f.set(slot, add(slot, 1));
    });
    forEachTable(f, part, (table) => {
      f.set(slot, from);
      f.while(ltU(slot, to), () => {
        f.set(record, recordAt(part, add(slot, 1)));
        const head = f.local('i32', add(load(table, Table.heads), shl(substringOf(table, record), 2)));
        f.do(store(add(record, load(table, Table.link)), load(head)));
        f.do(store(head, add(slot, 1)));
        f.set(slot, add(slot, 1));
      });
    });
  });
}

/**
 * `replace(partition, slot, by)` lets every chain that goes through `slot` go through `by` instead, or skip it when `by` is
 * −1. The bucket of `slot` is walked to it.
 */
export function defineReplace(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', slot: 'i32', by: 'i32' } }, (f, { part, slot, by }) => {
    const record = f.local('i32', recordAt(part, add(slot, 1)));
    const heir = f.local('i32', recordAt(part, add(by, 1)));
    forEachTable(f, part, (table) => {
      const link = f.local('i32', load(table, Table.link));
      const at = f.local('i32', add(load(table, Table.heads), shl(substringOf(table, record), 2)));
      f.while(ne(load(at), add(slot, 1)), () => f.set(at, add(recordAt(part, load(at)), link)));
      const next = load(add(record, link));
      f.if(
        eq(by, -1),
        () => f.do(store(at, next)),
        () => {
          f.do(store(at, add(by, 1)));
          f.do(store(add(heir, link), next));
        },
      );
    });
    f.if(ne(by, -1), () => copyCode(f, heir, record, words));
  });
}
