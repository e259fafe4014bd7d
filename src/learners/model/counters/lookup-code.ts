import { type Expression, i32, select, v128 } from '#logic/wasm/instructions';
import { type FunctionBody, type Local, setGlobal } from '#logic/wasm/module';
import type { KernelPlan } from './kernel-state.ts';
import { bucketBytes } from './predictor-layout.ts';

/**
 * Finds the bucket of each context for the nibble to come. A bucket is found by its index and a checksum of 16 bits, at
 * that index or its neighbour; where neither fits, the one whose first counter has seen less makes room, unless the memory
 * is frozen: then the context reads the bucket of zeros. The memory is therefore bounded, and what is seen rarely is lost first.
 */
export function emitLookup(body: FunctionBody, learns: Expression<'i32'>, plan: KernelPlan): void {
  const { layout, shape, state } = plan;
  const i = body.local('i32');
  const at = body.local('i32');
  const check = body.local('i32');
  const hits = body.local('i32', 0);
  emitTouch(body, { i, at }, plan);
  body.set(i, 0);
  body.loop((again) => {
    body.set(at, i32.load(i, layout.buckets));
    body.set(check, i32.load(i, layout.checks));
    emitFind(body, { at, check, learns }, plan);
    // Not whether it was found: a symbol begun twice must give the same chances.
    body.set(hits, i32.add(hits, select(countOf(at), i32.load(i, layout.knownSteps), i32.const(0))));
    body.do(i32.store(i, at, layout.buckets));
    body.set(i, i32.add(i, 4));
    body.branchIf(again, i32.ltU(i, 4 * shape.contexts.length));
  });
  body.do(setGlobal(state.hits, hits));
}

/**
 * Works out the first bucket and the checksum of each context, and touches the buckets. No branch depends on what is
 * there, so the processor waits for all of them at once; looking into one after the other, it would wait for each.
 */
function emitTouch(
  body: FunctionBody,
  { i, at }: { readonly i: Local<'i32'>; readonly at: Local<'i32'> },
  { layout, shape, state }: KernelPlan,
): void {
  const touched = body.local('i32', 0);
  const first = body.local('i32');
  const second = body.local('i32');
  const salt = body.local('i32', i32.mul(state.partial, 0x2f0b4c47));
  body.set(i, 0);
  body.loop((again) => {
    body.set(first, i32.add(i32.load(i32.shl(i, 1), layout.hashes), salt));
    body.set(second, i32.add(i32.load(i32.shl(i, 1), layout.hashes + 4), salt));
    const index = i32.shrU(i32.mul(i32.xor(first, i32.shrU(first, 15)), 0x2c1b3c6d), 32 - shape.bucketBits);
    const check = i32.or(i32.shrU(i32.mul(i32.xor(second, i32.shrU(second, 13)), 0x297a2d39), 16), 1);
    body.set(at, i32.add(i32.shl(index, Math.log2(bucketBytes)), layout.memoryBegin));
    body.set(touched, i32.xor(touched, i32.load(at)));
    body.do(i32.store(i, at, layout.buckets));
    body.do(i32.store(i, check, layout.checks));
    body.set(i, i32.add(i, 4));
    body.branchIf(again, i32.ltU(i, 4 * shape.contexts.length));
  });
  // Kept, or else the engine would leave the loads out.
  body.do(i32.store(0, touched, layout.touched));
}

/** How often the first counter of a bucket has learned. */
function countOf(bucket: Local<'i32'>): Expression<'i32'> {
  return i32.load8U(bucket, 5);
}

interface Find {
  /** The address of the first bucket looked at; becomes that of the one to use. */
  readonly at: Local<'i32'>;
  readonly check: Local<'i32'>;
  readonly learns: Expression<'i32'>;
}

function emitFind(body: FunctionBody, { at, check, learns }: Find, { layout }: KernelPlan): void {
  // Memory begins at a multiple of two buckets, so neighbours differ in one bit of their address.
  const other = body.local('i32', i32.xor(at, bucketBytes));
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
    body.if(i32.ltU(countOf(other), countOf(at)), () => body.set(at, other));
    const zeros = v128.const(new Uint8Array(16));
    for (let byte = 0; byte < bucketBytes; byte += 16) body.do(v128.store(at, zeros, byte));
    body.do(i32.store16(at, check));
  });
}
