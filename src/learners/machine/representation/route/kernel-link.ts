import { i32 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { codeAt, forEachTable, substringOf } from './kernel-code.ts';
import { Table } from './route-layout.ts';

const { add, eq, load, ltU, ne, shl, store } = i32;

/** `link(partition, from, to)` enters the numbers from … to − 1 into all tables. A chain ends in 0. */
export function defineLink(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', from: 'i32', to: 'i32' } }, (f, { part, from, to }) => {
    forEachTable(f, part, (table) => {
      const number = f.local('i32', from);
      f.while(ltU(number, to), () => {
        const substring = substringOf(table, codeAt(part, number, words));
        const head = f.local('i32', add(load(table, Table.heads), shl(substring, 2)));
        f.do(store(add(load(table, Table.links), shl(number, 2)), load(head)));
        f.do(store(head, number));
        f.set(number, add(number, 1));
      });
    });
  });
}

/**
 * `replace(partition, number, by)` lets every chain that goes through `number` go through `by` instead, or skip it when `by` is
 * 0. The code of `number` must still be in place, and its bucket is walked to it.
 */
export function defineReplace(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32', number: 'i32', by: 'i32' } }, (f, { part, number, by }) => {
    forEachTable(f, part, (table) => {
      const links = f.local('i32', load(table, Table.links));
      const substring = substringOf(table, codeAt(part, number, words));
      const at = f.local('i32', add(load(table, Table.heads), shl(substring, 2)));
      f.while(ne(load(at), number), () => f.set(at, add(links, shl(load(at), 2))));
      const next = load(add(links, shl(number, 2)));
      f.if(
        eq(by, 0),
        () => f.do(store(at, next)),
        () => {
          f.do(store(at, by));
          f.do(store(add(links, shl(by, 2)), next));
        },
      );
    });
  });
}
