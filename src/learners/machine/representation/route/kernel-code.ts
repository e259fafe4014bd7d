import { type Expression, i32, i64, type Operand } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import { Part, Shared, Table } from './route-layout.ts';

/** The query, held in locals. */
export function queryLocals(f: FunctionBody, words: number): Local<'i64'>[] {
  return Array.from({ length: words }, (_, i) => f.local('i64', i64.load(Shared.query, 8 * i)));
}

/**
 * The Hamming distance between the query and the code at an address: Σ popcount(qᵢ ⊕ cᵢ) over 64-bit words. The scalar
 * instruction is used because engines emulate the vector one where the processor lacks it.
 */
export function distanceTo(
  query: readonly Local<'i64'>[],
  address: Expression<'i32'>,
  offset: number,
): Expression<'i32'> {
  const counts = query.map((word, i) => i64.popcnt(i64.xor(word, i64.load(address, offset + 8 * i))));
  return i32.wrapI64(counts.reduce((sum, count) => i64.add(sum, count)));
}

/** The substring that a table sorts by, of the code at an address: four bytes hold it, since shift + bits ≤ 31. */
export function substringOf(table: Local<'i32'>, address: Expression<'i32'>): Expression<'i32'> {
  const bytes = i32.load(i32.add(address, i32.load(table, Table.from)));
  return i32.and(i32.shrU(bytes, i32.load(table, Table.shift)), i32.sub(i32.shl(1, i32.load(table, Table.bits)), 1));
}

/** The address of a code. */
export function codeAt(part: Local<'i32'>, number: Operand<'i32'>, words: number): Expression<'i32'> {
  return i32.add(i32.load(part, Part.codes), i32.mul(number, 8 * words));
}

/** `farthest(partition)` makes code 0 the complement of the query. */
export function defineFarthest(module: ModuleBuilder, words: number): FunctionHandle {
  return module.function({ params: { part: 'i32' } }, (f, { part }) => {
    const code = f.local('i32', codeAt(part, 0, words));
    for (const [i, word] of queryLocals(f, words).entries()) f.do(i64.store(code, i64.xor(word, -1n), 8 * i));
  });
}

/** Runs `inside` for each table of a partition. */
export function forEachTable(f: FunctionBody, part: Local<'i32'>, inside: (table: Local<'i32'>) => void): void {
  const table = f.local('i32', i32.add(part, Part.firstTable));
  const end = f.local('i32', i32.add(table, i32.mul(i32.load(part, Part.tables), Table.size)));
  f.while(i32.ltU(table, end), () => {
    inside(table);
    f.set(table, i32.add(table, Table.size));
  });
}
