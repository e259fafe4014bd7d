import { type Expression, i32, i32x4, v128 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import { at, forRange, minimum } from './loops.ts';

const quadParams = {
  lines: 'i32',
  depth: 'i32',
  from: 'i32',
  lineStride: 'i32',
  depthStride: 'i32',
  to: 'i32',
  toStride: 'i32',
} as const;

/**
 * Copies up to four lines of a matrix side by side: to[k][l] = from[l · lineStride + k · depthStride] for l < lines, else 0.
 * Strides are bytes. Where four lines lie side by side already, or each line is contiguous, four floats move at once.
 */
export function definePackQuad(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: quadParams }, (f, p) => {
    const k = f.local('i32', 0);
    f.if(i32.eq(p.lines, 4), () => {
      f.if(
        i32.eq(p.lineStride, 4),
        () => {
          forRange(f, { end: p.depth }, () => {
            f.do(v128.store(p.to, v128.load(p.from)));
            f.set(p.from, i32.add(p.from, p.depthStride));
            f.set(p.to, i32.add(p.to, p.toStride));
          });
          f.return();
        },
        () => f.if(i32.eq(p.depthStride, 4), () => transposeFours(f, p, k)),
      );
    });
    forRange(f, { from: k, end: p.depth }, () => {
      forRange(f, { end: 4 }, (l) => {
        f.if(
          i32.ltS(l, p.lines),
          () => f.do(i32.store(at(p.to, l), i32.load(at(p.from, l, p.lineStride)))),
          () => f.do(i32.store(at(p.to, l), 0)),
        );
      });
      f.set(p.from, i32.add(p.from, p.depthStride));
      f.set(p.to, i32.add(p.to, p.toStride));
    });
  });
}

/** Transposes 4 × 4 blocks while four are left; `k`, `from` and `to` then stand at what remains. */
function transposeFours(
  f: FunctionBody,
  p: { readonly [K in keyof typeof quadParams]: Local<'i32'> },
  k: Local<'i32'>,
): void {
  const line = (l: number): Expression<'i32'> => (l === 0 ? p.from : at(p.from, l, p.lineStride));
  const rows = [0, 1, 2, 3].map(() => f.local('v128'));
  const [a, b, c, d] = rows;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  const low = f.local('v128');
  const high = f.local('v128');
  f.while(i32.leS(k, i32.sub(p.depth, 4)), () => {
    for (const [l, row] of rows.entries()) f.set(row, v128.load(line(l)));
    f.set(low, i32x4.shuffle(a, b, [0, 4, 1, 5]));
    f.set(high, i32x4.shuffle(c, d, [0, 4, 1, 5]));
    f.do(v128.store(p.to, i32x4.shuffle(low, high, [0, 1, 4, 5])));
    f.do(v128.store(i32.add(p.to, p.toStride), i32x4.shuffle(low, high, [2, 3, 6, 7])));
    f.set(low, i32x4.shuffle(a, b, [2, 6, 3, 7]));
    f.set(high, i32x4.shuffle(c, d, [2, 6, 3, 7]));
    f.do(v128.store(at(p.to, 2, p.toStride), i32x4.shuffle(low, high, [0, 1, 4, 5])));
    f.do(v128.store(at(p.to, 3, p.toStride), i32x4.shuffle(low, high, [2, 3, 6, 7])));
    f.set(p.from, i32.add(p.from, 16));
    f.set(p.to, at(p.to, 4, p.toStride));
    f.set(k, i32.add(k, 4));
  });
}

/**
 * packRight(n, k, from, columnStride, depthStride, to): the right factor of a product in panels of eight columns,
 * to[panel][k][8], the last one filled up with zeros. It takes ⌈n/8⌉ · k · 32 bytes.
 */
export function definePackRight(module: ModuleBuilder, packQuad: FunctionHandle): FunctionHandle {
  const params = { n: 'i32', k: 'i32', from: 'i32', columnStride: 'i32', depthStride: 'i32', to: 'i32' } as const;
  return module.function({ params }, (f, p) => {
    forRange(f, { end: p.n, step: 8 }, (j) => {
      for (const half of [0, 4]) {
        const left = minimum(i32.sub(i32.sub(p.n, j), half), 4, f);
        f.if(i32.ltS(left, 0), () => f.set(left, 0));
        const from = at(p.from, i32.add(j, half), p.columnStride);
        f.call(packQuad, left, p.k, from, p.columnStride, p.depthStride, i32.add(p.to, 4 * half), 32);
      }
      f.set(p.to, at(p.to, p.k, 32));
    });
  });
}
