import { type FunctionHandle, i32, type ModuleBuilder } from '#wasm';
import { codeAt, forEachTable, substringOf } from './kernel-code.ts';
import { Table } from './layout.ts';

const { add, eq, load, ltU, shl, store, sub } = i32;

/** `link(partition, from, to)` enters the slots from … to − 1 into all tables. Slot s is written as s + 1: 0 ends a chain. */
export function defineLink(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', from: 'i32', to: 'i32' } }, (f, { part, from, to }) => {
    forEachTable(f, part, (table) => {
      const slot = f.local('i32', from);
      f.while(ltU(slot, to), () => {
        const head = f.local(
          'i32',
          add(load(table, Table.heads), shl(substringOf(table, codeAt(part, slot, words)), 2)),
        );
        f.do(store(add(load(table, Table.links), shl(slot, 2)), load(head)));
        f.do(store(head, add(slot, 1)));
        f.set(slot, add(slot, 1));
      });
    });
  });
}

/**
 * `replace(partition, slot, by)` lets every chain that goes through `slot` go through `by` instead, or skip it when `by` is
 * −1. The code of `slot` must still be in place, and its bucket is walked to it.
 */
export function defineReplace(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', slot: 'i32', by: 'i32' } }, (f, { part, slot, by }) => {
    forEachTable(f, part, (table) => {
      const links = f.local('i32', load(table, Table.links));
      const at = f.local('i32', add(load(table, Table.heads), shl(substringOf(table, codeAt(part, slot, words)), 2)));
      f.while(sub(load(at), add(slot, 1)), () => f.set(at, add(links, shl(sub(load(at), 1), 2))));
      const next = f.local('i32', load(add(links, shl(slot, 2))));
      f.if(
        eq(by, -1),
        () => f.do(store(at, next)),
        () => {
          f.do(store(at, add(by, 1)));
          f.do(store(add(links, shl(by, 2)), next));
        },
      );
    });
  });
}
