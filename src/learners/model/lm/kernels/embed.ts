import { f32x4, i32, memoryCopy, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { at, forFours, forRange } from './loops.ts';

const params = { rows: 'i32', width: 'i32', tokens: 'i32', table: 'i32', to: 'i32' } as const;

/** to[r] = table[tokens[r]]. */
export function defineEmbed(module: ModuleBuilder): FunctionHandle {
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.width, 2));
    forRange(f, { end: p.rows }, (r) => {
      const token = i32.load(at(p.tokens, r));
      f.do(memoryCopy(at(p.to, r, bytes), i32.add(p.table, i32.mul(token, bytes)), bytes));
    });
  });
}

/** table[tokens[r]] += from[r], r in order; `to` is read. */
export function defineEmbedBackward(module: ModuleBuilder): FunctionHandle {
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.width, 2));
    forRange(f, { end: p.rows }, (r) => {
      const row = f.local('i32', i32.add(p.table, i32.mul(i32.load(at(p.tokens, r)), bytes)));
      const from = f.local('i32', at(p.to, r, bytes));
      forFours(f, p.width, (o) => {
        const to = i32.add(row, o);
        f.do(v128.store(to, f32x4.add(v128.load(to), v128.load(i32.add(from, o)))));
      });
    });
  });
}
