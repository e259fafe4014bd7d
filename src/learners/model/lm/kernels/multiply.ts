import { f32, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import { at, forRange, minimum } from './loops.ts';

/** Rows of the left factor that are packed together: 32 × 256 floats stay in the first two caches. */
const rowBlock = 32;
/** Depth of one block of sums. */
const depthBlock = 256;

/** Bytes of scratch that `multiply` needs: the packed rows and one tile. */
export const multiplyScratch = rowBlock * depthBlock * 4 + 128;

const tileParams = {
  depth: 'i32',
  left: 'i32',
  right: 'i32',
  to: 'i32',
  toStride: 'i32',
  rows: 'i32',
  columns: 'i32',
  isAdded: 'i32',
  scratch: 'i32',
} as const;

/**
 * One tile of 4 × 8 sums in eight vectors: Σₖ left[k][r] · right[k][c], k in order, from packed panels. Six loads feed
 * eight products, so the multipliers and not the loads are the limit. A tile at the edge goes through scratch.
 *
 * Each of the four depths ends with a way out of the loop. Without it V8 moves the loads of all four to the front, has too few
 * registers for them and writes them to the stack: 1.5 times the time.
 */
function defineTile(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: tileParams }, (f, p) => {
    const sums = Array.from({ length: 8 }, () => f.local('v128'));
    const low = f.local('v128');
    const high = f.local('v128');
    const one = f.local('v128');
    const depth = (offset: number): void => {
      f.set(low, v128.load(p.right, 32 * offset));
      f.set(high, v128.load(p.right, 32 * offset + 16));
      for (let r = 0; r < 4; r += 1) {
        f.set(one, v128.load32Splat(p.left, 16 * offset + 4 * r));
        f.set(sums[2 * r]!, f32x4.add(sums[2 * r]!, f32x4.mul(one, low)));
        f.set(sums[2 * r + 1]!, f32x4.add(sums[2 * r + 1]!, f32x4.mul(one, high)));
      }
    };
    f.while(i32.gtS(p.depth, 0), (_, done) => {
      for (const offset of [0, 1, 2, 3]) {
        depth(offset);
        if (offset < 3) f.branchIf(done, i32.eq(p.depth, offset + 1));
      }
      f.set(p.left, i32.add(p.left, 64));
      f.set(p.right, i32.add(p.right, 128));
      f.set(p.depth, i32.sub(p.depth, 4));
    });
    f.if(
      i32.and(i32.eq(p.rows, 4), i32.eq(p.columns, 8)),
      () => storeWhole(f, p, sums),
      () => storeEdge(f, p, sums),
    );
  });
}

type TileLocals = { readonly [K in keyof typeof tileParams]: Local<'i32'> };

function storeWhole(f: FunctionBody, p: TileLocals, sums: readonly Local<'v128'>[]): void {
  for (let r = 0; r < 4; r += 1) {
    for (const half of [0, 1]) {
      const sum = sums[2 * r + half]!;
      f.if(p.isAdded, () => f.set(sum, f32x4.add(v128.load(p.to, 16 * half), sum)));
      f.do(v128.store(p.to, sum, 16 * half));
    }
    f.set(p.to, i32.add(p.to, p.toStride));
  }
}

function storeEdge(f: FunctionBody, p: TileLocals, sums: readonly Local<'v128'>[]): void {
  for (const [i, sum] of sums.entries()) f.do(v128.store(p.scratch, sum, 16 * i));
  forRange(f, { end: p.rows }, () => {
    forRange(f, { end: p.columns }, (c) => {
      const sum = f.local('f32', f32.load(at(p.scratch, c)));
      f.if(p.isAdded, () => f.set(sum, f32.add(f32.load(at(p.to, c)), sum)));
      f.do(f32.store(at(p.to, c), sum));
    });
    f.set(p.to, i32.add(p.to, p.toStride));
    f.set(p.scratch, i32.add(p.scratch, 32));
  });
}

const multiplyParams = {
  m: 'i32',
  n: 'i32',
  k: 'i32',
  left: 'i32',
  leftStride: 'i32',
  leftDepthStride: 'i32',
  right: 'i32',
  panelStride: 'i32',
  to: 'i32',
  toStride: 'i32',
  isAdded: 'i32',
  scratch: 'i32',
} as const;

/**
 * to[i][j] = Σₖ left[i][k] · right[k][j] (added to what is there, where `isAdded`), right factor packed by `packRight`. The sum over
 * k is taken in order within blocks of 256, and the blocks in order, whatever m and n are: a row's result does not depend on its neighbours.
 *
 * @source Goto & van de Geijn 2008, Anatomy of high-performance matrix multiplication: pack both factors, keep a tile in registers
 */
export function defineMultiply(module: ModuleBuilder, packQuad: FunctionHandle): FunctionHandle {
  const tile = defineTile(module);
  return module.function({ params: multiplyParams }, (f, p) => {
    const packed = f.local('i32', i32.add(p.scratch, 128));
    forRange(f, { end: p.k, step: depthBlock }, (k) => {
      const depth = minimum(i32.sub(p.k, k), depthBlock, f);
      const isAdded = f.local('i32', i32.or(p.isAdded, i32.gtS(k, 0)));
      forRange(f, { end: p.m, step: rowBlock }, (i) => {
        const rows = minimum(i32.sub(p.m, i), rowBlock, f);
        const from = f.local('i32', i32.add(at(p.left, i, p.leftStride), i32.mul(k, p.leftDepthStride)));
        forRange(f, { end: rows, step: 4 }, (r) => {
          const four = minimum(i32.sub(rows, r), 4, f);
          const to = i32.add(packed, i32.mul(i32.mul(r, depth), 4));
          f.call(packQuad, four, depth, at(from, r, p.leftStride), p.leftStride, p.leftDepthStride, to, 16);
        });
        const panel = f.local('i32', at(p.right, k, 32));
        forRange(f, { end: p.n, step: 8 }, (j) => {
          const columns = minimum(i32.sub(p.n, j), 8, f);
          forRange(f, { end: rows, step: 4 }, (r) => {
            const four = minimum(i32.sub(rows, r), 4, f);
            const left = i32.add(packed, i32.mul(i32.mul(r, depth), 4));
            const to = i32.add(at(p.to, i32.add(i, r), p.toStride), i32.shl(j, 2));
            f.call(tile, depth, left, panel, to, p.toStride, four, columns, isAdded, p.scratch);
          });
          f.set(panel, i32.add(panel, p.panelStride));
        });
      });
    });
  });
}
