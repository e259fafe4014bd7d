import { type Expression, type FunctionBody, i32, type Local, setGlobal, v128 } from '#wasm';
import type { KernelPlan } from './kernel-state.ts';
import { bucketBytes } from './layout.ts';

/**
 * Finds the bucket of each context for the nibble to come. A bucket is found by its index and a checksum of 16 bits, at
 * that index or its neighbour; where neither fits, the one whose first counter has seen less makes room, unless the memory
 * is frozen: then the context reads the bucket of zeros. The memory is therefore bounded, and what is seen rarely is lost first.
 */
export function emitLookup(body: FunctionBody, learns: Expression<'i32'>, plan: KernelPlan): void {
  const { layout, shape, state } = plan;
  const i = body.local('i32', 0);
  const hits = body.local('i32', 0);
  const at = body.local('i32');
  const check = body.local('i32');
  const salt = body.local('i32', i32.mul(state.partial, 0x2f0b4c47));
  body.loop((again) => {
    const first = i32.add(i32.load(i32.shl(i, 3), layout.hashes), salt);
    const second = i32.add(i32.load(i32.shl(i, 3), layout.hashes + 4), salt);
    body.set(at, i32.mul(i32.xor(first, i32.shrU(first, 15)), 0x2c1b3c6d));
    body.set(check, i32.or(i32.shrU(i32.mul(i32.xor(second, i32.shrU(second, 13)), 0x297a2d39), 16), 1));
    body.set(at, i32.shl(i32.shrU(at, 32 - shape.bucketBits), Math.log2(bucketBytes)));
    emitFind(body, { at, check, hits, learns }, plan);
    body.do(i32.store(i32.shl(i, 2), at, layout.buckets));
    body.set(i, i32.add(i, 1));
    body.branchIf(again, i32.ltU(i, shape.contexts.length));
  });
  body.do(setGlobal(state.hits, hits));
}

interface Find {
  /** The offset of the first bucket looked at; becomes the address of the one to use. */
  readonly at: Local<'i32'>;
  readonly check: Local<'i32'>;
  readonly hits: Local<'i32'>;
  readonly learns: Expression<'i32'>;
}

function emitFind(body: FunctionBody, { at, check, hits, learns }: Find, { layout }: KernelPlan): void {
  const other = body.local('i32', i32.add(i32.xor(at, bucketBytes), layout.memoryBegin));
  const count = (bucket: Local<'i32'>): Expression<'i32'> => i32.load8U(bucket, 5);
  body.set(at, i32.add(at, layout.memoryBegin));
  body.block((found) => {
    body.branchIf(found, i32.eq(i32.load16U(at), check));
    body.if(i32.eq(i32.load16U(other), check), () => {
      body.set(at, other);
      body.branch(found);
    });
    body.if(i32.eqz(learns), () => {
      body.set(at, layout.noBucket);
      body.branch(found);
    });
    body.if(i32.ltU(count(other), count(at)), () => body.set(at, other));
    const zeros = v128.const(new Uint8Array(16));
    for (let byte = 0; byte < bucketBytes; byte += 16) body.do(v128.store(at, zeros, byte));
    body.do(i32.store16(at, check));
  });
  // Not whether it was found: a symbol begun twice must give the same chances.
  body.set(hits, i32.add(hits, i32.ne(count(at), 0)));
}
