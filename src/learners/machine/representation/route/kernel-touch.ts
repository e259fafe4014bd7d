import { i32 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { codeAt, forEachTable, substringOf } from './kernel-code.ts';
import { Shared, Table } from './route-layout.ts';

const { add, load, shl, store, xor } = i32;

/**
 * `touch(partition)` reads the first code, and its link, of the query's bucket in every table, and does nothing with them. The
 * probes that follow look at one table after the other, and would wait for memory each time; here no read waits for another.
 */
export function defineTouch(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32' } }, (f, { part }) => {
    const read = f.local('i32', 0);
    const number = f.local('i32');
    forEachTable(f, part, (table) => {
      const substring = substringOf(table, i32.const(Shared.query));
      f.set(number, load(add(load(table, Table.heads), shl(substring, 2))));
      f.set(read, xor(read, load(codeAt(part, number, words))));
      f.set(read, xor(read, load(add(load(table, Table.links), shl(number, 2)))));
    });
    f.do(store(0, read, Shared.touched));
  });
}
